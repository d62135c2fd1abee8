import { describe, expect, test } from 'vitest';
import { escapeFormula, unescapeFormula } from '../../../server/spreadsheet/formula.ts';
import { delimiterOf } from '../../../server/spreadsheet/read/csv.ts';
import { cellsOf, readAll, refusalOf } from './workbooks.ts';

const csv = (text: string): Buffer => Buffer.from(text);

describe('CSV in', () => {
  test.each<[name: string, text: string, rows: string[][]]>([
    [
      'commas',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\r\n1\t2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['one column', 'a\n1', [['a'], ['1']]],
    [
      'quotes, delimiters and line breaks inside',
      '"a,b","c;d;e;f"\n"1\n2","say ""x"""\n',
      [
        ['a,b', 'c;d;e;f'],
        ['1\n2', 'say "x"'],
      ],
    ],
    ['mixed line ends', 'a\r\nb\nc\rd', [['a'], ['b'], ['c'], ['d']]],
    ['ragged rows', 'a,b\n1\n1,2,3\n', [['a', 'b'], ['1'], ['1', '2', '3']]],
    ['spaces kept', ' a , b \n', [[' a ', ' b ']]],
    [
      'numbers and phones',
      'n,p\n-5.20,+86 21 5555\n- x,@home',
      [
        ['n', 'p'],
        ['-5.20', '+86 21 5555'],
        ['- x', '@home'],
      ],
    ],
    [
      'our own escapeFormula cells',
      `a\n'=1+1\n"'+86 21"\n''=x\n'plain\n'-5`,
      [['a'], ['=1+1'], ['+86 21'], [`'=x`], [`'plain`], ['-5']],
    ],
  ])('%s', async (_, text, rows) => {
    expect(await cellsOf(csv(text))).toEqual(rows);
  });

  test('numbers rows like a spreadsheet, with blank rows', async () => {
    expect((await readAll(csv('a\n\n"1\n1"\n,,\n2\n'))).map((row) => row.number)).toEqual([1, 3, 5]);
  });

  test.each<[name: string, bytes: Buffer]>([
    ['UTF-8', Buffer.from('名,船\n上海,"a"')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeff名,船\n上海,"a"')],
    ['UTF-16, little end first', Buffer.from('\ufeff名,船\n上海,"a"', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\ufeff名,船\n上海,"a"', 'utf16le').swap16()],
    ['GBK', Buffer.from([0xc3, 0xfb, 0x2c, 0xb4, 0xac, 0x0a, 0xc9, 0xcf, 0xba, 0xa3, 0x2c, 0x22, 0x61, 0x22])],
  ])('is read in %s', async (_, bytes) => {
    expect(await cellsOf(bytes)).toEqual([
      ['名', '船'],
      ['上海', 'a'],
    ]);
  });

  test('detects GB 18030 also if the first Chinese character is late', async () => {
    const bytes = Buffer.concat([Buffer.from(`a\n${'x\n'.repeat(60_000)}`), Buffer.from([0xc9, 0xcf])]);
    expect((await cellsOf(bytes)).at(-1)).toEqual(['上']);
  });

  test('reports a formula with its row and column, and no other cell', async () => {
    const rows = await readAll(csv('a,b\n1,=1+1\n2,"=""00123"""\n3,4'));
    expect(rows.flatMap((row) => row.errors)).toEqual([
      { row: 2, column: 1, key: 'MSG_upload_0020', params: {} },
      { row: 3, column: 1, key: 'MSG_upload_0020', params: {} },
    ]);
  });

  test.each<[name: string, text: string, key: string, row: number]>([
    ['a quotation mark that is never closed', 'a\n1\n"2\n3\n', 'MSG_upload_0012', 3],
    ['a quotation mark in the middle', 'a\n1\n2"x\n', 'MSG_upload_0012', 3],
    ['text after a closing one', 'a\n"1"x\n', 'MSG_upload_0012', 2],
    ['a record without end', `a\n"${'x'.repeat(1_100_000)}`, 'MSG_upload_0013', 2],
  ])('refuses %s with its row', async (_, text, key, row) => {
    expect((await refusalOf(csv(text))).refusal).toMatchObject({ key, params: { row } });
  });

  test.each([
    ['a,b;c', ','],
    ['a;b;c,d', ';'],
    ['a\tb', '\t'],
    ['a', ','],
    ['"x;y;z",b', ','],
    ['', ','],
    ['a\nb;c', ','],
  ])('the delimiter of %j is %j', (start, delimiter) => {
    expect(delimiterOf(start)).toBe(delimiter);
  });
});

describe('an apostrophe prevents a formula', () => {
  test.each([
    '=1+1',
    '+86 21',
    '-x',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    `'=1`,
    `''@x`,
    '-1+1',
    '+',
    '=',
    '-1e5',
  ])('%j', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
    expect(unescapeFormula(escapeFormula(text))).toBe(text);
  });

  test.each(['', 'x', '1=1', '-5', '+5', '-5.20', `'x`, `'`, ' =1', '上海'])('%j needs no apostrophe', (text) => {
    expect(escapeFormula(text)).toBe(text);
    expect(unescapeFormula(text)).toBe(text);
  });
});
