import type { Label } from './field.ts';

/** `x-import`: how rows are imported from spreadsheets. */
export interface Import {
  key: string[];
  /**
   * for a row whose key exists: `insert` refuses the row, `upsert` updates the record, `add` skips the row if the
   * record has its required values, and refuses it otherwise
   */
  mode: 'insert' | 'upsert' | 'add';
  /** max number of rows of a file */
  max: number;
  totals?: StatedTotal[];
  layouts?: Layout[];
  /** names of file formats of business areas */
  formats?: string[];
}

/**
 * `x-import.totals`: in each row, the field `equals` states the total of the field `of` over all rows with equal `per`.
 */
export interface StatedTotal {
  of: string;
  equals: string;
  per: string[];
}

/** `x-import.layouts`: the file format of another system. `columns`: heading → field, in the order of the file. */
export interface Layout {
  id: string;
  label: Label;
  columns: Record<string, string>;
}
