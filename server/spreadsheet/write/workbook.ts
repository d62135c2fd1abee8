import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { encodeXString } from '../xstring.ts';
import type { Zone } from '../zone.ts';
import { sheetXml, type Sheet } from './sheet.ts';
import { STYLES_XML } from './styles.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * Streams an xlsx workbook of `sheets`, and ends `out`. Rows are read as fast as `out` accepts them. When `out` closes
 * or `signal` aborts, the iterator of the rows is closed.
 *
 * @returns the number of written rows of all sheets, not counting headings
 * @throws errors of the rows and of `out`; `out` is then destroyed, so that its reader notices the incomplete file
 */
export async function writeWorkbook(
  sheets: readonly Sheet[],
  zone: Zone,
  out: Writable,
  signal?: AbortSignal,
): Promise<number> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const opened: Readable[] = [];
  let written = 0;
  zip.on('error', (error: Error) => output.destroy(error));
  for (const [name, xml] of fixedParts(sheets)) zip.addBuffer(Buffer.from(xml), name);
  for (const [index, sheet] of sheets.entries()) {
    zip.addReadStreamLazy(`xl/worksheets/sheet${index + 1}.xml`, (callback) => {
      const xml = Readable.from(
        sheetXml(sheet, zone, () => written++),
        { objectMode: false },
      );
      // the zip writer does not listen for 'error' of its sources, and an error without a listener ends the process
      xml.once('error', (error) => output.destroy(error));
      opened.push(xml);
      callback(null, xml);
    });
  }
  zip.end();
  try {
    await pipeline(output, out, { signal });
    return written;
  } finally {
    for (const xml of opened) xml.destroy();
  }
}

/** All parts except the worksheets, as name and XML. */
const fixedParts = (sheets: readonly Sheet[]): [name: string, xml: string][] => [
  ['[Content_Types].xml', contentTypes(sheets)],
  ['_rels/.rels', relationships([{ type: 'officeDocument', target: 'xl/workbook.xml' }])],
  ['xl/workbook.xml', workbookXml(sheets)],
  [
    'xl/_rels/workbook.xml.rels',
    relationships([
      ...sheets.map((_, index) => ({ type: 'worksheet', target: `worksheets/sheet${index + 1}.xml` })),
      { type: 'styles', target: 'styles.xml' },
    ]),
  ],
  ['xl/styles.xml', STYLES_XML],
];

/** Converts a name to a valid sheet name: up to 31 characters, none of `[]:*?/\`, no apostrophe at either end. */
export const sheetName = (name: string): string =>
  name
    .replaceAll(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .replaceAll(/^['\s]+|['\s]+$/g, '') || 'Sheet1';

function contentTypes(sheets: readonly Sheet[]): string {
  const part = (name: string, type: string): string =>
    `<Override PartName="/xl/${name}.xml" ContentType="${CONTENT}.${type}+xml"/>`;
  return (
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}` +
    `${sheets.map((_, index) => part(`worksheets/sheet${index + 1}`, 'worksheet')).join('')}</Types>`
  );
}

function relationships(targets: readonly { type: string; target: string }[]): string {
  const elements = targets.map(
    ({ type, target }, index) => `<Relationship Id="rId${index + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${elements.join('')}</Relationships>`;
}

function workbookXml(sheets: readonly Sheet[]): string {
  const elements = sheets.map(
    ({ name, hidden }, index) =>
      `<sheet name="${encodeXString(sheetName(name))}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  );
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${elements.join('')}</sheets></workbook>`;
}
