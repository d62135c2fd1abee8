import type { Fault } from '../transferRefused.ts';

/** One row of a spreadsheet that holds any value. */
export interface TableRow {
  /** as the spreadsheet program shows it, from 1 */
  number: number;
  /** the text of each cell, '' for a blank one; blank cells at the end are left out */
  cells: string[];
  /** cells that are refused: formulas, error values, impossible dates, too long */
  faults: Fault[];
}
