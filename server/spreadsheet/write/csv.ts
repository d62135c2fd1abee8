import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { escapeFormula } from '../formula.ts';
import { cellText, type Column } from './columns.ts';
import type { Rows } from './rows.ts';

/**
 * Streams a CSV file: UTF-8 with a byte order mark (without it Excel reads Chinese as GBK), CRLF, comma. Values stand
 * as in JSON; a cell that a spreadsheet program would run is kept text by an apostrophe, which reading takes off again.
 * Ends `out`. Rows are asked for no faster than `out` takes them; when `out` closes early they are asked for no more.
 * @returns the number of rows written, the heading not counted
 * @throws what `rows` or `out` throw; `out` is then destroyed, so that no half file passes for a whole one
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
  // A cell with another program's delimiter is quoted too: split there, its second half could start with '='.
  const text = stringify({ bom: true, record_delimiter: 'windows', quoted_match: /[;\t\r\n]/ });
  await pipeline(Readable.from(records(), { highWaterMark: 64 }), text, out, { signal });
  return written;
}
