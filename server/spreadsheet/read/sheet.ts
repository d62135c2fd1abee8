import type { Limits } from '../limits.ts';
import { UPLOAD } from '../messageKeys.ts';
import { TransferRefused, type UploadProblem } from '../transferRefused.ts';
import { serialToText } from '../serial.ts';
import { decodeXString, maxStoredLength } from '../xstring.ts';
import { decimalText } from './decimalText.ts';
import { maxRun, readElements, type ElementHandlers } from './elements.ts';
import type { NumberFormat } from './numberFormat.ts';
import { RowFilter } from './rowFilter.ts';
import type { TableRow } from './tableRow.ts';

/** Parts of the workbook that cells of a sheet refer to. */
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
 * Reads the rows of a worksheet part. Each cell becomes a text: numbers are plain decimals, dates `YYYY-MM-DD` or
 * `YYYY-MM-DDTHH:mm:ss`, percentages have their sign, booleans are TRUE and FALSE. Formulas, error values and invalid
 * numbers are errors of their cells.
 *
 * @throws TransferRefused for a damaged sheet, and for a sheet that exceeds a limit
 */
export async function* readSheet(
  xml: AsyncIterable<Buffer>,
  context: SheetContext,
  limits: Limits,
): AsyncGenerator<TableRow> {
  const parser = new SheetParser(context, limits);
  for await (const _chunk of readElements(xml, maxRun(limits), parser.handlers)) yield* parser.takeRows();
}

/** Collects the rows of a worksheet while it is parsed. */
class SheetParser {
  readonly #context: SheetContext;
  readonly #limits: Limits;
  readonly #filter: RowFilter;
  readonly #rows: TableRow[] = [];
  #rowNumber = 0;
  #row: TableRow | undefined;
  #column = -1;
  #cell: Cell | undefined;
  /** property of the cell that the current text belongs to */
  #target: 'value' | 'inline' | 'formula' | undefined;
  #isPhonetic = false;

  /** Handlers for the XML reader. */
  readonly handlers: ElementHandlers = {
    open: (name, attributes) => {
      if (name === 'row') this.#openRow(attributes);
      else if (name === 'c' && this.#row) this.#openCell(attributes);
      else if (this.#cell) this.#openContent(name, this.#cell);
    },
    text: (text) => {
      if (!this.#cell || !this.#target || this.#isPhonetic) return;
      const stored = this.#cell[this.#target] ?? '';
      if (stored.length <= maxStoredLength(this.#limits)) this.#cell[this.#target] = stored + text;
    },
    close: (name) => {
      if (name === 'v' || name === 't' || name === 'f') this.#target = undefined;
      else if (name === 'rPh') this.#isPhonetic = false;
      else if (name === 'c' && this.#cell && this.#row) {
        addCell(this.#cell, this.#row, this.#context, this.#limits);
        this.#cell = undefined;
      } else if (name === 'row' && this.#row) {
        if (this.#filter.admits(this.#row)) this.#rows.push(this.#row);
        this.#row = undefined;
      }
    },
  };

  constructor(context: SheetContext, limits: Limits) {
    this.#context = context;
    this.#limits = limits;
    this.#filter = new RowFilter(limits);
  }

  /** Returns the complete rows since the last call. */
  takeRows(): TableRow[] {
    return this.#rows.splice(0);
  }

  #openRow({ r: reference }: Record<string, string>): void {
    const number = reference === undefined ? this.#rowNumber + 1 : Number(reference);
    this.#rowNumber = requireAscending(number, this.#rowNumber);
    this.#row = { number: this.#rowNumber, cells: [], errors: [] };
    this.#column = -1;
  }

  #openCell({ r: reference, t: type = 'n', s: style = '0' }: Record<string, string>): void {
    this.#column = requireAscending(reference === undefined ? this.#column + 1 : columnOf(reference), this.#column);
    this.#cell = { column: this.#column, type, style: Number(style), value: '', inline: '', formula: undefined };
  }

  #openContent(name: string, cell: Cell): void {
    if (name === 'v') this.#target = 'value';
    else if (name === 't') this.#target = 'inline';
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'f') {
      this.#target = 'formula';
      cell.formula = '';
    }
  }
}

function addCell(cell: Cell, row: TableRow, context: SheetContext, limits: Limits): void {
  const { text, error } = readCell(cell, context);
  if (text === '' && !error) return;
  if (cell.column >= limits.maxColumns)
    throw new TransferRefused(UPLOAD.tooManyColumns, { row: row.number, max: limits.maxColumns });
  while (row.cells.length < cell.column) row.cells.push('');
  row.cells.push(text);
  if (error) row.errors.push({ ...error, row: row.number, column: cell.column });
}

function readCell(cell: Cell, { strings, formats, date1904 }: SheetContext): { text: string; error?: UploadProblem } {
  if (cell.formula !== undefined) return { text: `=${cell.formula}`, error: { key: UPLOAD.formula, params: {} } };
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
      return { text: cell.value, error: { key: UPLOAD.errorValue, params: { value: cell.value } } };
    case 'd':
      return { text: cell.value.replace(/T00:00:00(\.0+)?$/, '') };
    default:
      return readNumber(cell.value.trim(), formats[cell.style] ?? 'number', date1904);
  }
}

function readNumber(value: string, format: NumberFormat, date1904: boolean): { text: string; error?: UploadProblem } {
  if (value === '') return { text: '' };
  const text = decimalText(value, format === 'percent' ? 2 : 0);
  if (text === undefined)
    return { text: value, error: { key: UPLOAD.notNumber, params: { value: value.slice(0, 40) } } };
  if (format === 'number') return { text };
  if (format === 'percent') return { text: `${text}%` };
  const date = serialToText(Number(text), format, date1904);
  return date === undefined ? { text, error: { key: UPLOAD.impossibleDate, params: { value: text } } } : { text: date };
}

/** Requires ascending numbers of rows and of cells. @throws TransferRefused for a damaged sheet */
function requireAscending(next: number, last: number): number {
  if (!Number.isSafeInteger(next) || next <= last) throw new TransferRefused(UPLOAD.damaged);
  return next;
}

/** The column of a reference such as `AB12`, from 0; NaN for an invalid one. */
function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d*$/.exec(reference)?.[1];
  if (!letters) return Number.NaN;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
