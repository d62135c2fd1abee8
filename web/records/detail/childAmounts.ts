import { currencyOf } from '../../../generator/language/currency.ts';
import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { Field } from '../../../generator/model/field.ts';
import { decimalOf } from '../../fields/decimal/decimalOf.ts';
import type { Row } from '../../fields/types.ts';
import type { Group } from '../list/group.ts';

/** Totals of amounts, by currency; under the empty text those without a currency. */
export type Amounts = ReadonlyMap<string, string>;

/** The totals of an amount in each currency. */
export function amountsOf(field: Field, groups: readonly Group[]): Amounts {
  const amounts = new Map<string, Decimal>();
  for (const { value, sums } of groups) {
    const currency = field.currency && 'code' in field.currency ? field.currency.code : (value ?? '');
    const sum = decimalOf(sums?.[field.name]);
    amounts.set(currency, (amounts.get(currency) ?? new Decimal(0)).plus(sum));
  }
  return printed(amounts);
}

/** The totals of amounts of rows in each currency. */
export function totalsOf(fields: readonly Field[], rows: readonly Row[]): Amounts {
  const totals = new Map<string, Decimal>();
  for (const field of fields) {
    for (const row of rows) {
      const amount = parseDecimal(row[field.name]);
      const currency = currencyOf(field, row) ?? '';
      if (amount) totals.set(currency, (totals.get(currency) ?? new Decimal(0)).plus(amount));
    }
  }
  return printed(totals);
}

const printed = (totals: ReadonlyMap<string, Decimal>): Amounts =>
  new Map([...totals].map(([currency, sum]) => [currency, printDecimal(sum)]));

/** Whether an amount of the record is the total: the totals have one currency, which is that of the amount. */
export function isOnlyTotal(field: Field, amount: unknown, totals: Amounts): boolean {
  const currency = field.currency && 'code' in field.currency ? field.currency.code : undefined;
  const total = currency !== undefined && totals.size === 1 ? totals.get(currency) : undefined;
  const [own, sum] = [parseDecimal(amount), parseDecimal(total)];
  return own !== undefined && sum !== undefined && own.equals(sum);
}

/** The amounts minus those of another version, by currency. */
export function differencesOf(amounts: Amounts, before: Amounts): Amounts {
  return new Map(
    [...new Set([...amounts.keys(), ...before.keys()])].map((currency) => [
      currency,
      printDecimal(decimalOf(amounts.get(currency)).minus(decimalOf(before.get(currency)))),
    ]),
  );
}
