import type { Edits, Said } from './contract.ts';

/** Rows with one and the same complaint about one and the same value: they are mended together. */
export interface Complaint {
  id: string;
  field: string | null;
  value: unknown;
  message: string;
  level: 'error' | 'warning';
  rows: number[];
}

/** What is to be mended, in the order of the server's summary. */
export const complaints = (summary: Said[]): Complaint[] =>
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

/** Sets a field of some rows; a row that was left out comes back with it. */
export function mend(edits: Edits, rows: number[], field: string, value: string | null): Edits {
  return { ...edits, ...Object.fromEntries(rows.map((row) => [row, { ...edits[row], [field]: value }])) };
}

export const leaveOut = (edits: Edits, rows: number[]): Edits => ({
  ...edits,
  ...Object.fromEntries(rows.map((row) => [row, null])),
});

/** Takes back all that was done to some rows. */
export function restore(edits: Edits, rows: number[]): Edits {
  const taken = new Set(rows);
  return Object.fromEntries(Object.entries(edits).filter(([row]) => !taken.has(Number(row))));
}

/** What the reader gave for a cell; undefined if it is as in the file. */
export const mended = (edits: Edits, row: number, field: string): string | null | undefined => edits[row]?.[field];

export const isLeftOut = (edits: Edits, row: number): boolean => edits[row] === null;
