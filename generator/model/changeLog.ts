/**
 * `x-changeLog`: the read-only child entity in which the kernel keeps what happened to a row, by fields or by
 * operations.
 */
export type ChangeLog = FieldLog | OperationLog;

interface KeptLog {
  entity: string;
  /** the reference to the row that was changed, by its id */
  via: string;
}

/** A row for each changed field of an update, and one for a deletion; and which of its fields holds what. */
export interface FieldLog extends KeptLog {
  /** counted on from 1 for each row */
  seq: string;
  /** the changed field's name; absent for a deletion */
  item: string;
  /** the values before and after, as text */
  from: string;
  to: string;
  /** `update` or `delete` */
  action: string;
}

/** A row for each operation on the row and on its parts; and which of its fields holds what. */
export interface OperationLog extends KeptLog {
  /** `add`, `edit`, `delete` or an action; of a part `<entity>.<operation>` */
  operation: string;
  /** what it was done to, and what changed, in the language of who did it */
  told: string;
  /** who did it, by code */
  by?: string;
  /** the business date on which it was done */
  on?: string;
  /** field of the log → field of the logged row that is copied there */
  copies?: Record<string, string>;
}
