import type { Field } from '../../../generator/model/field.ts';
import { readFigure } from '../../fields/decimal/format.ts';
import type { Row } from '../../fields/types.ts';
import type { ChildRows } from './childRows.ts';

/**
 * Parses text that a spreadsheet put on the clipboard into cells: tabs separate cells, line ends separate rows, and a
 * cell that contains either is in quotes.
 */
export function clipboardCells(text: string): string[][] {
  const rows: string[][] = [[]];
  const body = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  const token = /"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*)/y;
  let position = 0;
  while (position <= body.length) {
    token.lastIndex = position;
    const match = token.exec(body);
    rows.at(-1)?.push(match?.[1]?.replaceAll('""', '"') ?? match?.[2] ?? '');
    position = token.lastIndex;
    if (body[position] === '\n') rows.push([]);
    position += 1;
  }
  return rows;
}

/**
 * Converts pasted cells to rows. The first column belongs to the field at index `first`, the second to the field after
 * it.
 */
export function rowsOf(cells: readonly string[][], fields: readonly (Field | undefined)[], first: number): Row[] {
  return cells.map((line) =>
    Object.fromEntries(
      line.flatMap((text, offset) => {
        const field = fields[first + offset];
        return field ? [[field.name, readCell(text, field)]] : [];
      }),
    ),
  );
}

/**
 * The fields of a line of headings, in either language or as names; undefined if the line has values. A column with an
 * unknown heading is skipped, but at least half of the headings must be known.
 */
export function fieldsOfHeadings(line: readonly string[], fields: readonly Field[]): (Field | undefined)[] | undefined {
  const found = line.map((text) => {
    const heading = plainHeading(text);
    return fields.find(({ name, label }) => [name, label.en, label.zh].some((one) => plainHeading(one) === heading));
  });
  const known = found.filter((field) => field !== undefined).length;
  return known > 0 && known * 2 >= line.length ? found : undefined;
}

/** A heading without its case and its mark of a required field. */
const plainHeading = (text: string): string => text.replace(/\*$/, '').trim().toLowerCase();

/** Where a block of cells is pasted. */
interface PasteTarget {
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

/** Fills the shown rows from a cell on, and adds rows for the remaining cells, up to the child's limit. */
export function pasteCells(cells: readonly string[][], { rows, fields, shown, id, column, mayAdd }: PasteTarget): void {
  const headed = fieldsOfHeadings(cells[0] ?? [], fields);
  const pasted = headed ? rowsOf(cells.slice(1), headed, 0) : rowsOf(cells, fields, column);
  const from = id === undefined ? shown.length : shown.indexOf(id);
  const filled = pasted.slice(0, shown.length - from);
  filled.forEach((values, offset) => rows.fill(shown[from + offset]!, values));
  const { max = Infinity } = rows.child;
  const added = pasted.slice(filled.length, filled.length + max - rows.keys().length);
  if (mayAdd && added.length > 0) rows.add(added);
}

/**
 * Converts a cell to the field's JSON value: an option's text in either language to its code, numbers without
 * separators.
 */
function readCell(text: string, field: Field): unknown {
  const plain = text.trim();
  if (plain === '') return null;
  if (field.kind === 'integer') return /^-?[\d,]{1,18}$/.test(plain) ? Number(plain.replaceAll(',', '')) : plain;
  if (field.kind === 'money' || field.kind === 'decimal' || field.kind === 'rate' || field.kind === 'percent')
    return readFigure(plain, field);
  if (field.kind === 'date')
    return plain.replace(
      /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/,
      (_, year: string, month: string, day: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    );
  if (field.kind === 'yesNo') return YES_NO[plain.toLowerCase()] ?? plain;
  return (
    field.options?.find((option) => option.code === plain || option.en === plain || option.zh === plain)?.code ??
    (field.normalize.includes('upper') ? plain.toUpperCase() : plain)
  );
}

const YES_NO: Record<string, string> = { y: 'Y', yes: 'Y', 是: 'Y', n: 'N', no: 'N', 否: 'N' };
