import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import type { RowError } from './importRows.ts';

/** Errors that say the same of the same value: one complaint about all of their rows. */
export interface ErrorGroup extends Omit<RowError, 'row'> {
  /** how many */
  rows: number;
  /** which: first and last of each run of rows that follow each other, as the spreadsheet numbers them */
  ranges: [first: number, last: number][];
}

/** Complaints that are told; a file with more different ones is wrong throughout. */
const MAX_GROUPS = 1000;
/** Rows of a complaint whose cells are told, so that a person sees what it is about. */
const MAX_SHOWN_ROWS_OF_GROUP = 20;
const MAX_SHOWN_ROWS = 2000;

/**
 * All errors of an import but its conflicts, like with like, the most frequent complaint first. Each conflict is about
 * its own row, and the report has a list of them.
 *
 * @param errors in the order of their rows
 */
export function summarise(errors: readonly RowError[]): ErrorGroup[] {
  const found = new Map<string, ErrorGroup>();
  for (const { row, ...said } of errors) {
    if (said.key === UPLOAD.conflict) continue;
    const id = JSON.stringify([said.field, said.key, said.message, said.value, said.level]);
    const complaint = found.get(id) ?? { ...said, rows: 0, ranges: [] };
    found.set(id, complaint);
    complaint.rows++;
    const run = complaint.ranges.at(-1);
    if (run && row <= run[1] + 1) run[1] = row;
    else complaint.ranges.push([row, row]);
  }
  return [...found.values()].sort((a, b) => b.rows - a.rows).slice(0, MAX_GROUPS);
}

/** Rows to show with a summary: those of the errors that are listed, and the first ones of each complaint. */
export function rowsToShow(listed: readonly RowError[], summary: readonly ErrorGroup[]): Set<number> {
  const shown = new Set(listed.map(({ row }) => row));
  for (const { ranges } of summary) {
    if (shown.size >= MAX_SHOWN_ROWS) break;
    for (const row of firstRows(ranges)) shown.add(row);
  }
  return shown;
}

const firstRows = (ranges: ErrorGroup['ranges']): number[] =>
  ranges
    .slice(0, MAX_SHOWN_ROWS_OF_GROUP)
    .flatMap(([first, last]) =>
      Array.from({ length: Math.min(last - first + 1, MAX_SHOWN_ROWS_OF_GROUP) }, (_, index) => first + index),
    )
    .slice(0, MAX_SHOWN_ROWS_OF_GROUP);
