import { call } from '../../api/client.ts';
import { upload } from '../../api/transfer.ts';
import type { Edits, Mapping, Preview, Report } from './contract.ts';

/** A file to import with the user's decisions. */
export interface ImportInput {
  file: File;
  mapping: Mapping;
  edits: Edits;
  /** rows with warnings are accepted */
  acceptWarnings: boolean;
  /** the user agrees that rows without a record version overwrite records; otherwise the server refuses them */
  overwrite: boolean;
}

/** Called with the share of the file that has been sent, from 0 to 1. */
type Progress = (share: number) => void;

/** Uploads a file for a preview: its headings, its first rows and the proposed mapping. */
export function previewFile(entity: string, file: File, onProgress: Progress, signal: AbortSignal): Promise<Preview> {
  const form = new FormData();
  form.set('file', file);
  return upload<Preview>(`/api/${entity}/import/preview`, form, { onProgress, signal });
}

/** The first number of a counter from which enough codes for all rows are free. */
export const freeStart = async (
  entity: string,
  query: { field: string; pattern: string; rows: number },
): Promise<number> => (await call<{ start: number }>('GET', `/api/${entity}/import/free-codes`, { query })).start;

/** Validates all rows without writing them. */
export const checkRows = (
  entity: string,
  input: Omit<ImportInput, 'overwrite'>,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<Report> =>
  upload<Report>(`/api/${entity}/import`, formOf(input), { query: { dryRun: true }, onProgress, signal });

/** Writes all rows, or none if any is refused. It is not cancelled when the page is left. */
export const writeRows = (entity: string, input: ImportInput, onProgress: Progress): Promise<Report> =>
  upload<Report>(`/api/${entity}/import`, formOf(input), {
    query: { dryRun: false, overwrite: input.overwrite },
    onProgress,
  });

function formOf({ file, mapping, edits, acceptWarnings }: Omit<ImportInput, 'overwrite'>): FormData {
  const form = new FormData();
  form.set('mapping', JSON.stringify(mapping));
  if (Object.keys(edits).length > 0) form.set('edits', JSON.stringify(edits));
  if (acceptWarnings) form.set('acceptWarnings', 'true');
  form.set('file', file);
  return form;
}
