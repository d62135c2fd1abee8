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
export interface Running { pattern: string; start: number }

/** Where each field's value comes from. A column mapped to null is left out by choice. */
export interface Mapping {
  columns: Record<string, string | null>;
  constants: Record<string, string>;
  running: Record<string, Running>;
}

/** What the reader mended, by row number: the cells' new text by field (null empties one), or null for a row that is left out. */
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

export interface Report {
  rows: number;
  created: number;
  updated: number;
  /** the complaints about the most rows, of which there may be more */
  summary: Said[];
  /** of all */
  errorCount: number;
  /** the cells of some of the rows in error, by row number, in the order of the headings */
  cells: Record<string, string[]>;
  /** address of the uploaded rows with a column that says what is wrong with each */
  errorFile: string | null;
}

/** How many of the errors the summary covers. */
export const summarised = ({ summary }: Report): number => summary.reduce((sum, { rows }) => sum + rows, 0);

/** All that is left are warnings, so that the rows may be written anyway; errors beyond those that are told may be of either level. */
export const areOnlyWarnings = (report: Report): boolean =>
  summarised(report) === report.errorCount && report.summary.every(({ level }) => level === 'warning');
