import { currencyOf } from '../../../generator/language/currency.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Row } from '../types.ts';
import { groupDigits } from '../../../generator/language/grouped.ts';

/** Currency → minor units, as the server last told them with an entity's schema; the same for the whole product. */
let minorUnits: ReadonlyMap<string, number> = new Map();

/** Keeps what a schema says of the currencies; one without amounts says nothing. */
export function keepMinorUnits(places: Record<string, number> | undefined): void {
  if (places) minorUnits = new Map(Object.entries(places));
}

/** How many decimal places amounts of a currency have; undefined for one that nobody knows. */
export const minorUnitsOf = (currency: string): number | undefined => minorUnits.get(currency);

/**
 * An amount of money with separators, at its currency's minor units where it has no finer digits: 1,234.50 or, of yen,
 * 1,235.
 */
export function amountText(text: string, field: Field, currency: string | undefined): string {
  if (field.kind !== 'money') return groupDigits(text);
  const significant = text.replace(/^(-?\d+)(?:\.0*|(\.\d*?)0*)$/, '$1$2');
  return groupDigits(significant, (currency === undefined ? undefined : minorUnitsOf(currency)) ?? 2);
}

/** The currency that all these rows have their amounts in; undefined where they differ, or none is known. */
export function commonCurrency(field: Field, rows: readonly Row[]): string | undefined {
  const [first, ...others] = new Set(rows.map((row) => currencyOf(field, row)));
  return others.length === 0 ? first : undefined;
}
