import { textToSerial } from '../serial.ts';
import { encodeXString } from '../xstring.ts';
import type { Zone } from '../zone.ts';
import { cellText, type Column } from './columns.ts';
import { styleId, styleOf, type Style } from './styles.ts';

/** Excel's limit of a cell; a longer text makes it call the whole workbook damaged. */
export const MAX_CELL_LENGTH = 32_767;
/** A double, and so a spreadsheet's number, keeps this many decimal digits and no more. */
const EXACT_DIGITS = 15;

/** The name of a column: A … Z, AA … */
export function columnName(index: number): string {
  const name = String.fromCharCode(65 + (index % 26));
  return index < 26 ? name : columnName(Math.floor(index / 26) - 1) + name;
}

/** The `<c>` of a text. An inline string is never run as a formula, whatever it starts with. */
export function textCell(reference: string, text: string, style: Style): string {
  if (text === '') return '';
  const kept = text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1)}…` : text;
  return `<c r="${reference}" s="${styleId(style)}" t="inlineStr"><is><t xml:space="preserve">${encodeXString(kept)}</t></is></c>`;
}

/**
 * Writes the cells of one column. Numbers of up to 15 digits are numbers, longer ones text, so that nothing of them is
 * lost; dates are real dates, instants real times of `zone`; what is no number or date after all is text. A text beyond
 * Excel's limit ends in an ellipsis there.
 */
export function cellWriter(column: Column, zone: Zone): (reference: string, value: unknown) => string {
  const style = styleOf(column.kind);
  const number = numberOf(style, zone);
  return (reference, value) => {
    const text = cellText(value, column);
    const exact = text === '' ? undefined : number(text);
    return exact === undefined
      ? textCell(reference, text, isNumeric(style) ? 'text' : style)
      : `<c r="${reference}" s="${styleId(style)}"><v>${exact}</v></c>`;
  };
}

const isNumeric = (style: Style): boolean => style !== 'text' && style !== 'wrapped';

/** The number that stands for a text in this style, or undefined where the text itself must stand. */
function numberOf(style: Style, zone: Zone): (text: string) => string | undefined {
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
