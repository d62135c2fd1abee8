import type { UploadKey } from './messageKeys.ts';

/** A problem of a file or mapping: at a cell, a heading or an entry of the mapping. */
export interface UploadProblem {
  /** row number as the spreadsheet program shows it; for an error in a heading, the row of the headings */
  row?: number;
  /** index of the column, from 0 */
  column?: number;
  /** the entity's field, once the column is mapped */
  field?: string;
  key: UploadKey;
  /** values of the message's `{{…}}`; labels are printed in the reader's language */
  params: Record<string, unknown>;
}

/**
 * A file or mapping is refused as a whole. `key` and `params` are the message; `errors` lists all errors if there are
 * several.
 */
export class TransferRefused extends Error {
  readonly key: UploadKey;
  readonly params: Record<string, unknown>;
  readonly errors: readonly UploadProblem[];

  constructor(
    key: UploadKey,
    params: Record<string, unknown> = {},
    options: { errors?: readonly UploadProblem[]; cause?: unknown } = {},
  ) {
    super(`${key} ${JSON.stringify(params)}`, { cause: options.cause });
    this.name = 'TransferRefused';
    this.key = key;
    this.params = params;
    this.errors = options.errors ?? [];
  }
}
