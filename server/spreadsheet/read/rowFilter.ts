import type { Limits } from '../limits.ts';
import { UPLOAD } from '../messageKeys.ts';
import { TransferRefused } from '../transferRefused.ts';
import type { TableRow } from './tableRow.ts';

/** Admits rows with a value, up to the limit of rows, and reports cells that are too long. */
export class RowFilter {
  readonly #limits: Limits;
  #admitted = 0;
  #blank = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Whether a row has a value. Removes trailing blank cells, and truncates a too long cell, which becomes an error.
   *
   * @throws TransferRefused for more than `maxRows` rows below the headings, or more than `maxBlankRows` blank rows
   */
  admits(row: TableRow): boolean {
    const { maxRows, maxBlankRows, maxCellLength } = this.#limits;
    while (row.cells.length > 0 && row.cells.at(-1)!.trim() === '') row.cells.pop();
    if (row.cells.length === 0) {
      if (++this.#blank > maxBlankRows) throw new TransferRefused(UPLOAD.tooManyBlankRows, { max: maxBlankRows });
      return false;
    }
    if (this.#admitted++ > maxRows) throw new TransferRefused(UPLOAD.tooManyRows, { max: maxRows });
    for (const [column, cell] of row.cells.entries()) {
      if (cell.length <= maxCellLength) continue;
      row.cells[column] = cell.slice(0, maxCellLength);
      row.errors.push({ row: row.number, column, key: UPLOAD.cellTooLong, params: { max: maxCellLength } });
    }
    return true;
  }
}
