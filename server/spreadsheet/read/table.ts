import { DEFAULT_LIMITS, type Limits } from '../limits.ts';
import { UPLOAD } from '../messageKeys.ts';
import { TransferRefused } from '../transferRefused.ts';
import { openArchive } from './archive.ts';
import { readCsv } from './csv.ts';
import { Pace } from './pace.ts';
import { readSharedStrings } from './sharedStrings.ts';
import { readSheet } from './sheet.ts';
import { detectFormat } from './detectFormat.ts';
import { openSource, type Source, type SourceFile } from './source.ts';
import { readNumberFormats } from './styles.ts';
import type { TableRow } from './tableRow.ts';
import { findParts } from './workbook.ts';

/**
 * Reads an xlsx workbook's first visible sheet, or a CSV file, row by row; which it is, its content tells. Memory stays
 * bounded whatever the file holds, and leaving the loop early frees everything.
 *
 * Nothing is guessed and nothing goes through a float: a number is its exact decimal text, a real date `YYYY-MM-DD` or
 * `YYYY-MM-DDTHH:mm:ss[.sss]` (without a zone, as the sheet has none), a percentage `25%`, a boolean TRUE or FALSE.
 *
 * @param signal stops the reading: the caller left
 * @throws TransferRefused when the file as a whole cannot or must not be read; CallerDisconnected
 */
export async function* readTable(
  source: Source,
  limits: Partial<Limits> = {},
  signal?: AbortSignal,
): AsyncGenerator<TableRow> {
  const all = { ...DEFAULT_LIMITS, ...limits };
  const pace = new Pace(signal);
  const file = await openSource(source, all.maxBytes);
  let rows = 0;
  try {
    for await (const row of (await detectFormat(file)) === 'csv' ? readCsv(file, all, pace) : readXlsx(file, all)) {
      if (pace.isDue()) await pace.giveWay();
      rows++;
      yield row;
    }
    if (rows === 0) throw new TransferRefused(UPLOAD.empty);
  } finally {
    await file.close();
  }
}

async function* readXlsx(file: SourceFile, limits: Limits): AsyncGenerator<TableRow> {
  const archive = await openArchive(file.origin, limits);
  try {
    const parts = await findParts(archive);
    const strings = parts.sharedStrings ? await readSharedStrings(archive, parts.sharedStrings, limits) : [];
    const formats = parts.styles ? await readNumberFormats(archive, parts.styles) : [];
    yield* readSheet(archive.read(parts.sheet), { strings, formats, date1904: parts.date1904 }, limits);
  } finally {
    archive.close();
  }
}
