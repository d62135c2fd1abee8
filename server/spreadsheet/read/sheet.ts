import type { Limits } from '../limits.ts';
import { UPLOAD } from '../messageKeys.ts';
import { TransferRefused, type Fault } from '../transferRefused.ts';
import { serialToText } from '../serial.ts';
import { decodeXString } from '../xstring.ts';
import { decimalText } from './decimalText.ts';
import { maxRun, readElements } from './elements.ts';
import type { NumberFormat } from './numberFormat.ts';
import { RowGate } from './rowGate.ts';
import type { TableRow } from './tableRow.ts';

/** What the cells of a sheet refer to. */
export interface SheetContext {
  strings: readonly string[];
  formats: readonly NumberFormat[];
  date1904: boolean;
}

interface Cell {
  column: number;
  type: string;
  style: number;
  value: string;
  inline: string;
  formula: string | undefined;
}

/**
 * The rows of a worksheet part, as they arrive. Each cell becomes the text that stands for its value: numbers as plain
 * decimals, dates as `YYYY-MM-DD` or `YYYY-MM-DDTHH:mm:ss`, percentages with their sign, booleans as TRUE and FALSE.
 * A formula, an error and a number that is none are faults of their cell.
 */
export async function* readSheet(
  xml: AsyncIterable<Buffer>,
  context: SheetContext,
  limits: Limits,
): AsyncGenerator<TableRow> {
  const gate = new RowGate(limits);
  const ready: TableRow[] = [];
  let number = 0;
  let row: TableRow | undefined;
  let column = -1;
  let cell: Cell | undefined;
  let into: 'value' | 'inline' | 'formula' | undefined;
  let phonetic = false;

  for await (const _chunk of readElements(xml, maxRun(limits), {
    open(name, attributes) {
      if (name === 'row') {
        number = ascending(attributes['r'] === undefined ? number + 1 : Number(attributes['r']), number);
        row = { number, cells: [], faults: [] };
        column = -1;
      } else if (name === 'c' && row) {
        const reference = attributes['r'];
        column = ascending(reference === undefined ? column + 1 : columnOf(reference), column);
        cell = {
          column,
          type: attributes['t'] ?? 'n',
          style: Number(attributes['s'] ?? 0),
          value: '',
          inline: '',
          formula: undefined,
        };
      } else if (cell) {
        if (name === 'v') into = 'value';
        else if (name === 't') into = 'inline';
        else if (name === 'rPh') phonetic = true;
        else if (name === 'f') {
          into = 'formula';
          cell.formula = '';
        }
      }
    },
    text(text) {
      if (!cell || !into || phonetic) return;
      // More than allowed is kept, so that the excess shows; the rest is not needed to refuse the cell.
      const kept = cell[into] ?? '';
      if (kept.length <= limits.maxCellLength * 7) cell[into] = kept + text;
    },
    close(name) {
      if (name === 'v' || name === 't' || name === 'f') into = undefined;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'c' && cell && row) {
        place(cell, row, context, limits);
        cell = undefined;
      } else if (name === 'row' && row) {
        if (gate.admits(row)) ready.push(row);
        row = undefined;
      }
    },
  })) {
    yield* ready;
    ready.length = 0;
  }
}

function place(cell: Cell, row: TableRow, context: SheetContext, limits: Limits): void {
  const { text, fault } = read(cell, context);
  if (text === '' && !fault) return;
  if (cell.column >= limits.maxColumns)
    throw new TransferRefused(UPLOAD.tooManyColumns, { row: row.number, max: limits.maxColumns });
  while (row.cells.length < cell.column) row.cells.push('');
  row.cells.push(text);
  if (fault) row.faults.push({ ...fault, row: row.number, column: cell.column });
}

function read(cell: Cell, { strings, formats, date1904 }: SheetContext): { text: string; fault?: Fault } {
  if (cell.formula !== undefined) return { text: `=${cell.formula}`, fault: { key: UPLOAD.formula, params: {} } };
  switch (cell.type) {
    case 's': {
      const text = cell.value === '' ? '' : strings[Number(cell.value)];
      if (text === undefined) throw new TransferRefused(UPLOAD.damaged);
      return { text };
    }
    case 'inlineStr':
      return { text: decodeXString(cell.inline) };
    case 'str':
      return { text: decodeXString(cell.value) };
    case 'b':
      return { text: cell.value === '' ? '' : cell.value === '1' || cell.value === 'true' ? 'TRUE' : 'FALSE' };
    case 'e':
      return { text: cell.value, fault: { key: UPLOAD.errorValue, params: { value: cell.value } } };
    case 'd':
      return { text: cell.value.replace(/T00:00:00(\.0+)?$/, '') };
    default:
      return readNumber(cell.value.trim(), formats[cell.style] ?? 'number', date1904);
  }
}

function readNumber(value: string, format: NumberFormat, date1904: boolean): { text: string; fault?: Fault } {
  if (value === '') return { text: '' };
  const text = decimalText(value, format === 'percent' ? 2 : 0);
  if (text === undefined)
    return { text: value, fault: { key: UPLOAD.notNumber, params: { value: value.slice(0, 40) } } };
  if (format === 'number') return { text };
  if (format === 'percent') return { text: `${text}%` };
  const date = serialToText(Number(text), format, date1904);
  return date === undefined ? { text, fault: { key: UPLOAD.impossibleDate, params: { value: text } } } : { text: date };
}

/** Rows and cells stand in order in every sound sheet; a file that goes back is damaged, not to be sorted in memory. */
function ascending(next: number, last: number): number {
  if (!Number.isSafeInteger(next) || next <= last) throw new TransferRefused(UPLOAD.damaged);
  return next;
}

/** The column of a reference such as `AB12`, from 0; NaN for what is none. */
function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d*$/.exec(reference)?.[1];
  if (!letters) return Number.NaN;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
