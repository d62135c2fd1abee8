import type { Label } from './field.ts';

/** `mode`: `insert` refuses an existing key, `upsert` updates it */
export interface Import {
  key: string[];
  mode: 'insert' | 'upsert';
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
