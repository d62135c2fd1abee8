import type { Context } from '../../context.ts';

/** A file format of another system that is no table, such as a bank statement (`x-import.formats`). */
export interface FileFormat {
  /**
   * Converts a file to a table whose first row has the names of fields.
   *
   * @returns undefined for a file of another format
   * @throws TransferRefused with the line of the file that cannot be read
   */
  toTable(path: string, context: Context, signal: AbortSignal): Promise<string[][] | undefined>;
}
