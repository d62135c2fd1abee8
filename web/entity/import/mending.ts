import type { Edits, RowError } from './contract.ts';

/** Rows with one and the same complaint about one and the same value: they are mended together. */
export interface Complaint { id: string; field: string | null; value: unknown; message: string; level: 'error' | 'warning'; rows: number[] }

/** Joins like errors, the most frequent complaint first. */
export function complaints(errors: RowError[]): Complaint[] {
  const byId = new Map<string, Complaint>();
  for (const { field, value, key, message, row, level } of errors) {
    const id = JSON.stringify([field, value ?? null, key, message]);
    const found = byId.get(id);
    if (found) found.rows.push(row);
    else byId.set(id, { id, field, value: value ?? null, message, level: level ?? 'error', rows: [row] });
  }
  return [...byId.values()].sort((a, b) => b.rows.length - a.rows.length);
}

/** Sets a field of some rows; a row that was left out comes back with it. */
export function mend(edits: Edits, rows: number[], field: string, value: string | null): Edits {
  return { ...edits, ...Object.fromEntries(rows.map((row) => [row, { ...edits[row], [field]: value }])) };
}

export const leaveOut = (edits: Edits, rows: number[]): Edits => ({ ...edits, ...Object.fromEntries(rows.map((row) => [row, null])) });

/** Takes back all that was done to some rows. */
export const restore = (edits: Edits, rows: number[]): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([row]) => !rows.includes(Number(row))));

/** What the reader gave for a cell; undefined if it is as in the file. */
export const mended = (edits: Edits, row: number, field: string): string | null | undefined => edits[row]?.[field];

export const isLeftOut = (edits: Edits, row: number): boolean => edits[row] === null;
