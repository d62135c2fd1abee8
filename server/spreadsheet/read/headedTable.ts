import type { Limits } from '../limits.ts';
import { TransferRefused } from '../transferRefused.ts';
import { readTable } from './table.ts';
import type { TableRow } from './tableRow.ts';
import type { Source } from './source.ts';

/** A spreadsheet with its first row read as headings. */
export interface HeadedTable {
  headings: string[];
  /** the number of the row in which the headings stand */
  headingRow: number;
  /** the rows below; reading them to the end, or leaving the loop, frees the file */
  rows: AsyncGenerator<TableRow>;
}

/**
 * Opens a spreadsheet as `readTable` does and reads its headings. Call `rows.return` when the rows are not wanted.
 * @throws TransferRefused also for headings that are formulas or errors
 */
export async function openTable(
  source: Source,
  limits: Partial<Limits> = {},
  signal?: AbortSignal,
): Promise<HeadedTable> {
  const rows = readTable(source, limits, signal);
  const first = await rows.next();
  const { cells, faults, number } = first.value as TableRow;
  const [fault] = faults;
  if (!fault) return { headings: cells, headingRow: number, rows };
  await rows.return(undefined);
  throw new TransferRefused(fault.key, fault.params, { faults });
}
