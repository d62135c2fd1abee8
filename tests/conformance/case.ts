import type { Row, Sample } from './sample.ts';

/** The message expected for a row: its field and key. */
export interface ExpectedMessage {
  field: string;
  key: string;
  level?: 'warning';
}

/** A row for all oracles, with the expected messages. */
export interface Case {
  title: string;
  sample: Sample;
  /** values instead of those of the sample; undefined omits the field */
  change: Row;
  /** must be among the messages; empty if the row must be accepted */
  expected: ExpectedMessage[];
  /** the row that is changed; absent for a new row */
  old?: Sample;
  /** the row is only inserted into the database, because API and form cannot write it */
  isDatabaseOnly?: true;
  /** the messages concern all children together; the form reports them only on saving */
  ofChildren?: true;
}

/**
 * Two rows of which the second conflicts with the first: refused while the first exists, accepted after it is deleted.
 */
export interface Clash {
  title: string;
  first: Sample;
  second: Sample;
  /** fields that the second copies from the first as stored */
  copied: string[];
  /** empty if both rows may exist */
  expected: ExpectedMessage[];
  /** server-written values of both rows, which are inserted directly into the database */
  serverValues?: Row;
}
