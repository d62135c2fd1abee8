import type { Field } from '../../../generator/model/field.ts';
import { readFigure } from '../../fields/decimal/format.ts';
import { readInteger } from '../../fields/integer/read.ts';
import type { Row } from '../../fields/types.ts';

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
 * Converts a cell to the field's JSON value: an option's text in either language to its code, numbers without
 * separators.
 */
function readCell(text: string, field: Field): unknown {
  const plain = text.trim();
  if (plain === '') return null;
  if (field.kind === 'integer') return readInteger(plain);
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
