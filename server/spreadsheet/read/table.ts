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
 * Reads the first visible sheet of an xlsx workbook, or a CSV file, row by row. The format is detected by the content.
 * The memory for a file is limited. All resources are released when the caller leaves its loop over the rows.
 *
 * Values are exact texts: a number is its decimal text, a date `YYYY-MM-DD` or `YYYY-MM-DDTHH:mm:ss[.sss]` (without a
 * time zone, which sheets do not have), a percentage `25%`, a boolean TRUE or FALSE.
 *
 * @param signal aborts when the caller disconnects
 * @throws TransferRefused for a file that cannot be read or exceeds a limit; CallerDisconnected
 */
export async function* readTable(
  source: Source,
  limits: Partial<Limits> = {},
  signal?: AbortSignal,
): AsyncGenerator<TableRow> {
  const allLimits = { ...DEFAULT_LIMITS, ...limits };
  const pace = new Pace(signal);
  const file = await openSource(source, allLimits.maxBytes);
  let rows = 0;
  try {
    const isCsv = (await detectFormat(file)) === 'csv';
    for await (const row of isCsv ? readCsv(file, allLimits, pace) : readXlsx(file, allLimits)) {
      if (pace.isDue()) await pace.yieldToOthers();
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
