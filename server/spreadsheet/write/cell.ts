import { textToSerial } from '../serial.ts';
import { encodeXString } from '../xstring.ts';
import type { Zone } from '../zone.ts';
import { cellText, type Column } from './columns.ts';
import { styleId, styleOf, type Style } from './styles.ts';

/** Excel's limit of characters of a cell. Excel rejects a workbook with a longer text as damaged. */
const MAX_CELL_LENGTH = 32_767;
/** Decimal digits that a double represents exactly. Spreadsheets store numbers as doubles. */
const EXACT_DIGITS = 15;

/** The name of a column by its index from 0: A … Z, AA … */
export function columnName(index: number): string {
  const name = String.fromCharCode(65 + (index % 26));
  return index < 26 ? name : columnName(Math.floor(index / 26) - 1) + name;
}

/**
 * Writes a text as `<c>` with an inline string, which is never run as a formula. A too long text ends in an ellipsis.
 */
export function textCell(reference: string, text: string, style: Style): string {
  if (text === '') return '';
  const shown = text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1)}…` : text;
  return `<c r="${reference}" s="${styleId(style)}" t="inlineStr"><is><t xml:space="preserve">${encodeXString(shown)}</t></is></c>`;
}

/**
 * Returns the function that writes the cells of one column. Numbers of up to 15 digits, dates, and instants (as local
 * times of `zone`) are written as numbers. Longer numbers and all other values are text, so that no digit is lost.
 */
export function cellWriter(column: Column, zone: Zone): (reference: string, value: unknown) => string {
  const style = styleOf(column.kind);
  const toNumber = numberConverter(style, zone);
  return (reference, value) => {
    const text = cellText(value, column);
    const number = text === '' ? undefined : toNumber(text);
    return number === undefined
      ? textCell(reference, text, isNumeric(style) ? 'text' : style)
      : `<c r="${reference}" s="${styleId(style)}"><v>${number}</v></c>`;
  };
}

const isNumeric = (style: Style): boolean => style !== 'text' && style !== 'wrapped';

/** Returns the conversion of texts to the numbers of cells in this style; undefined for a value to write as text. */
function numberConverter(style: Style, zone: Zone): (text: string) => string | undefined {
  switch (style) {
    case 'integer':
    case 'money':
    case 'plain':
      return exactNumber;
    case 'date':
      return textToSerial;
    case 'dateTime':
      return (text) => textToSerial(zone.local(text) ?? '');
    default:
      return () => undefined;
  }
}

function exactNumber(text: string): string | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  return text.replace(/^-?[0.]*/, '').replace('.', '').length <= EXACT_DIGITS ? text : undefined;
}
