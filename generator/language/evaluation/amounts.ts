import type { Field } from '../../model/field.ts';
import { currencyOf, type CurrencyPlaces } from '../currency.ts';
import { parseDecimal, printDecimal, round } from '../decimal.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Violation } from '../violation.ts';
import type { Row } from './context.ts';

/** Decimal places of a field's currency, at most those of the field; undefined if they are unknown. */
function decimalPlaces(field: Field, row: Row, places: CurrencyPlaces | undefined): number | undefined {
  const currency = currencyOf(field, row);
  const max = currency === undefined ? undefined : places?.(currency);
  return max === undefined ? undefined : Math.min(max, field.scale ?? max);
}

/**
 * Rounds a computed amount once, half-up, at the minor units of its currency (domain.md, General 7), or at the scale of
 * the field if the currency is unknown. Returns other values unchanged.
 */
export function roundedToCurrency(value: unknown, field: Field, row: Row, places: CurrencyPlaces | undefined): unknown {
  const max = field.currency && (decimalPlaces(field, row, places) ?? field.scale);
  const amount = max === undefined || isPrintedWithin(value, max) ? undefined : parseDecimal(value);
  if (!amount || max === undefined || amount.decimalPlaces() <= max) return value;
  return printDecimal(round(amount, max), field.kind === 'money' ? (field.scale ?? 0) : 0);
}

/** The violation of an entered amount with more decimal places than its currency has; it is refused, never rounded. */
export function tooFineForCurrency(
  value: unknown,
  field: Field,
  row: Row,
  places: CurrencyPlaces | undefined,
): Violation | undefined {
  const max = decimalPlaces(field, row, places);
  const amount = max === undefined || isPrintedWithin(value, max) ? undefined : parseDecimal(value);
  if (!amount || max === undefined || amount.decimalPlaces() <= max) return undefined;
  return {
    field: field.name,
    key: MESSAGE.currencyPlaces,
    params: { label: field.label, scale: max, currency: currencyOf(field, row) },
  };
}

/** Whether a text has at most `max` characters after its point, so that it need not be parsed. */
function isPrintedWithin(value: unknown, max: number): boolean {
  if (typeof value !== 'string') return false;
  const point = value.indexOf('.');
  return point < 0 || value.length - point - 1 <= max;
}
