import type { Context } from '../../context.ts';

/** Limits of the reading of a file. */
export interface ReadLimits {
  /** rows of the table, without its headings */
  maxRows: number;
  /** aborts when the caller disconnects */
  signal: AbortSignal;
}

/** A file format of another system that is no table, such as a bank statement (`x-import.formats`). */
export interface FileFormat {
  /**
   * Converts a file to a table whose first row has the names of fields.
   *
   * @returns undefined for a file of another format
   * @throws TransferRefused with the line of the file that cannot be read, and for more rows than the limit
   */
  toTable(path: string, limits: ReadLimits, context: Context): Promise<string[][] | undefined>;
}
