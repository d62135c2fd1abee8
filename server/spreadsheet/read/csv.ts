import { Readable } from 'node:stream';
import { CsvError, parse, type Parser } from 'csv-parse';
import { isFormula, unescapeFormula } from '../formula.ts';
import type { Limits } from '../limits.ts';
import { UPLOAD } from '../messageKeys.ts';
import { TransferRefused, type UploadProblem } from '../transferRefused.ts';
import { decoded, detectEncoding } from './encoding.ts';
import type { Pace } from './pace.ts';
import { RowFilter } from './rowFilter.ts';
import type { SourceFile } from './source.ts';
import type { TableRow } from './tableRow.ts';

/** Limit of the characters of a record. It refuses a file with a quotation mark that is never closed. */
const MAX_RECORD = 1_000_000;
/** Bytes at the beginning of the file in which the delimiter is detected. */
const HEADING_BYTES = 65_536;
/** Limit of the fields of a record, including trailing blank ones: the column limit of spreadsheet programs. */
const MAX_FIELDS = 16_384;
/** Characters that are parsed at a time. In the worst case each is a record. */
const SLICE = 4096;

/**
 * Reads the rows of a CSV file (RFC 4180; comma, semicolon or tab). A record with line breaks is one row, as in a
 * spreadsheet program. The apostrophe of an escaped formula is removed; a cell that starts with `=` is an error.
 *
 * @throws TransferRefused for a damaged file, and for a file that exceeds a limit
 */
export async function* readCsv(file: SourceFile, limits: Limits, pace: Pace): AsyncGenerator<TableRow> {
  const encoding = await detectEncoding(file);
  const characters = Readable.from(slices(decoded(file.stream(), encoding)));
  const parser = parse({
    delimiter: delimiterOf(await headingOf(file, encoding)),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: MAX_RECORD,
  });
  allowAnyLength(parser);
  characters.once('error', (error) => parser.destroy(error));
  const filter = new RowFilter(limits);
  let number = 0;
  try {
    for await (const record of characters.pipe(parser) as Parser & AsyncIterable<string[]>) {
      if (pace.isDue()) await pace.yieldToOthers();
      if (record.length > MAX_FIELDS)
        throw new TransferRefused(UPLOAD.tooManyColumns, { row: number + 1, max: limits.maxColumns });
      const row = rowOf(++number, record);
      if (!filter.admits(row)) continue;
      if (row.cells.length > limits.maxColumns)
        throw new TransferRefused(UPLOAD.tooManyColumns, { row: number, max: limits.maxColumns });
      yield row;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const key = error.code === 'CSV_MAX_RECORD_SIZE' ? UPLOAD.rowTooLong : UPLOAD.quotes;
    // the parser is ahead of this loop, so its own count of records gives the row number
    throw new TransferRefused(key, { row: Number(error['records']) + 1 }, { cause: error });
  } finally {
    characters.destroy();
  }
}

/** The state of a parser of the library, as far as it is changed here. */
interface ParserState {
  record: unknown[];
  expectedRecordLength?: number;
}

/** Prototype of a state that expects of each record the length that it has. */
const ANY_LENGTH = {
  get expectedRecordLength(): number {
    return (this as unknown as ParserState).record.length;
  },
  set expectedRecordLength(_: number) {
    // any length
  },
};

/**
 * Makes the parser compare the length of each record with itself. Otherwise the parser would create and discard an
 * error, with a copy of the record, for each record whose length differs from the first, which takes 60 µs each time.
 * The accessor is on the prototype of a copied state, because one on the state itself makes all its properties slow.
 */
function allowAnyLength(parser: Parser): void {
  const internals = parser as unknown as { state: ParserState; api: { state: ParserState } };
  const { expectedRecordLength: _, ...rest } = internals.state;
  internals.state = internals.api.state = Object.setPrototypeOf({ ...rest }, ANY_LENGTH) as ParserState;
}

async function* slices(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts)
    for (let start = 0; start < text.length; start += SLICE) yield text.slice(start, start + SLICE);
}

function rowOf(number: number, record: string[]): TableRow {
  const errors: UploadProblem[] = [];
  const cells = record.map((cell, column) => {
    if (isFormula(cell)) errors.push({ row: number, column, key: UPLOAD.formula, params: {} });
    return unescapeFormula(cell);
  });
  return { number, cells, errors };
}

async function headingOf(file: SourceFile, encoding: string): Promise<string> {
  return new TextDecoder(encoding).decode(await file.read(0, HEADING_BYTES));
}

/** Detects the delimiter: comma, semicolon or tab, whichever is most frequent in the first line outside of quotes. */
export function delimiterOf(start: string): string {
  const heading = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(start)?.[0].replaceAll(/"(?:[^"]|"")*"/g, '') ?? '';
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: heading.split(delimiter).length }));
  return counts.reduce((best, candidate) => (candidate.count > best.count ? candidate : best)).delimiter;
}
