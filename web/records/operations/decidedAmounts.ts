import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';

/**
 * The amounts that an approval of the record depends on (`x-approval.amount`), the amount due (`x-premium`), that of a
 * to-do, or the first key figure of the record (`x-form.figures`).
 */
export function decidedAmounts({ approval, premium, tasks, form, fields }: Entity): Field[] {
  const { amount } = approval ?? {};
  const names =
    amount === undefined
      ? [premium?.due ?? tasks?.amount ?? form.figures?.[0]]
      : 'premiums' in amount
        ? [amount.premiums]
        : [...amount.expr.matchAll(/\bself\.(\w+)/g)].map(([, name]) => name);
  return fields.filter(({ name, kind }) => kind === 'money' && names.includes(name));
}
