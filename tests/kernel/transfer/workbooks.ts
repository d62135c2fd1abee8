import { PassThrough, type Readable, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { DEFAULT_LIMITS, type Limits } from '../../../server/spreadsheet/limits.ts';
import { openArchive } from '../../../server/spreadsheet/read/archive.ts';
import { readTable } from '../../../server/spreadsheet/read/table.ts';
import type { TableRow } from '../../../server/spreadsheet/read/tableRow.ts';
import type { Source } from '../../../server/spreadsheet/read/source.ts';
import { TransferRefused } from '../../../server/spreadsheet/transferRefused.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A zip file of these parts. */
export async function zipOf(parts: Record<string, string | Buffer | Readable>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) {
    if (typeof content === 'string' || Buffer.isBuffer(content)) zip.addBuffer(Buffer.from(content), name);
    else zip.addReadStream(content, name);
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** The parts of a minimal workbook, as other programs write them; `sheetData` is the inside of that element. */
export function partsOf(
  sheetData: string,
  more: { shared?: string; cellXfs?: string; numFmts?: string; date1904?: boolean } = {},
): Record<string, string> {
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relationships({ rId1: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${TYPE}"><workbookPr date1904="${more.date1904 ? 1 : 0}"/><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships({
      rId1: ['worksheet', 'worksheets/sheet1.xml'],
      rId2: ['sharedStrings', '/xl/sharedStrings.xml'],
      rId3: ['styles', 'styles.xml'],
    }),
    'xl/sharedStrings.xml': `${XML}<sst ${MAIN}>${more.shared ?? ''}</sst>`,
    'xl/styles.xml': `${XML}<styleSheet ${MAIN}><numFmts>${more.numFmts ?? ''}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${more.cellXfs ?? ''}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet ${MAIN}><sheetData>${sheetData}</sheetData></worksheet>`,
  };
}

export function relationships(targets: Record<string, [type: string, target: string]>): string {
  const each = Object.entries(targets).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${TYPE}/${type}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
}

/** The bytes of a minimal workbook. */
export const workbookOf = (...args: Parameters<typeof partsOf>): Promise<Buffer> => zipOf(partsOf(...args));

/** Reads all rows in order. */
export async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** The text of one part of a workbook. */
export async function partText(file: Buffer, name: string): Promise<string> {
  const archive = await openArchive(file, DEFAULT_LIMITS);
  return Buffer.concat(await listOf(archive.read(name))).toString();
}

export const readAll = (source: Source, limits: Partial<Limits> = {}): Promise<TableRow[]> =>
  listOf(readTable(source, limits));

export const cellsOf = async (source: Source): Promise<string[][]> => (await readAll(source)).map((row) => row.cells);

/** The refusal at the end of reading, and the number of rows before it. */
export async function refusalOf(
  source: Source,
  limits: Partial<Limits> = {},
): Promise<{ refusal: TransferRefused | undefined; rows: number }> {
  let rows = 0;
  try {
    for await (const _row of readTable(source, limits)) rows++;
    return { refusal: undefined, rows };
  } catch (error) {
    if (error instanceof TransferRefused) return { refusal: error, rows };
    throw error;
  }
}

/** The bytes that `write` writes. */
export async function bytesOf(write: (out: Writable) => Promise<unknown>): Promise<Buffer> {
  const out = new PassThrough();
  const [bytes] = await Promise.all([buffer(out), write(out)]);
  return bytes;
}
