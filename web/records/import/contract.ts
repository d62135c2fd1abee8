/** Text cells by heading, the first rows of a file, and how the server would map its headings. */
export interface Preview {
  headings: string[];
  sample: string[][];
  rows: number;
  /** a heading without an entry is undecided; null omits it */
  mapping: { columns: Record<string, string | null> };
  /** the layout of another system's file that the headings are of */
  layout: string | null;
}

/** A code that counts up: `{seq:n}` in digits, `{seq36:n}` in digits and letters, n places wide. */
export interface Running {
  pattern: string;
  start: number;
}

/** Where each field's value comes from. A column mapped to null is omitted by choice. */
export interface Mapping {
  columns: Record<string, string | null>;
  constants: Record<string, string>;
  running: Record<string, Running>;
}

/**
 * Corrections by row number: the cells' new text by field (null empties one), or null for an omitted row.
 */
export type Edits = Record<string, Record<string, string | null> | null>;

/** A problem of rows with the same value in a cell; without a field it concerns the whole row. */
export interface ProblemSummary {
  field: string | null;
  key: string;
  message: string;
  value: unknown;
  level?: 'warning';
  /** how many rows */
  rows: number;
  /** first and last row of each run of rows */
  ranges: [number, number][];
}

/**
 * A field on which a row of the file and its record disagree: the file's value, the stored one and, if the history has it,
 * the one at the export.
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
  /** current `rev` of the record */
  rev: number;
  updater: string;
  updaterName: string | null;
  updateAt: string;
  fields: ConflictingField[];
}

/** The result of a check or of an import. */
export interface Report {
  rows: number;
  created: number;
  updated: number;
  /** updated rows without a record version; and of these, those that somebody else changed last */
  overwrites: number;
  overwritesOfOthers: number;
  /** the first of the rows in conflict, which are errors too; `conflictCount` counts all */
  conflicts: Conflict[];
  conflictCount: number;
  /** the problems with the most rows; there may be further ones */
  summary: ProblemSummary[];
  /** number of all rows in error */
  errorCount: number;
  /** the cells of some of the rows in error, by row number, in the order of the headings */
  cells: Record<string, string[]>;
  /** address of the uploaded rows with a column of their problems */
  errorFile: string | null;
}

/** How many of the errors the summary and the conflicts cover. */
export const summarised = ({ summary, conflictCount }: Report): number =>
  summary.reduce((sum, { rows }) => sum + rows, conflictCount);

/** The import was refused because it would overwrite records without consent. */
export const WITHOUT_CONSENT = 'MSG_upload_0099';

/**
 * Whether only warnings remain, so that the rows may be written anyway; problems beyond the summary may be of either
 * level.
 */
export const areOnlyWarnings = (report: Report): boolean =>
  report.conflictCount === 0 &&
  summarised(report) === report.errorCount &&
  report.summary.every(({ level }) => level === 'warning');
