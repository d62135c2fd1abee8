import { UPLOAD } from '../messageKeys.ts';
import { TransferRefused } from '../transferRefused.ts';
import type { SourceFile } from './source.ts';

/** First bytes of other file formats, with the name of the format for the message. */
const OTHER_FORMATS: readonly (readonly [start: RegExp, name: string])[] = [
  [/^%PDF-/, 'PDF'],
  [/^\x89PNG/, 'PNG'],
  [/^\xff\xd8\xff/, 'JPEG'],
  [/^GIF8/, 'GIF'],
  [/^BM.*\0/s, 'BMP'],
  [/^(II\*\0|MM\0\*)/, 'TIFF'],
  [/^RIFF/, 'RIFF'],
  [/^Rar!/, 'RAR'],
  [/^7z\xbc\xaf/, '7z'],
  [/^\x1f\x8b/, 'gzip'],
  [/^\x7fELF|^MZ.{2}\0/s, 'EXE'],
  [/^\{\\rtf/, 'RTF'],
  [/^(\xef\xbb\xbf)?\s*<(\?xml|!doctype|html|head|body|table|meta|style)/i, 'HTML or XML'],
];
const OLE = /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/;
const ZIP = /^PK(\x03\x04|\x05\x06)/;

/**
 * Detects the format of a file by its content, not by its name. `findParts` later checks whether a zip is a workbook.
 *
 * @throws TransferRefused for old or encrypted Excel files, and for files that are not spreadsheets
 */
export async function detectFormat(file: SourceFile): Promise<'zip' | 'csv'> {
  const start = (await file.read(0, 256)).toString('latin1');
  if (ZIP.test(start)) return 'zip';
  if (OLE.test(start)) throw new TransferRefused((await isEncryptedPackage(file)) ? UPLOAD.encrypted : UPLOAD.oldExcel);
  const other = OTHER_FORMATS.find(([pattern]) => pattern.test(start));
  if (other) throw new TransferRefused(UPLOAD.notSpreadsheet, { found: other[1] });
  return 'csv';
}

/**
 * Whether an OLE file is a workbook with a password: its directory then has a stream "EncryptedPackage"
 * ([MS-OFFCRYPTO] §2.3.4.4).
 */
async function isEncryptedPackage(file: SourceFile): Promise<boolean> {
  const header = await file.read(0, 512);
  if (header.length < 512) return false;
  const sectorSize = 2 ** Math.min(header.readUInt16LE(30), 12);
  const directory = await file.read((header.readUInt32LE(48) + 1) * sectorSize, 4096);
  return directory.includes(Buffer.from('EncryptedPackage', 'utf16le'));
}
