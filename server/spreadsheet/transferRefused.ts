import type { UploadKey } from './messageKeys.ts';

/** One place in a file that is wrong, or one heading, or one part of a mapping. */
export interface Fault {
  /** as the spreadsheet program numbers rows; the heading's row for a heading */
  row?: number;
  /** from 0 */
  column?: number;
  /** the entity's field, once the column is mapped */
  field?: string;
  key: UploadKey;
  /** what the message's `{{…}}` stand for; labels are printed in the reader's language */
  params: Record<string, unknown>;
}

/**
 * The whole file, or the whole mapping, is refused: nothing of it can be used. `key` and `params` name the message;
 * `faults` lists every place to blame when there are several, all at once.
 */
export class TransferRefused extends Error {
  readonly key: UploadKey;
  readonly params: Record<string, unknown>;
  readonly faults: readonly Fault[];

  constructor(
    key: UploadKey,
    params: Record<string, unknown> = {},
    options: { faults?: readonly Fault[]; cause?: unknown } = {},
  ) {
    super(`${key} ${JSON.stringify(params)}`, { cause: options.cause });
    this.name = 'TransferRefused';
    this.key = key;
    this.params = params;
    this.faults = options.faults ?? [];
  }
}
