import type { Pace } from '../spreadsheet/read/pace.ts';
import type { Block, Sheet, Style } from './sheet.ts';

/** A table whose heading is repeated on each page. */
export interface Table {
  columns: readonly TableColumn[];
  /** a text for each column */
  rows: readonly (readonly string[])[];
}

/** A column of a table. */
export interface TableColumn {
  heading: string;
  /** right-aligned, and not broken into lines */
  isFigure: boolean;
}

const HEADING: Style = { size: 8, weight: 700, colour: '#1e293b' };
const CELL: Style = { size: 8, weight: 400, colour: '#1e293b' };
const BACK = '#eaf1f8';
const LINE = '#cbd5e1';
const PADDING = 4;
/** Least width of a column with long texts. */
const MIN_TEXT = 64;

/** A table with the widths that its columns have without line breaks. */
export interface MeasuredTable extends Table {
  wanted: readonly number[];
}

/** Draws a table at the current place, and yields to other work between rows. */
export async function drawTable(sheet: Sheet, { columns, rows, wanted }: MeasuredTable, pace: Pace): Promise<void> {
  const widths = columnWidths(sheet.width, wanted, columns);
  const rowOf = (texts: readonly string[], style: Style): Row => {
    const cells = texts.map((text, index) => sheet.block(text, widths[index]! - 2 * PADDING, style));
    return { cells, height: Math.max(...cells.map(({ height }) => height)) + 2 * PADDING - 2 };
  };
  const draw = ({ cells, height }: Row, style: Style): void => {
    let left = 0;
    cells.forEach((cell, index) => {
      const inner = widths[index]! - 2 * PADDING;
      const right = columns[index]!.isFigure ? inner : undefined;
      sheet.draw(cell, left + PADDING, sheet.y + PADDING - 1, { ...style, right });
      left += widths[index]!;
    });
    sheet.y += height;
  };
  const head = rowOf(
    columns.map(({ heading }) => heading),
    HEADING,
  );
  const drawHead = (): void => {
    sheet.fill(BACK, head.height);
    draw(head, HEADING);
  };
  if (sheet.room < head.height * 2) sheet.addPage();
  drawHead();
  for (const texts of rows) {
    const row = rowOf(texts, CELL);
    if (sheet.room < row.height) {
      sheet.addPage();
      drawHead();
    }
    draw(row, CELL);
    sheet.rule(LINE);
    if (pace.isDue()) await pace.yieldToOthers();
  }
  sheet.y += 10;
}

interface Row {
  cells: readonly Block[];
  height: number;
}

/** Measures the columns of a table, and yields to other work between rows. */
export async function measureTable(sheet: Sheet, table: Table, pace: Pace): Promise<MeasuredTable> {
  const natural = table.columns.map(({ heading }) => longestWord(sheet, heading));
  for (const texts of table.rows) {
    texts.forEach((text, index) => {
      natural[index] = Math.max(natural[index]!, sheet.widthOf(text, CELL));
    });
    if (pace.isDue()) await pace.yieldToOthers();
  }
  return { ...table, wanted: natural.map((width) => width + 2 * PADDING + 1) };
}

/** Whether a page is too narrow for a table, even with line breaks in its texts. */
export const isTooWide = ({ columns, wanted }: MeasuredTable, width: number): boolean =>
  wanted.reduce((sum, one, index) => sum + (columns[index]!.isFigure ? one : Math.min(one, MIN_TEXT)), 0) > width;

/** Width of the longest word of a heading. Chinese headings break between characters. */
const longestWord = (sheet: Sheet, heading: string): number =>
  Math.max(
    ...heading.split(' ').map((word) => {
      const width = sheet.widthOf(word, HEADING);
      return /\p{Script=Han}/u.test(word) ? Math.min(width, 4 * HEADING.size) : width;
    }),
  );

/** The widths of the columns, which fill the page. If it is too narrow, those with text are narrowed. */
function columnWidths(width: number, wanted: readonly number[], columns: readonly TableColumn[]): number[] {
  const spare = width - wanted.reduce((sum, one) => sum + one, 0);
  return spare < 0 ? narrowed(width, wanted, columns) : wanted.map((one) => one + spare / wanted.length);
}

/** Narrows the widest columns with text until all fit; if they cannot, all columns in proportion. */
function narrowed(width: number, wanted: readonly number[], columns: readonly TableColumn[]): number[] {
  const fixed = wanted.reduce((sum, one, index) => sum + (columns[index]!.isFigure ? one : 0), 0);
  const flexible = wanted.filter((_, index) => !columns[index]!.isFigure);
  const left = width - fixed;
  if (flexible.length === 0 || left < 0) {
    const total = wanted.reduce((sum, one) => sum + one, 0);
    return wanted.map((one) => (one * width) / total);
  }
  const limit = limitOf(flexible, left);
  const used = flexible.reduce((sum, one) => sum + Math.min(one, limit), 0);
  const spare = (left - used) / flexible.length;
  return wanted.map((one, index) => (columns[index]!.isFigure ? one : Math.min(one, limit) + spare));
}

/** The largest width to which columns are limited so that together they are at most `total` wide. */
function limitOf(widths: readonly number[], total: number): number {
  const sorted = widths.toSorted((a, b) => a - b);
  let left = total;
  for (const [index, width] of sorted.entries()) {
    const share = left / (sorted.length - index);
    if (width > share) return share;
    left -= width;
  }
  return sorted.at(-1) ?? total;
}
