/** Text cells by heading, the first rows of a file, and how the server would map its headings. */
export interface Preview {
  headings: string[];
  sample: string[][];
  rows: number;
  /** a heading that is not in here is open; null leaves it out */
  mapping: { columns: Record<string, string | null> };
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

/** One complaint about one cell; without a field it is about the row. */
export interface RowError { row: number; field: string | null; key: string; message: string; value: unknown; level?: 'warning' }

export interface Report {
  rows: number;
  created: number;
  updated: number;
  /** the first thousand */
  errors: RowError[];
  /** of all */
  errorCount: number;
  /** the cells of the rows in `errors`, by row number, in the order of the headings */
  cells: Record<string, string[]>;
  /** address of the uploaded rows with a column that says what is wrong with each */
  errorFile: string | null;
}

/** All that is left are warnings, so that the rows may be written anyway; errors beyond those that are listed may be of either level. */
export const areOnlyWarnings = ({ errors, errorCount }: Report): boolean =>
  errorCount === errors.length && errors.every(({ level }) => level === 'warning');
