import type { Writable } from 'node:stream';
import { zoneOf } from '../zone.ts';
import type { Column } from './columns.ts';
import type { Rows } from './rows.ts';
import { MAX_SHEET_ROWS } from './sheet.ts';
import { writeWorkbook } from './workbook.ts';

/** Limit of rows below the headings of an xlsx file. Callers check it first: a started answer can no longer refuse. */
export const MAX_XLSX_ROWS = MAX_SHEET_ROWS - 1;

/** Settings of a written workbook. */
export interface XlsxOptions {
  /** the name of the sheet */
  name: string;
  /** IANA zone in which instants are shown */
  timeZone: string;
  signal?: AbortSignal;
}

/**
 * Streams rows as an xlsx workbook of one sheet, as `writeWorkbook` does.
 *
 * @returns the number of written rows
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
