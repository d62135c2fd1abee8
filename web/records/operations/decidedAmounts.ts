import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';

/**
 * The amounts that an approval of the record depends on (`x-approval.amount`), the amount due (`x-premium`), or that of a
 * to-do.
 */
export function decidedAmounts({ approval, premium, tasks, fields }: Entity): Field[] {
  const { amount } = approval ?? {};
  const names =
    amount === undefined
      ? [premium?.due, tasks?.amount]
      : 'premiums' in amount
        ? [amount.premiums]
        : [...amount.expr.matchAll(/\bself\.(\w+)/g)].map(([, name]) => name);
  return fields.filter(({ name, kind }) => kind === 'money' && names.includes(name));
}
