import { Readable } from 'node:stream';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { constants, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../server/spreadsheet/limits.ts';
import { openTable } from '../../server/spreadsheet/read/headedTable.ts';
import { readTable } from '../../server/spreadsheet/read/table.ts';
import { openArchive } from '../../server/spreadsheet/read/archive.ts';
import { writeXlsx } from '../../server/spreadsheet/write/xlsx.ts';
import { bytesOf, partsOf, readAll, refusalOf, workbookOf, zipOf } from '../kernel/transfer/workbooks.ts';

/** An OLE file whose directory in sector 1 names these streams. */
function oleFile(...streams: string[]): Buffer {
  const file = Buffer.alloc(512 * 4);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  for (const [index, name] of ['Root Entry', ...streams].entries())
    Buffer.from(name, 'utf16le').copy(file, 1024 + index * 128);
  return file;
}

const sheet = (inside: string): Promise<Buffer> => workbookOf(inside);
const inlineRow = (text: string): string => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;

describe('the wrong file', () => {
  test.each<[name: string, file: Buffer | Promise<Buffer>, key: string]>([
    ['an empty file', Buffer.alloc(0), 'MSG_upload_0001'],
    ['blank lines only', Buffer.from('\n\n,,\n'), 'MSG_upload_0001'],
    ['a workbook without a value', sheet('<row r="1"><c r="A1"/></row>'), 'MSG_upload_0001'],
    ['PDF', Buffer.from('%PDF-1.7\n%âãÏÓ'), 'MSG_upload_0003'],
    ['PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'MSG_upload_0003'],
    ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'MSG_upload_0003'],
    ['a web page called .xls', Buffer.from('\ufeff<html><table><tr><td>1</td></tr></table></html>'), 'MSG_upload_0003'],
    ['an XML spreadsheet', Buffer.from('<?xml version="1.0"?><Workbook/>'), 'MSG_upload_0003'],
    ['a program', Buffer.from('7f454c46020101', 'hex'), 'MSG_upload_0003'],
    ['an ordinary zip', zipOf({ 'a.txt': 'x' }), 'MSG_upload_0003'],
    ['a Word document', zipOf({ ...partsOf(''), 'xl/workbook.xml': '<w:document xmlns:w="w"/>' }), 'MSG_upload_0003'],
    ['an old Excel file', oleFile('Workbook'), 'MSG_upload_0004'],
    ['an encrypted workbook', oleFile('DataSpaces', 'EncryptionInfo', 'EncryptedPackage'), 'MSG_upload_0005'],
    ['binary data', Buffer.from([1, 2, 0, 3, 0, 0, 4]), 'MSG_upload_0011'],
    ['bytes of an unknown encoding', Buffer.from([0x61, 0xff, 0xff, 0x62]), 'MSG_upload_0011'],
    ['half a UTF-16 character', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x61]), 'MSG_upload_0011'],
  ])('refuses %s with a reason', async (_, file, key) => {
    const { refusal, rows } = await refusalOf(await file);
    expect([refusal?.key, rows]).toEqual([key, 0]);
  });
});

describe('a damaged workbook', () => {
  const cut = async (): Promise<Buffer> => (await sheet(inlineRow('x'.repeat(500)))).subarray(0, -40);
  const flipped = async (): Promise<Buffer> => {
    const file = Buffer.from(await sheet(inlineRow('x')));
    const at = file.indexOf('sheet1.xml') + 'sheet1.xml'.length;
    file.fill(0xff, at, at + 40);
    return file;
  };
  test.each<[name: string, file: () => Promise<Buffer>]>([
    ['cut off', cut],
    ['with other bytes inside', flipped],
    ['with broken XML', () => sheet('<row><c></row>')],
    [
      'with unclosed XML',
      async () => zipOf({ ...partsOf(''), 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row>' }),
    ],
    [
      'with a document type',
      async () =>
        zipOf({
          ...partsOf(''),
          'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY x "y">]><worksheet><sheetData/></worksheet>',
        }),
    ],
    ['with an entity reference', () => sheet(inlineRow('&x;'))],
    [
      'with invalid UTF-8',
      async () => zipOf({ ...partsOf(''), 'xl/worksheets/sheet1.xml': Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xff]) }),
    ],
    ['with rows out of order', () => sheet('<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>')],
    ['with cells out of order', () => sheet('<row r="2"><c r="B2"><v>1</v></c><c r="A2"><v>1</v></c></row>')],
    ['with an invalid cell reference', () => sheet('<row r="1"><c r="ABCD1"><v>1</v></c></row>')],
    ['with a missing shared text', () => sheet('<row><c t="s"><v>7</v></c></row>')],
    ['nested too deeply', () => sheet('<row>'.repeat(100) + '</row>'.repeat(100))],
  ])('%s is refused', async (_, file) => {
    expect((await refusalOf(await file())).refusal?.key).toBe('MSG_upload_0006');
  });
});

