import type { Label } from '../model/field.ts';

/** Change of a row from one version to the other. */
export type Change = 'added' | 'removed' | 'changed' | 'same';

/** A field of a row in both versions. */
export interface FieldDifference {
  field: string;
  from: unknown;
  to: unknown;
  /** `to` minus `from` as decimal text; null for fields that are not numbers */
  difference: string | null;
}

/** A row in both versions. */
export interface RowDifference {
  title: Label;
  change: Change;
  /** id of the row in each version; null if it is missing there */
  from: string | null;
  to: string | null;
  /** all amounts, and the other fields that differ */
  fields: FieldDifference[];
}

/** The sum of an amount over all rows with the same currency. */
export interface Total {
  field: string;
  /** null for an amount without a currency */
  currency: string | null;
  from: string;
  to: string;
  difference: string;
}

/** The rows of one child in both versions. */
export interface ChildComparison {
  entity: string;
  counts: Record<Change, number>;
  totals: Total[];
  rows: RowDifference[];
}

/** Comparison of two versions: the answer of `GET /api/{entity}/{id}/compare`. */
export interface Comparison {
  from: Record<string, unknown>;
  to: Record<string, unknown>;
  parts: ChildComparison[];
}
