/** Preview of a file: its headings, the text cells of its first rows, and the mapping that the server proposes. */
export interface Preview {
  headings: string[];
  sample: string[][];
  rows: number;
  /** a heading without an entry is undecided; null omits it */
  mapping: { columns: Record<string, string | null> };
  /** id of the layout of another system's file, if the headings match one */
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
  /** reference → the record into which all rows are imported */
  into: Readonly<Record<string, string>>;
  running: Record<string, Running>;
}

/** Corrections by row number: the new texts of cells by field (null empties a cell), or null for an omitted row. */
export type Edits = Record<string, Record<string, string | null> | null>;

/** Rows with the same problem, an error or a warning, and the same value. */
export interface ProblemGroup {
  /** null: the problem concerns the whole row */
  field: string | null;
  key: string;
  message: string;
  value: unknown;
  level?: 'warning';
  /** number of rows */
  rows: number;
  /** first and last row of each run of rows */
  ranges: [number, number][];
}

/**
 * A field whose value in the file differs from the record: `mine` is the value in the file, `theirs` the stored value,
 * and `original` the exported value, if the history has it.
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
  /** number of updated rows without a record version */
  overwrites: number;
  /** number of those rows whose record somebody else changed last */
  overwritesOfOthers: number;
  /** the first rows in conflict; `conflictCount` counts all of them, and `errorCount` includes them */
  conflicts: Conflict[];
  conflictCount: number;
  /** the problems with the most rows; there may be further problems */
  summary: ProblemGroup[];
  /** number of all rows in error */
  errorCount: number;
  /** the cells of some of the rows in error, by row number, in the order of the headings */
  cells: Record<string, string[]>;
  /** address of the uploaded rows with a column of their problems */
  errorFile: string | null;
}

/** Number of errors that the summary and the conflicts cover. */
export const summarised = ({ summary, conflictCount }: Report): number =>
  summary.reduce((sum, { rows }) => sum + rows, conflictCount);

/** Key of the refusal to overwrite records without consent. */
export const WITHOUT_CONSENT = 'MSG_upload_0099';

/**
 * Whether all problems are warnings, so that the rows may be written anyway. False if the summary is incomplete,
 * because the other problems may be errors.
 */
export const areOnlyWarnings = (report: Report): boolean =>
  report.conflictCount === 0 &&
  summarised(report) === report.errorCount &&
  report.summary.every(({ level }) => level === 'warning');