describe('limits', () => {
  test.each<[name: string, file: () => Promise<Buffer>, limits: object, key: string, rows: number]>([
    ['rows of xlsx', () => sheet(inlineRow('x').repeat(5)), { maxRows: 3 }, 'MSG_upload_0008', 0],
    ['rows of csv', async () => Buffer.from('h\n1\n2\n3\n4\n'), { maxRows: 3 }, 'MSG_upload_0008', 4],
    [
      'columns of xlsx',
      () => sheet('<row r="1"><c r="D1"><v>1</v></c></row>'),
      { maxColumns: 3 },
      'MSG_upload_0009',
      0,
    ],
    ['columns of csv', async () => Buffer.from('a,b,c\n1,2,3,4\n'), { maxColumns: 3 }, 'MSG_upload_0009', 1],
    ['bytes', async () => Buffer.from('abcdef'), { maxBytes: 5 }, 'MSG_upload_0002', 0],
    [
      'parts of a zip file',
      async () =>
        zipOf({ ...partsOf(''), ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`x${index}`, ''])) }),
      { maxEntries: 20 },
      'MSG_upload_0007',
      0,
    ],
    ['declared bytes', () => sheet(inlineRow('x'.repeat(5_000))), { maxInflatedBytes: 4_000 }, 'MSG_upload_0007', 0],
    [
      'shared texts',
      () => workbookOf('', { shared: '<si><t>12345678</t></si>'.repeat(100) }),
      { maxSharedBytes: 2_000 },
      'MSG_upload_0007',
      0,
    ],
    [
      'empty shared texts',
      () => workbookOf('', { shared: '<si/>'.repeat(100) }),
      { maxSharedBytes: 2_000 },
      'MSG_upload_0007',
      0,
    ],
  ])('%s', async (_, file, limits, key, rows) => {
    const bytes = await file();
    const found = await refusalOf(bytes, limits);
    expect([found.refusal?.key, found.rows]).toEqual([key, rows]);
    expect((await refusalOf(bytes)).refusal?.key).not.toBe(key);
  });

  test.each([
    ['xlsx', () => sheet(inlineRow('h') + inlineRow('abcdef'))],
    ['csv', async () => Buffer.from('h\nabcdef\n')],
  ])('truncates and reports a cell of %s that is too long', async (_, file) => {
    const [, row] = await readAll(await file(), { maxCellLength: 5 });
    expect(row).toMatchObject({
      cells: ['abcde'],
      errors: [{ row: 2, column: 0, key: 'MSG_upload_0023', params: { max: 5 } }],
    });
    expect((await readAll(await file(), { maxCellLength: 6 }))[1]!.errors).toEqual([]);
  });

  test('a stream is not read beyond the limit, and nothing remains in the temporary folder', async () => {
    let taken = 0;
    function* endless(): Generator<Buffer> {
      for (; ; taken++) yield Buffer.alloc(65_536, 'a');
    }
    const before = (await readdir(tmpdir())).filter((name) => name.startsWith('upload-'));
    expect((await refusalOf(Readable.from(endless()), { maxBytes: 1_000_000 })).refusal?.key).toBe('MSG_upload_0002');
    expect(taken).toBeLessThan(100);
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('upload-'))).toEqual(before);
  });
});

describe('closes a file on disk', () => {
  const openFiles = async (): Promise<number> => (await readdir('/proc/self/fd')).length;

  test.skipIf(!existsSync('/proc/self/fd')).each<[name: string, bytes: () => Promise<Buffer>]>([
    ['xlsx', () => sheet(inlineRow('x'.repeat(100)).repeat(5_000))],
    ['csv', async () => Buffer.from('x\n'.repeat(200_000))],
  ])('when %s is read, refused or left early', async (name, bytes) => {
    const folder = await mkdtemp(join(tmpdir(), 'transfer-'));
    const path = join(folder, name);
    await writeFile(path, await bytes());
    const before = await openFiles();
    for (let turn = 0; turn < 5; turn++) {
      await readAll(path, { maxRows: 300_000 });
      expect((await refusalOf(path, { maxRows: 10 })).refusal?.key).toBe('MSG_upload_0008');
      expect((await refusalOf(path, { maxInflatedBytes: 10, maxBytes: 300 })).refusal).toBeDefined();
      for await (const _row of readTable(path)) break;
      await (await openTable(path)).rows.return(undefined);
    }
    // Streams close their files one turn of the event loop later.
    for (let turn = 0; turn < 100 && (await openFiles()) > before; turn++) await setTimeout(10);
    expect(await openFiles()).toBeLessThanOrEqual(before);
    await rm(folder, { recursive: true });
  });
});

