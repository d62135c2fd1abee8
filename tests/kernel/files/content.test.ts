import { describe, expect, test } from 'vitest';
import { ATTACHMENT_MESSAGE as KEY, type AttachmentExtension } from '../../../generator/language/attachment.ts';
import { compoundEntries } from '../../../server/kernel/files/compoundFile.ts';
import { contentProblem } from '../../../server/kernel/files/content.ts';
import { UPLOAD } from '../../../server/spreadsheet/messageKeys.ts';
import { compoundFile, doc, docx, jpg, pdf, png, zip } from '../../fixtures/attachments.ts';

const files: Record<string, Buffer> = {
  png: png(),
  jpg: jpg(),
  jpeg: jpg(),
  pdf: pdf(),
  doc: doc(),
  docx: await docx(),
};

describe('content', () => {
  const pairs = Object.keys(files).flatMap((content) =>
    Object.keys(files).map((extension): [string, string, string | undefined] => [
      content,
      extension,
      files[content]!.equals(files[extension]!) ? undefined : KEY.wrongContent,
    ]),
  );

  test.each(pairs)('of %s under the extension %s: %s', async (content, extension, key) => {
    expect((await contentProblem(files[content]!, extension as AttachmentExtension))?.key).toBe(key);
  });

  test.each<[string, AttachmentExtension, () => Buffer | Promise<Buffer>, string]>([
    ['a web page', 'pdf', () => Buffer.from('<html><script>alert(1)</script>'), KEY.wrongContent],
    ['a web page before a PDF', 'pdf', () => Buffer.concat([Buffer.from('<script>'), pdf()]), KEY.wrongContent],
    ['a program', 'png', () => Buffer.from('MZ\x90\0'), KEY.wrongContent],
    ['a signature alone', 'png', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), KEY.wrongContent],
    ['a vector picture', 'jpg', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), KEY.wrongContent],
    ['one byte', 'docx', () => Buffer.from('P'), KEY.wrongContent],
    ['an installer', 'doc', () => compoundFile(['!_StringData']), KEY.wrongContent],
    ['an old workbook', 'doc', () => compoundFile(['Workbook']), KEY.wrongContent],
    ['rich text', 'doc', () => Buffer.from('{\\rtf1}'), KEY.wrongContent],
    ['any zip', 'docx', () => zip({ 'a.txt': Buffer.from('a') }), KEY.wrongContent],
    [
      'a new workbook',
      'docx',
      () => docx('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
      KEY.wrongContent,
    ],
    [
      'a document with macros',
      'docx',
      () => docx('application/vnd.ms-word.document.macroEnabled.main+xml'),
      KEY.macros,
    ],
    [
      'a document with a password',
      'docx',
      () => compoundFile(['EncryptedPackage', 'EncryptionInfo']),
      UPLOAD.encrypted,
    ],
    ['a truncated document', 'docx', async () => (await docx()).subarray(0, -30), UPLOAD.damaged],
    ['a document with damaged parts', 'docx', async () => broken(await docx()), UPLOAD.damaged],
    ['a zip bomb', 'docx', () => docx(undefined, { 'word/media/image1.png': Buffer.alloc(20_000_000) }), UPLOAD.bomb],
    [
      'a zip bomb with understated sizes',
      'docx',
      async () => understated(await docx(undefined, { 'word/media/image1.png': Buffer.alloc(20_000_000) }), 20_000_000),
      UPLOAD.damaged,
    ],
  ])('refuses %s as %s', async (_, extension, make, key) => {
    expect((await contentProblem(await make(), extension))?.key).toBe(key);
  });
});

/** Inverts bytes within the compressed parts. */
function broken(archive: Buffer): Buffer {
  const copy = Buffer.from(archive);
  for (let at = 60; at < 90; at++) copy[at] = copy[at]! ^ 0xff;
  return copy;
}

/** Replaces a size by 1000 wherever the archive states it. */
function understated(archive: Buffer, size: number): Buffer {
  const copy = Buffer.from(archive);
  const sizeField = Buffer.alloc(4);
  sizeField.writeUInt32LE(size);
  let found = 0;
  for (let at = copy.indexOf(sizeField); at >= 0; at = copy.indexOf(sizeField, at + 4), found++)
    copy.writeUInt32LE(1000, at);
  expect(found).toBeGreaterThan(0);
  return copy;
}

describe('an OLE compound file', () => {
  test.each([1, 127, 128, 5000, 15_000])('is read with its directory in sector %d', (sector) => {
    expect(compoundEntries(compoundFile(['WordDocument'], sector))).toEqual(new Set(['Root Entry', 'WordDocument']));
  });

  test.each<[string, (file: Buffer) => Buffer, ReadonlySet<string> | undefined]>([
    ['of another signature', (file) => file.fill(0, 0, 1), undefined],
    ['truncated in its header', (file) => file.subarray(0, 511), undefined],
    [
      'with a sector size of 2 GB',
      (file) => {
        file.writeUInt16LE(31, 30);
        return file;
      },
      undefined,
    ],
    [
      'with its directory outside the file',
      (file) => {
        file.writeUInt32LE(100_000, 48);
        return file;
      },
      new Set(),
    ],
    [
      'with a cyclic directory',
      (file) => {
        file.writeUInt32LE(1, 512 * 3 + 4);
        return file;
      },
      new Set(['Root Entry', 'WordDocument', '1Table']),
    ],
    [
      'with a cyclic list of tables',
      (file) => {
        file.writeUInt32LE(0, 68);
        return file;
      },
      new Set(['Root Entry', 'WordDocument', '1Table']),
    ],
  ])('is read to an end %s', (_, change, names) => {
    expect(compoundEntries(change(compoundFile()))).toEqual(names);
  });
});
