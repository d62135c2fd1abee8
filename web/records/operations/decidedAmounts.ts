import { currencyOf } from '../../../generator/language/currency.ts';
import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Row } from '../../fields/types.ts';

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

/** The totals of the amounts of all rows, by currency. */
export function totalsOf(fields: readonly Field[], rows: readonly Row[]): [currency: string, total: string][] {
  const totals = new Map<string, Decimal>();
  for (const field of fields) {
    for (const row of rows) {
      const amount = parseDecimal(row[field.name]);
      const currency = currencyOf(field, row);
      if (!amount || currency === undefined) continue;
      totals.set(currency, (totals.get(currency) ?? new Decimal(0)).plus(amount));
    }
  }
  return [...totals].map(([currency, total]) => [currency, printDecimal(total)]);
}
