import type { Label } from './field.ts';

/** `x-import`: rows from spreadsheets. */
export interface Import {
  key: string[];
  /** `insert` refuses an existing key, `upsert` updates its row */
  mode: 'insert' | 'upsert';
  /** max number of rows of a file */
  max: number;
  totals?: StatedTotal[];
  layouts?: Layout[];
}

/** `x-import.totals`: `equals` states the total of `of` over all rows with equal `per`. */
export interface StatedTotal {
  of: string;
  equals: string;
  per: string[];
}

/** `x-import.layouts`: the file of another system. `columns`: heading → field, in the order of its columns. */
export interface Layout {
  id: string;
  label: Label;
  columns: Record<string, string>;
}
