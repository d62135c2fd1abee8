/**
 * Text in SpreadsheetML (ST_Xstring, ECMA-376 part 1 §22.9.2.19): what XML cannot hold, and the carriage return that
 * XML would fold, is written `_xHHHH_`; a text that looks like that already has its underscore escaped.
 */
const ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)|[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udfff]/gu;
const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;
const MARKUP = /[&<>"]/g;
const ENTITY: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeOf = (char: string): string => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** `text` as XML text or attribute value. */
export function encodeXString(text: string): string {
  return text.replaceAll(ESCAPED, escapeOf).replaceAll(MARKUP, (char) => ENTITY[char] ?? char);
}

/** The text behind XML character data (its entities already resolved). */
export function decodeXString(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}
