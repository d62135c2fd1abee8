import type { Field } from '../../../generator/model/field.ts';
import type { Row } from '../../fields/types.ts';
import { isWritable } from '../form/values.ts';
import type { ChildRows } from './childRows.ts';
import { rowsOf } from './paste.ts';

/** Where a block of cells is pasted. */
export interface PasteTarget {
  rows: ChildRows;
  fields: readonly Field[];
  /** keys of the rows that are shown, in order */
  shown: readonly string[];
  /** key of the first row; undefined for an empty table */
  id: string | undefined;
  /** index of the first field in `fields` */
  column: number;
  /** whether rows may be added for cells below the last row */
  mayAdd: boolean;
}

/** The result of pasting a block of cells: the values to enter, and the cells to ignore. */
export interface PastePlan {
  /** values of existing rows, by key */
  filled: readonly { id: string; values: Row }[];
  added: readonly Row[];
  /** headings that name no column; their columns are ignored */
  unknown: readonly string[];
  /** named columns that nobody can enter */
  closed: readonly Field[];
  /** number of columns to the right of the last field */
  beyond: number;
  /** number of lines below the last row that the table can have */
  below: number;
}

/** Whether the table has no place for some cells with content. The user must then decide. */
export const losesCells = ({ unknown, beyond, below }: PastePlan): boolean =>
  unknown.length > 0 || beyond > 0 || below > 0;

/** Plans to fill the shown rows from a cell on, and to add rows for the remaining cells, up to the child's limit. */
export function planPaste(cells: readonly string[][], target: PasteTarget): PastePlan {
  const { rows, fields, shown, id, column, mayAdd } = target;
  const headings = headingsOf(cells, fields);
  const lines = headings ? cells.slice(1) : cells;
  const columns = headings ? headings.map(({ field }) => field) : fields;
  const pasted = rowsOf(lines, columns, headings ? 0 : column);
  const from = id === undefined ? shown.length : shown.indexOf(id);
  const filled = pasted.slice(0, shown.length - from).map((values, offset) => ({ id: shown[from + offset]!, values }));
  const room = mayAdd ? Math.max(0, (rows.child.max ?? Infinity) - rows.keys().length) : 0;
  const added = pasted.slice(filled.length, filled.length + room).map((values) => enterable(values, fields));
  return {
    filled,
    added,
    unknown: (headings ?? []).flatMap(({ text, field }) => (field || text === '' ? [] : [text])),
    closed: (headings ?? []).flatMap(({ field }) => (field && !isWritable(field) ? [field] : [])),
    beyond: headings ? 0 : Math.max(0, filledWidth(lines) + column - fields.length),
    below: pasted.length - filled.length - added.length,
  };
}

/** Fills and adds the rows of a plan. @returns the keys of these rows */
export function applyPaste({ filled, added }: PastePlan, rows: ChildRows): string[] {
  for (const { id, values } of filled) rows.fill(id, values);
  const known = rows.keys().length;
  if (added.length > 0) rows.add(added, 'shown');
  return [...filled.map(({ id }) => id), ...rows.keys().slice(known)];
}

/** A cell of a line of headings; without a field if it names none, or one that an earlier heading names. */
export interface Heading {
  text: string;
  field: Field | undefined;
}

/**
 * The headings in the first line, if at least half of its cells with content are names of columns in either language or
 * of fields. Any other line is data: what cannot be read is shown at its cell.
 */
export function headingsOf(cells: readonly string[][], fields: readonly Field[]): Heading[] | undefined {
  const [line = [], ...others] = cells;
  const named = line.map((text) => fieldNamed(text, fields));
  const known = named.filter(Boolean).length;
  if (known === 0 || known * 2 < line.filter((text) => text.trim() !== '').length) return undefined;
  return line.map((text, index) => {
    const field = named[index];
    return { text: text.trim() || untitled(others, index), field: named.indexOf(field) === index ? field : undefined };
  });
}

/** The letter of a column as in a spreadsheet, for a column that has values but no heading; else empty. */
const untitled = (lines: readonly string[][], index: number): string =>
  lines.some((line) => line[index]?.trim()) ? String.fromCodePoint(65 + (index % 26)) : '';

const fieldNamed = (text: string, fields: readonly Field[]): Field | undefined => {
  const heading = plainHeading(text);
  return heading === ''
    ? undefined
    : fields.find(({ name, label }) => [name, label.en, label.zh].some((one) => plainHeading(one) === heading));
};

/** A heading without its case and its mark of a required field. */
const plainHeading = (text: string): string => text.replace(/\*$/, '').trim().toLowerCase();

/** The values without those of fields that nobody can enter. */
const enterable = (values: Row, fields: readonly Field[]): Row =>
  Object.fromEntries(
    fields.flatMap((field) => (field.name in values && isWritable(field) ? [[field.name, values[field.name]]] : [])),
  );

/** Number of columns up to the last one with content. */
const filledWidth = (lines: readonly string[][]): number =>
  Math.max(0, ...lines.map((line) => line.findLastIndex((text) => text.trim() !== '') + 1));
