import type { Field } from '../model/field.ts';

/** How many decimal places an amount of a currency has (its minor units); undefined where nobody says. */
export type CurrencyPlaces = (currency: string) => number | undefined;

/** The code of an amount's currency by `x-currency`: a constant, or what another field of the row holds. */
export function currencyOf({ currency }: Field, row: Readonly<Record<string, unknown>>): string | undefined {
  if (!currency) return undefined;
  const code = 'code' in currency ? currency.code : row[currency.field];
  return typeof code === 'string' && code !== '' ? code : undefined;
}
