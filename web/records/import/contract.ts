/** Text cells by heading, the first rows of a file, and how the server would map its headings. */
export interface Preview {
  headings: string[];
  sample: string[][];
  rows: number;
  /** a heading that is not in here is open; null leaves it out */
  mapping: { columns: Record<string, string | null> };
  /** the layout of another system's file that the headings are of */
  layout: string | null;
}

/** A code that counts up: `{seq:n}` in digits, `{seq36:n}` in digits and letters, n places wide. */
export interface Running {
  pattern: string;
  start: number;
}

/** Where each field's value comes from. A column mapped to null is left out by choice. */
export interface Mapping {
  columns: Record<string, string | null>;
  constants: Record<string, string>;
  running: Record<string, Running>;
}

/**
 * What the reader mended, by row number: the cells' new text by field (null empties one), or null for a row that is
 * left out.
 */
export type Edits = Record<string, Record<string, string | null> | null>;

/** One complaint about the cells of some rows that hold the same; without a field it is about the whole row. */
export interface Said {
  field: string | null;
  key: string;
  message: string;
  value: unknown;
  level?: 'warning';
  /** how many rows */
  rows: number;
  /** which rows: first and last of each run */
  ranges: [number, number][];
}

/**
 * A field on which a row of the file and its record disagree: the file's value, the stored one and, where the history
 * gives it, the one at the export.
 */
export interface ConflictingField {
  field: string;
  mine: unknown;
  theirs: unknown;
  original?: unknown;
}

/** A row whose record somebody changed after the file was made. */
export interface Conflict {
  row: number;
  id: string;
  /** the record's of now */
  rev: number;
  updater: string;
  updaterName: string | null;
  updateAt: string;
  fields: ConflictingField[];
}

export interface Report {
  rows: number;
  created: number;
  updated: number;
  /** of the updated ones, those without a record version; and of these, those that somebody else changed last */
  overwrites: number;
  overwritesOfOthers: number;
  /** the first of the rows in conflict, which are errors too; `conflictCount` counts all */
  conflicts: Conflict[];
  conflictCount: number;
  /** the complaints about the most rows, of which there may be more */
  summary: Said[];
  /** of all */
  errorCount: number;
  /** the cells of some of the rows in error, by row number, in the order of the headings */
  cells: Record<string, string[]>;
  /** address of the uploaded rows with a column that says what is wrong with each */
  errorFile: string | null;
}

/** How many of the errors the summary and the conflicts cover. */
export const summarised = ({ summary, conflictCount }: Report): number =>
  summary.reduce((sum, { rows }) => sum + rows, conflictCount);

/** The import was refused because it would overwrite records without consent. */
export const WITHOUT_CONSENT = 'MSG_upload_0099';

/**
 * All that is left are warnings, so that the rows may be written anyway; errors beyond those that are told may be of
 * either level.
 */
export const areOnlyWarnings = (report: Report): boolean =>
  report.conflictCount === 0 &&
  summarised(report) === report.errorCount &&
  report.summary.every(({ level }) => level === 'warning');
