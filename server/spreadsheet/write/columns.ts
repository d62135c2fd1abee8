import type { Field, KindName } from '../../../generator/model/field.ts';
import { labelIn, type Language } from '../../../generator/language/message.ts';
import { translate } from '../../messages.ts';
import { UPLOAD } from '../messageKeys.ts';

/** A column of a spreadsheet to write. */
export interface Column {
  heading: string;
  /** field kind that determines the format of the cells; text if absent */
  kind?: KindName;
  required?: boolean;
  /** in characters; a Chinese character counts twice */
  width?: number;
  /** label to write for each code; other codes are written unchanged */
  labels?: ReadonlyMap<string, string>;
}

const WIDTHS: Partial<Record<KindName, number>> = {
  integer: 12,
  decimal: 16,
  money: 18,
  percent: 10,
  rate: 12,
  date: 12,
  dateTime: 20,
  month: 10,
  year: 8,
  yesNo: 8,
  longText: 50,
  richText: 50,
};
const MAX_WIDTH = 60;

/** Describes the column of a field, with its heading in `language`. */
export function columnOf(field: Field, language: Language, labels?: ReadonlyMap<string, string>): Column {
  return {
    heading: labelIn(field.label, language),
    kind: field.kind,
    required: field.required,
    width: WIDTHS[field.kind] ?? Math.min(40, Math.max(10, field.maxLength ?? 20)),
    ...(labels && { labels }),
  };
}

/** Describes the column with the error messages of each row. */
export const errorColumn = (language: Language): Column => ({
  heading: translate(language, UPLOAD.errors),
  kind: 'longText',
  width: MAX_WIDTH,
});

/** The width of a column in characters: at least that of its heading with the filter button. */
export function widthOf(column: Column): number {
  const heading = [...column.heading].reduce((sum, char) => sum + (char > '\u2e80' ? 2 : 1), 4);
  return Math.min(MAX_WIDTH, Math.max(column.width ?? 12, heading));
}

/** The text of a value. Several codes are joined by semicolons; null is ''. */
export function cellText(value: unknown, column: Column): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((entry) => cellText(entry, column)).join(';');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return column.labels?.get(text) ?? text;
}
