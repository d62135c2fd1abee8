import { upload } from '../../api/transfer.ts';

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
  /** address of the uploaded rows with a column that says what is wrong with each */
  errorFile: string | null;
}

export interface ImportAsk { file: File; mapping: Mapping; edits: Edits }

type Progress = (share: number) => void;

export function previewFile(entity: string, file: File, onProgress: Progress, signal: AbortSignal): Promise<Preview> {
  const form = new FormData();
  form.set('file', file);
  return upload<Preview>(`/api/${entity}/import/preview`, form, { onProgress, signal });
}

/** Judges every row and writes none. */
export const checkRows = (entity: string, ask: ImportAsk, onProgress: Progress, signal: AbortSignal): Promise<Report> =>
  upload<Report>(`/api/${entity}/import`, formOf(ask), { query: { dryRun: true }, onProgress, signal });

/** Writes all rows, or none if any is refused. It is not cancelled when the page is left. */
export const writeRows = (entity: string, ask: ImportAsk, onProgress: Progress): Promise<Report> =>
  upload<Report>(`/api/${entity}/import`, formOf(ask), { query: { dryRun: false }, onProgress });

function formOf({ file, mapping, edits }: ImportAsk): FormData {
  const form = new FormData();
  form.set('mapping', JSON.stringify(mapping));
  if (Object.keys(edits).length > 0) form.set('edits', JSON.stringify(edits));
  form.set('file', file);
  return form;
}
