import type { Row, Sample } from './sample.ts';

/** What is said of a row: the field to blame and the key of the message. */
export interface Complaint {
  field: string;
  key: string;
  level?: 'warning';
}

/** A row that every judge is shown, and what each must say of it. */
export interface Case {
  title: string;
  sample: Sample;
  /** given over the sample's own values; undefined leaves the field out */
  change: Row;
  /** must be among the complaints; empty where the row must be taken */
  expected: Complaint[];
  /** the row that is changed; a new row where there is none */
  old?: Sample;
  /** what is written past the server alone: only the database is asked */
  past?: true;
  /** what the parts are, all together: the form asks it as they are saved */
  ofParts?: true;
}

/** Two rows of which the second meets the first: refused while the first is there, taken when it is gone. */
export interface Clash {
  title: string;
  first: Sample;
  second: Sample;
  /** fields that the second takes from the first as it was stored */
  copied: string[];
  /** empty where the two may stand side by side */
  expected: Complaint[];
  /** what both hold that the product writes: only the database is asked */
  past?: Row;
}
