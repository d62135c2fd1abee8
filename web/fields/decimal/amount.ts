import { currencyOf } from '../../../generator/language/currency.ts';
import { groupAmount } from '../../../generator/language/figures.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Row } from '../types.ts';
import { groupDigits } from '../../../generator/language/groupDigits.ts';

/** Currency → minor units, from the latest schema of an entity with amounts; the same for all entities. */
let minorUnits: ReadonlyMap<string, number> = new Map();

/** Stores the minor units of a schema; a schema without amounts has none. */
export function keepMinorUnits(places: Record<string, number> | undefined): void {
  if (places) minorUnits = new Map(Object.entries(places));
}

/** Number of decimal places of amounts in a currency; undefined for an unknown currency. */
export const minorUnitsOf = (currency: string): number | undefined => minorUnits.get(currency);

/**
 * An amount of money with separators, with at least the minor units of its currency: 1,234.50 or, of yen,
 * 1,235.
 */
export function amountText(text: string, field: Pick<Field, 'kind'>, currency: string | undefined): string {
  if (field.kind !== 'money') return groupDigits(text);
  return groupAmount(text, currency === undefined ? undefined : minorUnitsOf(currency));
}

/**
 * The currency to show beside an amount of a field; undefined for one that the label of the field names, such as
 * “Reserve (USD)”.
 */
export const currencyBeside = (field: Field, currency: string | undefined): string | undefined =>
  field.currency && 'code' in field.currency && field.label.en.includes(field.currency.code) ? undefined : currency;

/** The common currency of the amounts of several rows; undefined if they differ or it is unknown. */
export function commonCurrency(field: Field, rows: readonly Row[]): string | undefined {
  const [first, ...others] = new Set(rows.map((row) => currencyOf(field, row)));
  return others.length === 0 ? first : undefined;
}
