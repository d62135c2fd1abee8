import type { Limits } from '../limits.ts';
import { TransferRefused } from '../transferRefused.ts';
import { readTable } from './table.ts';
import type { TableRow } from './tableRow.ts';
import type { Source } from './source.ts';

/** A spreadsheet whose first row has been read as headings. */
export interface HeadedTable {
  headings: string[];
  /** number of the row with the headings */
  headingRow: number;
  /** the rows below the headings; the file is closed after the last row, or when the caller leaves its loop */
  rows: AsyncGenerator<TableRow>;
}

/**
 * Opens a spreadsheet as `readTable` does, and reads its headings. A caller that does not read the rows must call
 * `rows.return`, which closes the file.
 *
 * @throws TransferRefused as `readTable` does, and for headings that are formulas or error values
 */
export async function openTable(
  source: Source,
  limits: Partial<Limits> = {},
  signal?: AbortSignal,
): Promise<HeadedTable> {
  const rows = readTable(source, limits, signal);
  const first = await rows.next();
  const { cells, errors, number } = first.value as TableRow;
  const [error] = errors;
  if (!error) return { headings: cells, headingRow: number, rows };
  await rows.return(undefined);
  throw new TransferRefused(error.key, error.params, { errors });
}
