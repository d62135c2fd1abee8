import type { Row } from './row.ts';

/** A row as it was written. */
export interface Saved {
  id: string;
  rev: number;
  /** JSON text of the row, printed by the database; in an answer, of the row as the caller may see it, with children */
  json: string;
  /** the row as it was written, parsed on first use */
  readonly row: Row;
}

/** Changed fields with their values before and after, as history shows them. */
export type Changes = Record<string, [before: unknown, after: unknown]>;

/** The result of a write. */
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
