import type { Edits, ProblemGroup } from './contract.ts';

/** Rows with the same problem about the same value, which are corrected together. */
export interface ImportProblem {
  id: string;
  field: string | null;
  value: unknown;
  message: string;
  level: 'error' | 'warning';
  rows: number[];
}

/** Problems to correct, in the order of the server's summary. */
export const problemsOf = (summary: ProblemGroup[]): ImportProblem[] =>
  summary.map(({ field, key, message, value, level, ranges }) => ({
    id: JSON.stringify([field, key, message, value, level]),
    field: field || null,
    value,
    message,
    level: level ?? 'error',
    rows: ranges.flatMap(rowsFrom),
  }));

const rowsFrom = ([first, last]: [number, number]): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Sets a field of some rows; an omitted row is included again. */
export function correctRows(edits: Edits, rows: number[], field: string, value: string | null): Edits {
  return { ...edits, ...Object.fromEntries(rows.map((row) => [row, { ...edits[row], [field]: value }])) };
}

/** Omits rows of the file. */
export const omitRows = (edits: Edits, rows: number[]): Edits => ({
  ...edits,
  ...Object.fromEntries(rows.map((row) => [row, null])),
});

/** Undoes all corrections of some rows. */
export function restore(edits: Edits, rows: number[]): Edits {
  const restored = new Set(rows);
  return Object.fromEntries(Object.entries(edits).filter(([row]) => !restored.has(Number(row))));
}

/** The corrected value of a cell; undefined if it is as in the file. */
export const correctedValue = (edits: Edits, row: number, field: string): string | null | undefined =>
  edits[row]?.[field];

/** Whether a row is omitted. */
export const isOmitted = (edits: Edits, row: number): boolean => edits[row] === null;
