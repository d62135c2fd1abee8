import type { Field } from '../model/field.ts';

/** Finds the number of decimal places (minor units) of a currency; undefined if it is unknown. */
export type CurrencyPlaces = (currency: string) => number | undefined;

/** The currency code of an amount (`x-currency`): a constant, or the value of another field of the row. */
export function currencyOf({ currency }: Field, row: Readonly<Record<string, unknown>>): string | undefined {
  if (!currency) return undefined;
  const code = 'code' in currency ? currency.code : row[currency.field];
  return typeof code === 'string' && code !== '' ? code : undefined;
}
