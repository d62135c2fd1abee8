/*
 * Text in SpreadsheetML (ST_Xstring, ECMA-376 part 1 §22.9.2.19). Characters that XML does not allow, and the carriage
 * return, which XML would normalise, are written as `_xHHHH_`. In a text that itself contains `_xHHHH_`, the underscore
 * is escaped in the same way.
 */

import type { Limits } from './limits.ts';

const ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)|[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udfff]/gu;
const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;
const MARKUP = /[&<>"]/g;
const ENTITY: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Length of `_xHHHH_`. */
const ESCAPE_LENGTH = 7;

/**
 * Limit of the encoded characters of a cell that a reader stores before it ignores the rest: more than any cell within
 * `maxCellLength` has, so that a longer cell is still reported as too long.
 */
export const maxStoredLength = ({ maxCellLength }: Limits): number => maxCellLength * ESCAPE_LENGTH;

const escapeOf = (char: string): string => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Encodes a text as XML text or attribute value. */
export function encodeXString(text: string): string {
  return text.replaceAll(ESCAPED, escapeOf).replaceAll(MARKUP, (char) => ENTITY[char] ?? char);
}

/** Decodes XML character data, whose entities are already resolved. */
export function decodeXString(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}
