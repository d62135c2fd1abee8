/*
 * Attack: somebody who may import sends a small spreadsheet that is slow to read: 1 MB of blank lines with a comma,
 *   one cell made of a million pieces, one number of 230,000 digits, one cell format of 90,000 brackets.
 * Before: no other caller was served for 34 s (commas), 174 s (pieces), 135 s (digits) and 3 s for each format.
 * Now: each is read or refused in less than half a second, and blank lines give way to other calls every 10 ms.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readTable } from '../../server/spreadsheet/read/table.ts';
import { workbookOf } from '../kernel/transfer/workbooks.ts';
import { startTestServer, type Answer, type TestServer } from '../http/server.ts';

/** Far more than any of the files needs now, far less than each needed before. */
const MAX_MS = 20_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ allSessions: true, referenceData: false });
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

function preview(bytes: Buffer): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'rows');
  return server.call('POST', '/api/berth/import/preview', { body: form });
}

const cell = (content: string, type = 'n'): string =>
  `<row><c t="inlineStr"><is><t>Berth code</t></is></c></row><row><c t="${type}" s="1">${content}</c></row>`;
/** Repeats a unit, with comments in between that keep the packed size in an honest ratio. */
const repeated = (unit: string, times: number): string =>
  Array.from({ length: times }, (_, index) =>
    index % 200 === 0 ? `<!--${Math.random().toString(36)}${Math.random().toString(36)}-->${unit}` : unit,
  ).join('');

test.each<[string, () => Buffer | Promise<Buffer>, object]>([
  [
    'of blank lines',
    () => Buffer.from(`Berth code\n${',\n'.repeat(500_000)}`),
    { status: 400, key: 'MSG_upload_0014' },
  ],
  [
    'with more fields in a line than any sheet has',
    () => Buffer.from(`Berth code\n${','.repeat(900_000)}\n`),
    { status: 400, key: 'MSG_upload_0009' },
  ],
  ['of a million blank rows', () => workbookOf(repeated('<row/>', 1_000_000)), { status: 400, key: 'MSG_upload_0014' }],
  [
    'with a cell of many pieces',
    () => workbookOf(cell(`<is>${repeated('<t>aaaaaaaaaa</t>', 1_000_000)}</is>`, 'inlineStr')),
    { status: 200 },
  ],
  ['with a number of many digits', () => workbookOf(cell(`<v>${'0'.repeat(230_000)}x</v>`)), { status: 200 }],
  [
    'with a long cell format',
    () =>
      workbookOf(cell('<v>1</v>'), {
        numFmts: `<numFmt numFmtId="200" formatCode="${'['.repeat(90_000)}"/>`.repeat(9),
      }),
    { status: 200 },
  ],
  [
    'with a date far beyond any calendar',
    () => workbookOf(cell('<v>1e305</v>'), { cellXfs: '<xf numFmtId="14"/>' }),
    { status: 200 },
  ],
])('a spreadsheet %s is read or refused soon', { timeout: MAX_MS }, async (_, make, expected) => {
  expect(await preview(await make())).toMatchObject(expected);
});

test('blank lines give way to other work every 10 ms', async () => {
  // A clock that advances 1 µs with each reading, so that the speed of the machine does not matter.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 0.001));
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const lines = Buffer.from(`a\n${'\n'.repeat(500_000)}`);
  for await (const row of readTable(lines, { maxBlankRows: 500_000 })) expect(row.cells).toEqual(['a']);
  isOver = true;
  expect(now).toBeGreaterThan(500);
  expect(turns).toBeGreaterThan(40);
});

test('the reading stops once the caller left', async () => {
  const leaving = new AbortController();
  const read = async (): Promise<void> => {
    for await (const { number } of readTable(Buffer.from('a\n'.repeat(90_000)), {}, leaving.signal))
      if (number === 2) leaving.abort();
  };
  await expect(read()).rejects.toThrow('the caller closed the connection');
});
