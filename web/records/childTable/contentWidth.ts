import { currencyOf } from '../../../generator/language/currency.ts';
import type { Field, KindName } from '../../../generator/model/field.ts';
import { amountText } from '../../fields/decimal/amount.ts';
import { type Row, textOf } from '../../fields/types.ts';

/** Widths in CSS pixels of a character, and of the padding and borders of a cell. */
const CHARACTER = 7.6;
const CAPITAL = 8.8;
const WIDE_CHARACTER = 13.4;
const PADDING = 22;

/** The least widths in CSS pixels at which the input of a kind can be used. */
const MIN_WIDTHS: Partial<Record<KindName, number>> = {
  date: 112,
  dateTime: 176,
  month: 96,
  ref: 184,
  choice: 104,
  money: 112,
  rate: 96,
};
const MIN_WIDTH = 72;
/** The least width of a reference by a code of a few characters, such as a currency. */
const MIN_WIDTH_OF_SHORT_CODE = 128;
const SHORT_CODE = 3;
/** The least width of a column of amounts or names in which nothing is entered yet. */
const MIN_WIDTH_WITHOUT_VALUES = 160;
const NAME_LENGTH = 50;
/** Longer texts are cut off. */
const MAX_WIDTH = 240;

/** Width of a column in CSS pixels that fits its heading and the values of the rows, within limits. */
export function contentWidth(field: Field, heading: string, rows: readonly Row[]): number {
  const longest = rows.reduce((width, row) => Math.max(width, widthOf(shownText(field, row))), 0);
  const wanted = Math.ceil(Math.max(widthOf(heading), longest) + PADDING);
  return Math.min(MAX_WIDTH, Math.max(minWidth(field, longest === 0), wanted));
}

function minWidth({ kind, maxLength = Infinity }: Field, isEmpty: boolean): number {
  if (kind === 'ref' && maxLength <= SHORT_CODE) return MIN_WIDTH_OF_SHORT_CODE;
  const mayBeLong = kind === 'money' || (kind === 'text' && maxLength >= NAME_LENGTH);
  if (isEmpty && mayBeLong) return MIN_WIDTH_WITHOUT_VALUES;
  return MIN_WIDTHS[kind] ?? MIN_WIDTH;
}

/**
 * The text of a cell, as far as the row has it. Titles of references are loaded later; most consist of the code and the
 * name that the reference fills in.
 */
function shownText(field: Field, row: Row): string {
  const text = textOf(row[field.name]);
  if (text === '') return '';
  if (field.ref)
    return [
      text,
      ...Object.keys(field.ref.fill ?? {})
        .slice(0, 1)
        .map((name) => textOf(row[name])),
    ].join(' ');
  const currency = currencyOf(field, row);
  if (field.kind === 'money') return `${amountText(text, field, currency)} ${currency ?? ''}`;
  if (field.kind === 'percent') return `${text} %`;
  if (field.kind === 'rate') return `${text} (${text} %)`;
  const option = field.options?.find(({ code }) => code === text);
  return option ? (option.en.length > option.zh.length ? option.en : option.zh) : text;
}

/** Width of a column in CSS pixels that fits a text. */
export const textWidth = (text: string): number => Math.ceil(widthOf(text) + PADDING);

const widthOf = (text: string): number => [...text].reduce((sum, character) => sum + widthOfCharacter(character), 0);

const widthOfCharacter = (character: string): number =>
  character.charCodeAt(0) > 0x2e80 ? WIDE_CHARACTER : /[A-Z]/.test(character) ? CAPITAL : CHARACTER;
