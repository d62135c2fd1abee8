import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { escapeFormula } from '../formula.ts';
import { cellText, type Column } from './columns.ts';
import type { Rows } from './rows.ts';

/**
 * Streams a CSV file and ends `out`: UTF-8 with a byte order mark (without it Excel reads Chinese as GBK), CRLF, comma.
 * A cell has the JSON form of its value. A text that a program would run as a formula is escaped; `readCsv` reverses
 * this. Rows are read as fast as `out` accepts them, and no longer when it closes.
 *
 * @returns the number of written rows, not counting the row of headings
 * @throws errors of `rows` and `out`; `out` is then destroyed, so that its reader notices that the file is incomplete
 */
export async function writeCsv(
  columns: readonly Column[],
  rows: Rows,
  out: Writable,
  signal?: AbortSignal,
): Promise<number> {
  let written = 0;
  async function* records(): AsyncGenerator<string[]> {
    yield columns.map((column) => escapeFormula(column.heading));
    for await (const row of rows) {
      written++;
      yield columns.map((column, index) => escapeFormula(cellText(row[index], column)));
    }
  }
  // also quotes delimiters of other programs: a program that splits a cell there could run the rest as a formula
  const text = stringify({ bom: true, record_delimiter: 'windows', quoted_match: /[;\t\r\n]/ });
  await pipeline(Readable.from(records(), { highWaterMark: 64 }), text, out, { signal });
  return written;
}
