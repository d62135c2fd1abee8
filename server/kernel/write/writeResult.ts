import type { Row } from '../row.ts';
import type { Saved } from './saved.ts';

/** Changed fields with their values before and after, as history shows them. */
export type Changes = Record<string, [before: unknown, after: unknown]>;

/** What the step `write` adds to a save. */
export interface WriteResult {
  /** the row as it was written */
  readonly row: Row;
  /** the written columns; for a stored row, those that changed */
  readonly columns: Row;
  /** the changes of the audit line of a stored row, without notes; empty for a new row */
  readonly audited: Changes;
  readonly saved: Saved;
}

/** A row that was written together with others. */
export interface WrittenRow {
  /** the stored row before an update; absent for a new row */
  readonly before?: Row | undefined;
  /** the row as it was written, for a new row without its id */
  readonly row: Row;
  /** as in `WriteResult` */
  readonly audited: Changes;
}
