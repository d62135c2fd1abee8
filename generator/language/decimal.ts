import { Decimal as DecimalJs } from 'decimal.js';

/**
 * Exact decimals for money, percents and rates.
 *
 * A clone of its own, so that no other user of decimal.js can change how we compute: 60 digits (the library's own
 * default is 20, fewer than `numeric(20,2)` times a rate needs) and half-up, away from zero on ties, as PostgreSQL's
 * `round(numeric)` does.
 */
export const Decimal = DecimalJs.clone({
  precision: 60,
  rounding: DecimalJs.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
  defaults: true,
});
export type Decimal = DecimalJs;

/** Division needs guard digits: it is cut, never rounded, at `QUOTIENT_PLACES`. */
const Guarded = Decimal.clone({ precision: 120, rounding: DecimalJs.ROUND_DOWN });

/**
 * Places after the point that a quotient keeps; what follows is cut off.
 *
 * Cutting keeps later half-up rounding right: an exact tie has a short expansion and stays a tie, a value just below
 * one stays below. The SQL printer divides in the same way, so that a CHECK and the form agree to the last digit.
 */
export const QUOTIENT_PLACES = 30;

const LEXICAL = /^-?[0-9]+(\.[0-9]+)?$/;

/**
 * Characters of the longest text that is read as a decimal: far more than any column holds, few enough to compute with.
 */
const LONGEST = 200;

/**
 * The decimal that `text` spells: digits with an optional sign and fraction; undefined for anything else ("1e5",
 * "1,000", ".5").
 */
export function parseDecimal(text: unknown): Decimal | undefined {
  return typeof text === 'string' && text.length <= LONGEST && LEXICAL.test(text) ? new Decimal(text) : undefined;
}

/**
 * Canonical text: no exponent, no trailing zeros after the point, no negative zero; at least `places` digits after it.
 */
export function printDecimal(value: Decimal, places = 0): string {
  const text = value.decimalPlaces() < places ? value.toFixed(places) : value.toFixed();
  return value.isZero() ? text.replace('-', '') : text;
}

/** `value` at `places` (≥ 0) digits after the point, half-up: a tie goes away from zero. */
export const round = (value: Decimal, places: number): Decimal => value.toDecimalPlaces(places);

/** `dividend / divisor`, cut after `QUOTIENT_PLACES`; undefined when the divisor is zero. */
export function divide(dividend: Decimal, divisor: Decimal): Decimal | undefined {
  if (divisor.isZero()) return undefined;
  const quotient = new Guarded(dividend).div(divisor).toDecimalPlaces(QUOTIENT_PLACES, DecimalJs.ROUND_DOWN);
  return new Decimal(quotient.toFixed());
}
