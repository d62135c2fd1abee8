import type { UploadProblem } from '../transferRefused.ts';

/** A row of a spreadsheet with at least one value. */
export interface TableRow {
  /** row number of the spreadsheet program, from 1 */
  number: number;
  /** text of each cell, '' for a blank one, without trailing blank cells */
  cells: string[];
  /** errors of cells: formulas, error values, impossible dates, too long texts */
  errors: UploadProblem[];
}
