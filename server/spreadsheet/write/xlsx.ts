import type { Writable } from 'node:stream';
import { zoneOf } from '../zone.ts';
import type { Column } from './columns.ts';
import type { Rows } from './rows.ts';
import { MAX_SHEET_ROWS } from './sheet.ts';
import { writeWorkbook } from './workbook.ts';

/**
 * Rows that fit into an xlsx file below the heading; ask before the answer starts, for then it is too late to refuse.
 */
export const MAX_XLSX_ROWS = MAX_SHEET_ROWS - 1;

export interface XlsxOptions {
  /** the name of the sheet */
  name: string;
  /** IANA zone in which instants are shown */
  timeZone: string;
  signal?: AbortSignal;
}

/**
 * Streams rows as an xlsx workbook of one sheet, with real numbers and dates where they lose nothing, and ends `out`.
 * See `writeWorkbook` for how it minds `out`.
 * @returns the number of rows written
 * @throws TransferRefused for more than MAX_XLSX_ROWS rows
 */
export function writeXlsx(
  columns: readonly Column[],
  rows: Rows,
  out: Writable,
  options: XlsxOptions,
): Promise<number> {
  return writeWorkbook([{ name: options.name, columns, rows }], zoneOf(options.timeZone), out, options.signal);
}
