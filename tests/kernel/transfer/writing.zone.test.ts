import { describe, expect, test } from 'vitest';
import { columnName } from '../../../server/spreadsheet/write/cell.ts';
import type { Column } from '../../../server/spreadsheet/write/columns.ts';
import { writeCsv } from '../../../server/spreadsheet/write/csv.ts';
import { writeErrorFile } from '../../../server/spreadsheet/write/errorFile.ts';
import { writeXlsx } from '../../../server/spreadsheet/write/xlsx.ts';
import { sheetName } from '../../../server/spreadsheet/write/workbook.ts';
import type { Rows } from '../../../server/spreadsheet/write/rows.ts';
import { bytesOf, cellsOf, readAll, partText } from './workbooks.ts';

const options = { name: 'Sheet', timeZone: 'Asia/Shanghai' };
const xlsx = (columns: readonly Column[], rows: Rows): Promise<Buffer> =>
  bytesOf((out) => writeXlsx(columns, rows, out, options));
const csv = (columns: readonly Column[], rows: Rows): Promise<Buffer> => bytesOf((out) => writeCsv(columns, rows, out));

const sheetOf = (file: Buffer): Promise<string> => partText(file, 'xl/worksheets/sheet1.xml');

describe('xlsx out', () => {
  test.each<[kind: NonNullable<Column['kind']>, value: unknown, cell: string | RegExp]>([
    ['money', '1234.50', '<c r="A2" s="6"><v>1234.50</v></c>'],
    ['money', '-0.05', '<c r="A2" s="6"><v>-0.05</v></c>'],
    ['money', '1234567890123.45', /s="6"><v>1234567890123.45</],
    ['money', '12345678901234.56', /t="inlineStr".*>12345678901234.56</],
    ['integer', 17, '<c r="A2" s="5"><v>17</v></c>'],
    ['rate', '0.00250000', /<v>0.00250000</],
    ['date', '2024-02-29', '<c r="A2" s="7"><v>45351</v></c>'],
    ['date', '0001-01-01', /t="inlineStr".*>0001-01-01</],
    ['dateTime', '2026-01-01T16:00:00.000Z', '<c r="A2" s="8"><v>46024</v></c>'],
    ['text', '=1+1', /s="3" t="inlineStr"><is><t xml:space="preserve">=1\+1</],
    ['text', '007', /t="inlineStr".*>007</],
    ['yesNo', 'Y', /t="inlineStr".*>Y</],
    ['text', '<&">\u0001', />&lt;&amp;&quot;&gt;_x0001_</],
    ['multiChoice', ['A', 'B'], />A;B</],
    ['json', { a: 1 }, />\{&quot;a&quot;:1\}</],
  ])('%s %j', async (kind, value, cell) => {
    const sheet = await sheetOf(await xlsx([{ heading: 'H', kind }], [[value]]));
    if (typeof cell === 'string') expect(sheet).toContain(cell);
    else expect(sheet).toMatch(cell);
    expect(sheet).not.toMatch(/<f[ >]/);
  });

  test('has a bold, frozen heading with filter buttons over all rows', async () => {
    const sheet = await sheetOf(
      await xlsx(
        [{ heading: 'A' }, { heading: 'B', required: true }],
        [
          ['x', null],
          [null, undefined],
        ],
      ),
    );
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet).toContain('<autoFilter ref="A1:B3"/>');
    expect(sheet).toMatch(/<c r="A1" s="1".*<c r="B1" s="2"/);
    expect(sheet).toContain('<row r="3"></row>');
  });

  test('writes labels instead of codes, and unknown codes unchanged', async () => {
    const column: Column = { heading: 'T', labels: new Map([['B', 'Bulk']]) };
    expect(await cellsOf(await xlsx([column], [['B'], ['X'], [['B', 'X']]]))).toEqual([
      ['T'],
      ['Bulk'],
      ['X'],
      ['Bulk;X'],
    ]);
  });

  test('truncates a text too long for Excel with an ellipsis; CSV has the full text', async () => {
    const text = 'x'.repeat(40_000);
    expect((await cellsOf(await xlsx([{ heading: 'T' }], [[text]])))[1]![0]).toBe(`${'x'.repeat(32_766)}…`);
    expect((await csv([{ heading: 'T' }], [[text]])).includes(text)).toBe(true);
  });

  test.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ])('column %i is %s', (index, name) => expect(columnName(index)).toBe(name));

  test.each([
    ['Vessel', 'Vessel'],
    ['a/b:c*[d]', 'a b c  d'],
    [`'x'`, 'x'],
    ['', 'Sheet1'],
    ['x'.repeat(40), 'x'.repeat(31)],
  ])('sheet %j is called %j', (name, allowed) => expect(sheetName(name)).toBe(allowed));
});

describe('CSV out', () => {
  test('is UTF-8 with a byte order mark, CRLF, quoted where needed', async () => {
    const bytes = await csv(
      [{ heading: '名' }, { heading: 'b' }],
      [
        ['a,b', 'x;y'],
        ['say "x"', 'l1\nl2'],
        [null, '-5.20'],
      ],
    );
    expect(bytes.toString()).toBe('\ufeff名,b\r\n"a,b","x;y"\r\n"say ""x""","l1\nl2"\r\n,-5.20\r\n');
  });

  test('writes no cell or heading as a formula', async () => {
    const bytes = await csv([{ heading: '=h' }], [['=1+1'], ['+1+1'], ['@x'], ['-1+1'], ['\t=1'], ['＝1'], ['x;=1']]);
    expect(bytes.toString().slice(1)).toBe(`'=h\r\n'=1+1\r\n'+1+1\r\n'@x\r\n'-1+1\r\n"'\t=1"\r\n'＝1\r\n"x;=1"\r\n`);
  });
});

describe('the error file', () => {
  async function* rows(): AsyncGenerator<{ cells: string[]; messages: string[] }> {
    yield { cells: ['=1', '2'], messages: ['Bad', 'Worse'] };
    yield { cells: ['3'], messages: [] };
  }

  test.each([
    ['en-US', 'Errors'],
    ['zh-CN', '错误'],
  ] as const)('in %s contains the original rows and their errors', async (language, heading) => {
    expect(
      await cellsOf(await bytesOf((out) => writeErrorFile({ headings: ['a', 'b'], rows: rows(), language }, out))),
    ).toEqual([['a', 'b', heading], ['=1', '2', 'Bad\nWorse'], ['3']]);
  });

  test('replaces earlier errors', async () => {
    const file = await bytesOf((out) =>
      writeErrorFile(
        {
          headings: ['a', 'Errors', 'b'],
          rows: (async function* () {
            yield { cells: ['1', 'old', '2'], messages: ['new'] };
          })(),
          language: 'en-US',
        },
        out,
      ),
    );
    expect((await readAll(file)).map((row) => row.cells)).toEqual([
      ['a', 'b', 'Errors'],
      ['1', '2', 'new'],
    ]);
  });
});
