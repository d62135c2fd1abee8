import { DECIMAL, groupDigits } from './groupDigits.ts';

/** Whether a decimal text is 0. */
export const isZero = (text: string): boolean => /^-?0*(?:\.0*)?$/.test(text);

/**
 * An amount of money with separators, with at least the minor units of its currency: 1,234.50 or, of yen, 1,235.
 *
 * @param places the minor units
 */
export const groupAmount = (text: string, places = 2): string =>
  groupDigits(text.replace(/^(-?\d+)(?:\.0*|(\.\d*?)0*)$/, '$1$2'), places);

/** A rate as a percentage: 0.0025 is 0.25 %, and 1.1 is 110 %. Undefined for a text that is no number. */
export function percentReading(text: string): string | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign = '', integer = '', fraction = ''] = match;
  const digits = fraction.padEnd(2, '0');
  const moved = `${integer}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = digits.slice(2).replace(/0+$/, '');
  return `${sign}${groupDigits(moved)}${rest === '' ? '' : `.${rest}`}`;
}
