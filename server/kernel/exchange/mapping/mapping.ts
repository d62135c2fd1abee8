import type { RunningCode } from './running.ts';

/** How the columns of a file become fields. */
export interface Mapping {
  /** heading as it stands in the file → field, or null for a column that is ignored by choice */
  columns: Record<string, string | null>;
  /** field → text that every row gets, for columns that the file lacks */
  constants?: Record<string, string>;
  /** field → running code, for columns that the file lacks */
  running?: Record<string, RunningCode>;
  /** row number → field → text, or null for none: cells mended in place instead of in the file */
  fixes?: Record<string, Record<string, string | null>>;
}
