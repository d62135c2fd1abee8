import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import type { RowError } from './outcome.ts';

/** Rows with the same problem, an error or a warning, and the same value. */
export interface ProblemGroup extends Omit<RowError, 'row'> {
  /** number of rows */
  rows: number;
  /** first and last row of each range of consecutive rows, numbered as in the spreadsheet program */
  ranges: [first: number, last: number][];
}

/** Limit of the groups in the answer; a file with more different problems is unusable. */
const MAX_GROUPS = 1000;
/** Limits of the example rows whose cells the answer contains: in each group, and in total. */
const MAX_SHOWN_ROWS_OF_GROUP = 20;
const MAX_SHOWN_ROWS = 2000;

/**
 * Groups the errors and warnings of an import, the most frequent first. Conflicts are omitted, because the outcome
 * lists each of them.
 *
 * @param errors in the order of their rows
 */
export function summarise(errors: readonly RowError[]): ProblemGroup[] {
  const found = new Map<string, ProblemGroup>();
  for (const { row, ...error } of errors) {
    if (error.key === UPLOAD.conflict) continue;
    const id = JSON.stringify([error.field, error.key, error.message, error.value, error.level]);
    const group = found.get(id) ?? { ...error, rows: 0, ranges: [] };
    found.set(id, group);
    group.rows++;
    const run = group.ranges.at(-1);
    if (run && row <= run[1] + 1) run[1] = row;
    else group.ranges.push([row, row]);
  }
  return [...found.values()].sort((a, b) => b.rows - a.rows).slice(0, MAX_GROUPS);
}

/** Numbers of the rows to show with a summary: rows of listed errors, and the first rows of each group. */
export function rowsToShow(listed: readonly RowError[], summary: readonly ProblemGroup[]): Set<number> {
  const shown = new Set(listed.map(({ row }) => row));
  for (const { ranges } of summary) {
    if (shown.size >= MAX_SHOWN_ROWS) break;
    for (const row of firstRows(ranges)) shown.add(row);
  }
  return shown;
}

const firstRows = (ranges: ProblemGroup['ranges']): number[] =>
  ranges
    .slice(0, MAX_SHOWN_ROWS_OF_GROUP)
    .flatMap(([first, last]) =>
      Array.from({ length: Math.min(last - first + 1, MAX_SHOWN_ROWS_OF_GROUP) }, (_, index) => first + index),
    )
    .slice(0, MAX_SHOWN_ROWS_OF_GROUP);
