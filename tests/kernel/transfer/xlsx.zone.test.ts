import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { openTable } from '../../../server/spreadsheet/read/headedTable.ts';
import { cellsOf, partsOf, readAll, refusalOf, relationships, workbookOf, zipOf, listOf } from './workbooks.ts';

const row = (number: number, ...cells: string[]): string => `<row r="${number}">${cells.join('')}</row>`;
const heading = row(1, '<c r="A1" t="inlineStr"><is><t>A</t></is></c>');

describe('cells of a workbook', () => {
  test.each<[name: string, cell: string, text: string]>([
    ['an inline text', '<c t="inlineStr"><is><t> x </t></is></c>', ' x '],
    [
      'a rich inline text',
      '<c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r><rPh sb="0" eb="1"><t>phonetic</t></rPh></is></c>',
      'ab',
    ],
    ['a shared text', '<c t="s"><v>0</v></c>', 'shared'],
    ['a rich shared text without its phonetic reading', '<c t="s"><v>1</v></c>', '上海'],
    ['an escaped shared text', '<c t="s"><v>2</v></c>', 'a\r_x0041_'],
    ['entities and CDATA', '<c t="inlineStr"><is><t>a&amp;b&#x4e2d;<![CDATA[<c>]]></t></is></c>', 'a&b中<c>'],
    ['a text that looks like a formula', '<c t="inlineStr"><is><t>=1+1</t></is></c>', '=1+1'],
    ['a number', '<c><v>1234.5</v></c>', '1234.5'],
    ['a number that a program kept as a double', '<c t="n"><v>0.10000000000000001</v></c>', '0.1'],
    ['a date', '<c s="1"><v>45351</v></c>', '2024-02-29'],
    ['a date in a format of the file', '<c s="2"><v>45351</v></c>', '2024-02-29'],
    ['a date and time', '<c s="3"><v>45351.5</v></c>', '2024-02-29T12:00:00'],
    ['an ISO date', '<c t="d"><v>2024-02-29T00:00:00</v></c>', '2024-02-29'],
    ['a percentage', '<c s="4"><v>7.0000000000000007E-2</v></c>', '7%'],
    ['true', '<c t="b"><v>1</v></c>', 'TRUE'],
    ['false', '<c t="b"><v>0</v></c>', 'FALSE'],
  ])('%s', async (_, cell, text) => {
    const shared =
      '<si><t>shared</t></si><si><r><t>上</t></r><r><t>海</t></r><rPh sb="0" eb="2"><t>シャンハイ</t></rPh></si><si><t>a_x000D__x005F_x0041_</t></si>';
    const file = await workbookOf(heading + row(2, cell), {
      shared,
      numFmts: '<numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/>',
      cellXfs: '<xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="22"/><xf numFmtId="9"/>',
    });
    expect(await readAll(file)).toEqual([
      { number: 1, cells: ['A'], errors: [] },
      { number: 2, cells: [text], errors: [] },
    ]);
  });

  test.each<[name: string, cell: string, key: string, text: string]>([
    ['a formula with its value', '<c r="B2"><f>1+1</f><v>2</v></c>', 'MSG_upload_0020', '=1+1'],
    ['a shared formula', '<c r="B2"><f t="shared" si="0"/><v>2</v></c>', 'MSG_upload_0020', '='],
    [
      'a formula that gives text',
      '<c r="B2" t="str"><f>CONCAT("a")</f><v>a</v></c>',
      'MSG_upload_0020',
      '=CONCAT("a")',
    ],
    ['an error', '<c r="B2" t="e"><v>#N/A</v></c>', 'MSG_upload_0021', '#N/A'],
    ['29 February 1900', '<c r="B2" s="1"><v>60</v></c>', 'MSG_upload_0022', '60'],
    ['an invalid number', '<c r="B2"><v>1,5</v></c>', 'MSG_upload_0024', '1,5'],
    ['a number too large', '<c r="B2"><v>1e999999999</v></c>', 'MSG_upload_0024', '1e999999999'],
  ])('reports %s with its row and column', async (_, cell, key, text) => {
    const rows = await readAll(
      await workbookOf(heading + row(2, cell) + row(3, '<c r="A3"><v>1</v></c>'), { cellXfs: '<xf numFmtId="14"/>' }),
    );
    expect(rows[1]).toEqual({
      number: 2,
      cells: ['', text],
      errors: [expect.objectContaining({ row: 2, column: 1, key })],
    });
    expect(rows[2]!.errors).toEqual([]);
  });

  test('keeps places of rows and cells with or without references, and omits blank ones at the end', async () => {
    const file = await workbookOf(
      `${heading}<row r="5"><c r="C5"><v>3</v></c><c><v>4</v></c><c s="0"/><c t="inlineStr"><is><t>  </t></is></c></row><row><c><v>6</v></c></row><row r="9"><c r="A9"/></row>`,
    );
    expect((await readAll(file)).slice(1)).toEqual([
      { number: 5, cells: ['', '', '3', '4'], errors: [] },
      { number: 6, cells: ['6'], errors: [] },
    ]);
  });

  test('reads dates of 1904 workbooks', async () => {
    expect(
      await cellsOf(
        await workbookOf(row(1, '<c s="1"><v>43889</v></c>'), { cellXfs: '<xf numFmtId="14"/>', date1904: true }),
      ),
    ).toEqual([['2024-02-29']]);
  });

  test('reads elements with prefixes', async () => {
    const parts = partsOf('');
    parts['xl/worksheets/sheet1.xml'] =
      '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    expect(await cellsOf(await zipOf(parts))).toEqual([['7']]);
  });

  test('reads only the first visible worksheet', async () => {
    const parts = partsOf('');
    parts['xl/workbook.xml'] =
      '<workbook xmlns:r="r"><sheets><sheet name="C" r:id="c"/><sheet name="H" state="hidden" r:id="h"/><sheet name="V" r:id="v"/><sheet name="W" r:id="w"/></sheets></workbook>';
    parts['xl/_rels/workbook.xml.rels'] = relationships({
      c: ['chartsheet', 'chart.xml'],
      h: ['worksheet', 'h.xml'],
      v: ['worksheet', 'v.xml'],
      w: ['worksheet', 'w.xml'],
    });
    for (const name of ['c', 'h', 'v', 'w'])
      parts[`xl/${name}.xml`] =
        `<worksheet><sheetData><row><c t="inlineStr"><is><t>${name}</t></is></c></row></sheetData></worksheet>`;
    expect(await cellsOf(await zipOf(parts))).toEqual([['v']]);
    parts['xl/workbook.xml'] = parts['xl/workbook.xml']
      .replaceAll('<sheet name="V"', '<sheet state="veryHidden" name="V"')
      .replaceAll('<sheet name="W"', '<sheet state="hidden" name="W"');
    expect((await refusalOf(await zipOf(parts))).refusal?.key).toBe('MSG_upload_0010');
  });

  test('reads a stream like a file', async () => {
    const file = await workbookOf(heading);
    expect(await cellsOf(Readable.from([file.subarray(0, 100), file.subarray(100)]))).toEqual([['A']]);
  });
});

describe('headings', () => {
  test('are the first row with a value; the rest are rows', async () => {
    const table = await openTable(await workbookOf(row(3, '<c><v>1</v></c>') + row(7, '<c><v>2</v></c>')));
    expect(table).toMatchObject({ headings: ['1'], headingRow: 3 });
    expect(await listOf(table.rows)).toEqual([{ number: 7, cells: ['2'], errors: [] }]);
  });

  test('that are formulas refuse the file', async () => {
    await expect(openTable(await workbookOf(row(1, '<c><f>A2</f></c>')))).rejects.toMatchObject({
      key: 'MSG_upload_0020',
      errors: [{ row: 1, column: 0 }],
    });
  });
});
