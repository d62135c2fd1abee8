import type { Field } from '../../model/field.ts';
import { currencyOf, type CurrencyPlaces } from '../currency.ts';
import { parseDecimal, printDecimal, round } from '../decimal.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Violation } from '../violation.ts';
import type { Row } from './context.ts';

/** The places of the amount's currency, as far as the field has them. */
function placesOf(field: Field, row: Row, places: CurrencyPlaces | undefined): number | undefined {
  const currency = currencyOf(field, row);
  const most = currency === undefined ? undefined : places?.(currency);
  return most === undefined ? undefined : Math.min(most, field.scale ?? most);
}

/**
 * A computed amount as it is stored: rounded once, half-up, at its currency's minor units (domain.md, General 7), or at
 * the field's own scale while its currency is not known. Everything else is as it was.
 */
export function roundedToCurrency(value: unknown, field: Field, row: Row, places: CurrencyPlaces | undefined): unknown {
  const most = field.currency && (placesOf(field, row, places) ?? field.scale);
  const amount = most === undefined ? undefined : parseDecimal(value);
  if (!amount || most === undefined || amount.decimalPlaces() <= most) return value;
  return printDecimal(round(amount, most), field.kind === 'money' ? (field.scale ?? 0) : 0);
}

/** An amount that somebody typed is never rounded in silence: one finer than its currency's minor units is refused. */
export function tooFineForCurrency(
  value: unknown,
  field: Field,
  row: Row,
  places: CurrencyPlaces | undefined,
): Violation | undefined {
  const most = placesOf(field, row, places);
  const amount = most === undefined ? undefined : parseDecimal(value);
  if (!amount || most === undefined || amount.decimalPlaces() <= most) return undefined;
  return {
    field: field.name,
    key: MESSAGE.currencyPlaces,
    params: { label: field.label, scale: most, currency: currencyOf(field, row) },
  };
}
