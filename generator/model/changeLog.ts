/**
 * `x-changeLog`: the read-only child entity in which the kernel logs changes of a row, by fields or by operations.
 */
export type ChangeLog = FieldLog | OperationLog;

interface LogReference {
  entity: string;
  /** the reference to the changed row, by id */
  via: string;
}

/** Fields of a log with one row for each changed field of an update, and one for a deletion. */
export interface FieldLog extends LogReference {
  /** number of the line within the log of its row, from 1 */
  seq: string;
  /** the changed field's name; absent for a deletion */
  item: string;
  /** the values before and after, as text */
  from: string;
  to: string;
  /** `update` or `delete` */
  action: string;
}

/** Fields of a log with one row for each operation on the row and on its children. */
export interface OperationLog extends LogReference {
  /** the operation: `add`, `edit`, `delete` or an action; for a child `<entity>.<operation>` */
  operation: string;
  /** description of the row and the changes, in the language of the author */
  summary: string;
  /** code of the author */
  by?: string;
  /** business date */
  on?: string;
  /** field of the log → field of the logged row whose value is copied */
  copies?: Record<string, string>;
}
