import { parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { DECIMAL } from '../../../generator/language/groupDigits.ts';
import type { Field } from '../../../generator/model/field.ts';
import { ungroup } from '../ungroup.ts';

/**
 * Converts typed or pasted text to decimal text: without blanks and separators, with plain instead of full-width
 * digits. Returns null for empty text, and other text unchanged, so that the form reports it. Text with a decimal comma
 * (`0,85`) is such text.
 */
export function readDecimal(typed: string): string | null {
  const plain = ungroup(typed.normalize('NFKC').replaceAll(/[\s_']/g, ''));
  if (plain === '') return null;
  const text = plain
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '');
  return DECIMAL.test(text) ? text.replace(/^(-?)0+(?=\d)/, '$1') : typed.trim();
}

/**
 * Parses a typed number of a field. A rate may be typed as a percentage (`0.2 %`), and a percentage with a percent
 * sign.
 */
export function readFigure(typed: string, { kind, price }: Pick<Field, 'kind' | 'price'>): string | null {
  const [, percentage] = /^(.*\S)\s*[%％]$/.exec(typed.trim()) ?? [];
  if (percentage === undefined) return readDecimal(typed);
  const share = kind === 'percent' || (kind === 'rate' && !price) ? parseDecimal(readDecimal(percentage)) : undefined;
  if (!share) return typed.trim();
  return kind === 'percent' ? readDecimal(percentage) : printDecimal(share.div(100));
}
