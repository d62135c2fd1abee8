import { Decimal as DecimalJs } from 'decimal.js';

/**
 * Exact decimals for money, percents and rates.
 *
 * It is a clone, so that no other code can change its settings. It has 60 digits, because the default of 20 is too few
 * for the product of a `numeric(20,2)` and a rate. It rounds half away from zero, like PostgreSQL's `round(numeric)`.
 */
export const Decimal = DecimalJs.clone({
  precision: 60,
  rounding: DecimalJs.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
  defaults: true,
});
/** An exact decimal. */
export type Decimal = DecimalJs;

/** Decimals with additional digits for division, whose result is truncated at `QUOTIENT_PLACES`. */
const QuotientDecimal = Decimal.clone({ precision: 120, rounding: DecimalJs.ROUND_DOWN });

/**
 * Decimal places of a quotient; further digits are truncated.
 *
 * Truncation keeps later rounding correct: a tie has few digits and remains a tie, and a value just below a tie remains
 * below it. Generated SQL divides in the same way, so that a CHECK and the form agree to the last digit.
 */
export const QUOTIENT_PLACES = 30;

const LEXICAL = /^-?[0-9]+(\.[0-9]+)?$/;

/** Limit of characters of a decimal text: more than any column stores, and few enough to compute quickly. */
const MAX_LENGTH = 200;

/**
 * Parses digits with an optional minus sign and fraction.
 *
 * @returns undefined for anything else, such as "1e5", "1,000" or ".5"
 */
export function parseDecimal(text: unknown): Decimal | undefined {
  if (typeof text !== 'string') return undefined;
  const known = PARSED.get(text);
  if (known) return known;
  if (text.length > MAX_LENGTH || !LEXICAL.test(text)) return undefined;
  const value = new Decimal(text);
  if (PARSED.size >= MAX_PARSED) PARSED.clear();
  PARSED.set(text, value);
  return value;
}

/** Parsed decimals, which never change. The formulas and rules of a row read the same texts several times. */
const PARSED = new Map<string, Decimal>();
const MAX_PARSED = 1000;

/** Prints a decimal without exponent, trailing zeros or negative zero, with at least `places` decimal places. */
export function printDecimal(value: Decimal, places = 0): string {
  const text = value.decimalPlaces() < places ? value.toFixed(places) : value.toFixed();
  return value.isZero() ? text.replace('-', '') : text;
}

/** Rounds to `places` (≥ 0) decimal places, half away from zero. */
export const round = (value: Decimal, places: number): Decimal => value.toDecimalPlaces(places);

/** Divides and truncates at `QUOTIENT_PLACES`; undefined if the divisor is zero. */
export function divide(dividend: Decimal, divisor: Decimal): Decimal | undefined {
  if (divisor.isZero()) return undefined;
  const quotient = new QuotientDecimal(dividend).div(divisor).toDecimalPlaces(QUOTIENT_PLACES, DecimalJs.ROUND_DOWN);
  return new Decimal(quotient.toFixed());
}
