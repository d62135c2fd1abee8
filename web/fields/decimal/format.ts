import { parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { groupDigits } from '../../../generator/language/grouped.ts';
import type { Field } from '../../../generator/model/field.ts';

/** A decimal text; anything else is left as it is. */
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Turns what a person types or pastes into decimal text: blanks and separators go, full-width digits become plain.
 * Returns null for nothing, and text that is no decimal as it stands, so that the form can say what is wrong.
 */
export function readDecimal(typed: string): string | null {
  const plain = typed.normalize('NFKC').replaceAll(/[\s,_']/g, '');
  if (plain === '') return null;
  const text = plain
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '');
  return DECIMAL.test(text) ? text.replace(/^(-?)0+(?=\d)/, '$1') : typed.trim();
}

/**
 * Reads a field's figure as people write it: a rate may be given as it reads in per cent (`0.2 %`), and points of a
 * hundred with their sign.
 */
export function readFigure(typed: string, { kind, price }: Pick<Field, 'kind' | 'price'>): string | null {
  const [, points] = /^(.*\S)\s*[%％]$/.exec(typed.trim()) ?? [];
  if (points === undefined) return readDecimal(typed);
  if (kind === 'percent') return readDecimal(points);
  const share = kind === 'rate' && !price ? parseDecimal(readDecimal(points)) : undefined;
  return share ? printDecimal(share.div(100)) : typed.trim();
}

/** Moves the decimal point of decimal text two places to the right: 0.0025 reads 0.25 per cent. */
function asPercent(text: string): string | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', part = ''] = match;
  const digits = part.padEnd(2, '0');
  const moved = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = digits.slice(2).replace(/0+$/, '');
  return `${sign}${groupDigits(moved)}${rest === '' ? '' : `.${rest}`}`;
}

/**
 * A rate's other reading, as per cent. A figure of one or more is a price of something, as an exchange rate, and has
 * none.
 */
export const percentReading = (text: string): string | undefined =>
  /^-?0*(?:\.|$)/.test(text) ? asPercent(text) : undefined;
