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
 * Streams uploaded rows as an xlsx workbook with a last column for their errors, and ends `out`. The corrected file can
 * be uploaded with this column, which `mapHeadings` ignores and this function replaces.
 *
 * @returns the number of written rows
 */
export function writeErrorFile(
  { headings, rows, language }: { headings: readonly string[]; rows: AsyncIterable<CheckedRow>; language: Language },
  out: Writable,
  signal?: AbortSignal,
): Promise<number> {
  const known = headings.map((heading) => ({ heading }));
  const column = errorColumn(language);
  const previous = headings.indexOf(column.heading);
  const kept = previous === -1 ? known : known.toSpliced(previous, 1);
  async function* marked(): AsyncGenerator<string[]> {
    for await (const { cells, messages } of rows) {
      const own = previous === -1 ? cells : [...cells].toSpliced(previous, 1);
      yield [...kept.map((_, index) => own[index] ?? ''), messages.join('\n')];
    }
  }
  return writeWorkbook(
    [{ name: column.heading, columns: [...kept, column], rows: marked() }],
    zoneOf('UTC'),
    out,
    signal,
  );
}
