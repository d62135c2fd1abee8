import type { Row } from './row.ts';

/** A record that an effect created. */
export interface MadeRecord {
  entity: string;
  id: string;
}

/** The result of an effect. The kernel writes the row of the operation and its audit line. */
export interface EffectResult {
  /** fields of the row to set, including those that no caller may write */
  values?: Row;
  /** a new record: the answer names it as `_made`, and the screen opens it */
  made?: MadeRecord;
  /** the answer of an operation on the list */
  result?: unknown;
  /** message about the outcome; absent: "Done" */
  message?: { key: string; params: Record<string, unknown> };
  /** checks the row as it was saved. @throws Refusal, with which nothing of the operation is stored */
  verify?(saved: Row): Promise<void>;
}
