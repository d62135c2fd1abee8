import type { RunningCode } from './running.ts';

/** Mapping of the columns of a file to fields. */
export interface Mapping {
  /** heading of the file → field, or null for an ignored column */
  columns: Record<string, string | null>;
  /** field → text for every row, for fields without a column */
  constants?: Record<string, string>;
  /**
   * reference → text of the record into which all rows are imported, with or without a column: a blank cell receives
   * it, and a row that names another record is refused
   */
  into?: Record<string, string>;
  /** field → running code, for fields without a column */
  running?: Record<string, RunningCode>;
  /** cells that were fixed in the browser: row number → field → text; null: blank */
  fixes?: Record<string, Record<string, string | null>>;
}