describe('bombs', () => {
  const rss = (): number => process.memoryUsage().rss;
  function* zeros(bytes: number): Generator<Buffer> {
    const block = Buffer.alloc(1_048_576, '0');
    for (let left = bytes; left > 0; left -= block.length) yield block;
  }

  /** A zip file of one part: a gibibyte of zeros, as 1,024 flushed blocks of deflate. */
  function gigabyteBomb(): Buffer {
    const name = Buffer.from('xl/worksheets/sheet1.xml');
    const mebibyte = Buffer.alloc(1_048_576, '0');
    const block = deflateRawSync(mebibyte, { finishFlush: constants.Z_FULL_FLUSH });
    const data = Buffer.concat([...Array.from({ length: 1_023 }, () => block), deflateRawSync(mebibyte)]);
    const header = (signature: string, length: number, at: number): Buffer => {
      const bytes = Buffer.alloc(length);
      bytes.write(signature, 'latin1');
      bytes.writeUInt16LE(8, at);
      bytes.writeUInt32LE(data.length, at + 10);
      bytes.writeUInt32LE(1_073_741_824, at + 14);
      bytes.writeUInt16LE(name.length, at + 18);
      return bytes;
    };
    const local = Buffer.concat([header('PK\x03\x04', 30, 8), name, data]);
    const directory = Buffer.concat([header('PK\x01\x02', 46, 10), name]);
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06', 'latin1');
    end.writeUInt16LE(1, 8);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(local.length, 16);
    return Buffer.concat([local, directory, end]);
  }

  test('refuses a gigabyte of zeros in a megabyte before unpacking it', async () => {
    const bomb = gigabyteBomb();
    expect(bomb.length).toBeLessThan(2_000_000);
    const before = rss();
    // Opening reads the directory only. Without the limits, the part exists and unpacks.
    await expect(openArchive(bomb, DEFAULT_LIMITS)).rejects.toMatchObject({ key: 'MSG_upload_0007' });
    const archive = await openArchive(bomb, { ...DEFAULT_LIMITS, maxRatio: 10_000, maxInflatedBytes: 1_073_741_824 });
    const part = archive.read('xl/worksheets/sheet1.xml');
    expect((await part.next()).value?.length).toBeGreaterThan(10_000);
    await part.return(undefined);
    archive.close();
    expect((await refusalOf(bomb)).refusal?.key).toBe('MSG_upload_0007');
    expect(rss() - before).toBeLessThan(50_000_000);
  });

  test('refuses a bomb with understated sizes during unpacking', async () => {
    const bomb = await zipOf({ ...partsOf(''), 'xl/worksheets/sheet1.xml': Readable.from(zeros(67_108_864)) });
    // The sizes in directory and descriptor, forged to pass the first check.
    for (let at = bomb.indexOf('PK\u0001\u0002'); at >= 0; at = bomb.indexOf('PK\u0001\u0002', at + 4)) {
      if (bomb.readUInt32LE(at + 24) === 67_108_864) bomb.writeUInt32LE(100_000, at + 24);
    }
    const before = rss();
    expect((await refusalOf(bomb)).refusal?.key).toBe('MSG_upload_0006');
    expect(rss() - before).toBeLessThan(50_000_000);
  });

  test.each<[name: string, start: string, end: string]>([
    ['text', '<worksheet><sheetData><row><c t="inlineStr"><is><t>', '</t></is></c></row></sheetData></worksheet>'],
    ['attribute', '<worksheet><sheetData a="', '"/></worksheet>'],
    ['comment', '<worksheet><!--', '--></worksheet>'],
    ['name', '<a', '/>'],
  ])('refuses one %s of 60 MB within bounded memory', async (_, start, end) => {
    function* xml(): Generator<Buffer> {
      yield Buffer.from(start);
      yield* zeros(60_000_000);
      yield Buffer.from(end);
    }
    const bomb = await zipOf({ ...partsOf(''), 'xl/worksheets/sheet1.xml': Readable.from(xml()) });
    const before = rss();
    expect((await refusalOf(bomb, { maxRatio: Number.POSITIVE_INFINITY })).refusal?.key).toBe('MSG_upload_0007');
    expect(rss() - before).toBeLessThan(60_000_000);
  });

  test('refuses a million rows at the first row above the limit, within bounded memory', async () => {
    function* rows(): Generator<[string]> {
      for (let row = 0; row < 1_000_000; row++) yield [`value ${row}`];
    }
    const file = await bytesOf((out) => writeXlsx([{ heading: 'A' }], rows(), out, { name: 'A', timeZone: 'UTC' }));
    const before = rss();
    const { refusal, rows: read } = await refusalOf(file);
    expect(refusal).toMatchObject({ key: 'MSG_upload_0008', params: { max: 100_000 } });
    // Rows unpacked together with the one above the limit are not passed on.
    expect(read).toBeLessThanOrEqual(100_001);
    expect(read).toBeGreaterThan(90_000);
    expect(rss() - before).toBeLessThan(100_000_000);
  }, 60_000);
});
