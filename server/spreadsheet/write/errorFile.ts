import type { Writable } from 'node:stream';
import type { Language } from '../../../generator/language/message.ts';
import { zoneOf } from '../zone.ts';
import { errorColumn } from './columns.ts';
import { writeWorkbook } from './workbook.ts';

/** An uploaded row with the messages about its errors. */
export interface CheckedRow {
  cells: readonly string[];
  messages: readonly string[];
}

/**
 * Streams uploaded rows as an xlsx workbook with a last column for their errors, and ends `out`. Staff can upload the
 * corrected file with this column: `mapHeadings` ignores it, and this function replaces it.
 *
 * @returns the number of written rows
 */
export function writeErrorFile(
  { headings, rows, language }: { headings: readonly string[]; rows: AsyncIterable<CheckedRow>; language: Language },
  out: Writable,
  signal?: AbortSignal,
): Promise<number> {
  const errors = errorColumn(language);
  const errorIndex = headings.indexOf(errors.heading);
  const withoutErrors = <T>(cells: readonly T[]): readonly T[] =>
    errorIndex === -1 ? cells : [...cells].toSpliced(errorIndex, 1);
  const columns = withoutErrors(headings).map((heading) => ({ heading }));
  async function* rowsWithErrors(): AsyncGenerator<string[]> {
    for await (const { cells, messages } of rows) {
      const values = withoutErrors(cells);
      yield [...columns.map((_, index) => values[index] ?? ''), messages.join('\n')];
    }
  }
  return writeWorkbook(
    [{ name: errors.heading, columns: [...columns, errors], rows: rowsWithErrors() }],
    zoneOf('UTC'),
    out,
    signal,
  );
}
