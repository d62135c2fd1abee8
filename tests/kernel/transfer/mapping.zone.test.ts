import { describe, expect, test } from 'vitest';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Option } from '../../../generator/model/field.ts';
import { applyMapping, type ImportRow } from '../../../server/kernel/exchange/mapping/apply.ts';
import { mapHeadings, proposedColumns } from '../../../server/kernel/exchange/mapping/headings.ts';
import { inputOf } from '../../../server/kernel/exchange/mapping/input.ts';
import type { Mapping } from '../../../server/kernel/exchange/mapping/mapping.ts';
import { planMapping } from '../../../server/kernel/exchange/mapping/plan.ts';
import { runningCode } from '../../../server/kernel/exchange/mapping/running.ts';
import { openTable } from '../../../server/spreadsheet/read/headedTable.ts';
import { TransferRefused } from '../../../server/spreadsheet/transferRefused.ts';
import { zoneOf } from '../../../server/spreadsheet/zone.ts';
import { entityOf, fieldOf } from './entities.ts';
import { listOf } from './workbooks.ts';

const OPTIONS: Option[] = [
  { code: 'BULK', en: 'Bulk carrier', zh: '散货船' },
  { code: 'CNTR', en: 'Container', zh: '集装箱船' },
  { code: 'A', en: 'Same', zh: '甲' },
  { code: 'B', en: 'Same', zh: '乙' },
];
const visit = entityOf(
  fieldOf('vslCde', 'code', 'Vessel', '船舶', { required: true }),
  fieldOf('vslNme', 'text', 'Vessel name', '船名'),
  fieldOf('arrived', 'date', 'From', '起'),
  fieldOf('left', 'date', 'To', '止'),
  fieldOf('from', 'text', 'Origin', '起'),
  fieldOf('type', 'choice', 'Type', '类型', { options: OPTIONS }),
  fieldOf('dues', 'money', 'Dues (USD)', '费用（美元）'),
  fieldOf('duesWithTax', 'money', 'Dues with tax', '含税费用', {
    readOnly: true,
    compute: { expr: 'self.dues', overridable: false },
  }),
  fieldOf('recordStatus', 'choice', 'Status', '状态', { state: true }),
  fieldOf('photo', 'file', 'Photo', '照片'),
  fieldOf('visitNo', 'code', 'Visit no.', '编号'),
);

describe('a heading', () => {
  test.each<[heading: string, sort: string, field: string | null, candidates: string[]]>([
    ['vslCde', 'field', 'vslCde', ['vslCde']],
    ['VSLCDE', 'field', 'vslCde', ['vslCde']],
    ['Vessel *', 'field', 'vslCde', ['vslCde']],
    [' vessel  NAME ', 'field', 'vslNme', ['vslNme']],
    ['船 名', 'field', 'vslNme', ['vslNme']],
    ['费用(美元)', 'field', 'dues', ['dues']],
    ['ｄｕｅｓ', 'field', 'dues', ['dues']],
    ['From', 'field', 'from', ['from']],
    ['起', 'ambiguous', null, ['arrived', 'from']],
    ['起 (arrived)', 'field', 'arrived', ['arrived']],
    // Also a name of the id of the kernel.
    ['编号', 'field', 'visitNo', ['visitNo']],
    ['ID', 'readOnly', null, ['id']],
    ['Dues with tax', 'readOnly', null, ['duesWithTax']],
    ['状态', 'readOnly', null, ['recordStatus']],
    ['Photo', 'readOnly', null, ['photo']],
    ['rev', 'readOnly', null, ['rev']],
    ['更新时间', 'readOnly', null, ['updateAt']],
    ['Errors', 'errors', null, []],
    ['错误', 'errors', null, []],
    ['Vessels', 'unknown', null, []],
    ['constructor', 'unknown', null, []],
  ])('%j is proposed as %s %s', (heading, sort, field, candidates) => {
    expect(mapHeadings(visit, [heading])).toEqual([{ heading, column: 0, sort, field, candidates }]);
  });

  test.each(['rev', 'Record version', '记录版本', 'record  VERSION *'])(
    '%j is the record version where imports update records',
    (heading) => {
      const known = (more: Partial<Entity>) => mapHeadings({ ...visit, ...more }, [heading])[0];
      expect(known({ import: { key: ['visitNo'], mode: 'upsert', max: 10 } })).toMatchObject({
        sort: 'field',
        field: 'rev',
      });
      expect(known({ import: { key: ['visitNo'], mode: 'insert', max: 10 } })).toMatchObject({
        sort: 'readOnly',
        field: null,
      });
      expect(known({ import: { key: ['visitNo'], mode: 'upsert', max: 10 }, readOnly: true })).toMatchObject({
        sort: 'readOnly',
        field: null,
      });
    },
  );

  test('is ambiguous if another heading names the same field', () => {
    expect(
      mapHeadings(visit, ['Vessel', '', 'left', '船舶']).map(({ column, sort, field }) => [column, sort, field]),
    ).toEqual([
      [0, 'ambiguous', null],
      [2, 'field', 'left'],
      [3, 'ambiguous', null],
    ]);
  });

  test('proposes fields, the error column and read-only columns, and nothing else', () => {
    expect(proposedColumns(mapHeadings(visit, ['vslCde', 'Errors', 'rev', 'duesWithTax', '起', 'x']))).toEqual({
      vslCde: 'vslCde',
      Errors: null,
      rev: null,
      duesWithTax: null,
    });
  });
});

describe('a plan', () => {
  const errorsOf = (headings: string[], mapping: Mapping): unknown[] => {
    try {
      planMapping(visit, headings, 1, mapping);
    } catch (error) {
      if (error instanceof TransferRefused)
        return [
          error.key,
          ...error.errors.map(({ key, field, row }) => [key, field, row].filter((part) => part !== undefined)),
        ];
      throw error;
    }
    return [];
  };

  test.each<[name: string, headings: string[], mapping: Mapping, errors: unknown[]]>([
    [
      'a valid one',
      ['a', 'b'],
      { columns: { a: 'vslCde', b: null }, constants: { type: 'BULK' }, running: { vslNme: { pattern: 'S{seq:3}' } } },
      [],
    ],
    [
      'two headings to one field',
      ['a', 'b'],
      { columns: { a: 'vslCde', b: 'vslCde' } },
      ['MSG_upload_0040', ['MSG_upload_0032', 'vslCde']],
    ],
    ['one heading twice', ['a', 'a'], { columns: { a: 'vslCde' } }, ['MSG_upload_0040', ['MSG_upload_0032', 'vslCde']]],
    [
      'column and constant',
      ['a'],
      { columns: { a: 'vslCde' }, constants: { vslCde: 'X' } },
      ['MSG_upload_0040', ['MSG_upload_0036', 'vslCde']],
    ],
    [
      'constant and running code',
      ['a'],
      { columns: { a: 'vslCde' }, constants: { vslNme: 'X' }, running: { vslNme: { pattern: '{seq:1}' } } },
      ['MSG_upload_0040', ['MSG_upload_0036', 'vslNme']],
    ],
    [
      'no such field',
      ['a'],
      { columns: { a: 'nope' }, constants: { rev: '1' } },
      ['MSG_upload_0040', ['MSG_upload_0033'], ['MSG_upload_0033']],
    ],
    [
      'read-only fields',
      ['a'],
      { columns: { a: 'duesWithTax' }, constants: { recordStatus: 'X' } },
      ['MSG_upload_0040', ['MSG_upload_0034', 'duesWithTax'], ['MSG_upload_0034', 'recordStatus']],
    ],
    [
      'a heading that the file lacks',
      ['a'],
      { columns: { a: 'vslCde', b: 'vslNme' } },
      ['MSG_upload_0040', ['MSG_upload_0035']],
    ],
    [
      'an unsound running code',
      ['a'],
      { columns: { a: 'vslNme' }, running: { vslCde: { pattern: 'X' } } },
      ['MSG_upload_0040', ['MSG_upload_0037', 'vslCde']],
    ],
    [
      'a fix of no field',
      ['a'],
      { columns: { a: 'vslNme' }, fixes: { 2: { nope: 'x' } } },
      ['MSG_upload_0040', ['MSG_upload_0033']],
    ],
    [
      'headings of another table',
      ['a', 'b'],
      { columns: {} },
      ['MSG_upload_0039', ['MSG_upload_0030', 1], ['MSG_upload_0030', 1]],
    ],
    ['everything ignored', ['a'], { columns: { a: null } }, ['MSG_upload_0039']],
  ])('%s', (_, headings, mapping, errors) => {
    expect(errorsOf(headings, mapping)).toEqual(errors);
  });

  test('reports each heading that is neither mapped nor ignored', () => {
    const { errors, columns } = planMapping(visit, ['vslCde', 'x', '起', 'Dues with tax', 'left', ''], 4, {
      columns: { vslCde: 'vslCde', left: null },
    });
    expect(errors).toEqual([
      { row: 4, column: 1, key: 'MSG_upload_0030', params: { heading: 'x' } },
      {
        row: 4,
        column: 2,
        key: 'MSG_upload_0031',
        params: {
          heading: '起',
          fields: [
            { en: 'From', zh: '起' },
            { en: 'Origin', zh: '起' },
          ],
        },
      },
      { row: 4, column: 3, key: 'MSG_upload_0034', params: { field: { en: 'Dues with tax', zh: '含税费用' } } },
    ]);
    expect([...columns.keys()]).toEqual([0]);
  });

  test('treats a heading named like a method of objects as unmapped', () => {
    expect(
      planMapping(visit, ['vslCde', 'constructor', '__proto__'], 1, { columns: { vslCde: 'vslCde' } }).errors.map(
        (error) => error.column,
      ),
    ).toEqual([1, 2]);
  });
});

describe('rows', () => {
  async function apply(csv: string, mapping: Mapping): Promise<ImportRow[]> {
    const table = await openTable(Buffer.from(csv));
    return listOf(
      applyMapping(visit, planMapping(visit, table.headings, table.headingRow, mapping), table.rows, {
        timeZone: 'UTC',
      }),
    );
  }

  test('get values from columns, constants and running codes; blank and missing cells are null', async () => {
    const rows = await apply('name,type,x\nA,散货船,1\n\n,cntr\n', {
      columns: { name: 'vslNme', type: 'type', x: null },
      constants: { dues: '5.00' },
      running: { vslCde: { pattern: '{seq36:3}', start: 35 } },
    });
    expect(rows).toEqual([
      {
        number: 2,
        values: { vslNme: 'A', type: 'BULK', dues: '5.00', vslCde: '00Z' },
        filled: [],
        errors: [],
        cells: ['A', '散货船', '1'],
      },
      {
        number: 4,
        values: { vslNme: null, type: 'CNTR', dues: '5.00', vslCde: '010' },
        filled: [],
        errors: [],
        cells: ['', 'cntr'],
      },
    ]);
  });

  test('keep the errors of mapped cells with their field, and drop those of ignored cells', async () => {
    const [row] = await apply('name,x\n=1,=2\n', { columns: { name: 'vslNme', x: null } });
    expect(row!.errors).toEqual([{ row: 2, column: 0, field: 'vslNme', key: 'MSG_upload_0020', params: {} }]);
  });

  test('are corrected in place: only the corrected cell and its error change', async () => {
    const rows = await apply('name,type\n=1,=2\nB,CNTR\n', {
      columns: { name: 'vslNme', type: 'type' },
      fixes: { 2: { vslNme: 'Mended', left: '2024-01-01' }, 3: { type: null } },
    });
    expect(rows[0]).toMatchObject({
      values: { vslNme: 'Mended', type: '=2', left: '2024-01-01' },
      errors: [{ field: 'type' }],
    });
    expect(rows[1]!.values).toEqual({ vslNme: 'B', type: null });
  });

  test('report a value without heading', async () => {
    const [first, second] = await apply('name,\nA, \nB,1,2\n', { columns: { name: 'vslNme' } });
    expect(first!.errors).toEqual([]);
    expect(second!.errors.map(({ key, column }) => [key, column])).toEqual([
      ['MSG_upload_0025', 1],
      ['MSG_upload_0025', 2],
    ]);
  });

  test('beyond the last running code are errors', async () => {
    const rows = await apply('name\na\nb\nc\n', {
      columns: { name: 'vslNme' },
      running: { vslCde: { pattern: '{seq:1}', start: 8 } },
    });
    expect(rows.map((row) => [row.values['vslCde'], row.errors.map((error) => error.key)])).toEqual([
      ['8', []],
      ['9', []],
      [null, ['MSG_upload_0038']],
    ]);
  });
});

describe('running codes', () => {
  test.each([
    ['{seq36:3}', undefined, 0, '001'],
    ['{seq36:3}', 0, 1968, '1IO'],
    ['{seq36:3}', 0, 46_655, 'ZZZ'],
    ['{seq36:3}', 0, 46_656, undefined],
    ['V-{seq:4}/A', 10, 5, 'V-0015/A'],
    ['{seq:15}', 1, 0, '000000000000001'],
    ['$&{seq:1}', 1, 0, '$&1'],
  ])('%s from %s gives row %i %s', (pattern, start, index, code) => {
    expect(runningCode(start === undefined ? { pattern } : { pattern, start })!(index)).toBe(code);
  });

  test('1,969 rows get different codes of three characters', () => {
    const code = runningCode({ pattern: '{seq36:3}' })!;
    const codes = Array.from({ length: 1_969 }, (_, index) => code(index)!);
    expect(new Set(codes).size).toBe(1_969);
    expect(codes.every((text) => /^[0-9A-Z]{3}$/.test(text))).toBe(true);
  });

  test.each([
    ['', 1],
    ['abc', 1],
    ['{seq}', 1],
    ['{seq:0}', 0],
    ['{seq:16}', 1],
    ['{seq36:11}', 1],
    ['{seq:2}{seq:2}', 1],
    ['{seq:2}{x}', 1],
    ['{seq:1}', 10],
    ['{seq:1}', -1],
    ['{seq:1}', 1.5],
    ['{seq:1}', Number.NaN],
  ])('%j from %d is invalid', (pattern, start) => {
    expect(runningCode({ pattern, start })).toBeUndefined();
  });
});

describe('the text of a cell', () => {
  const zone = zoneOf('Asia/Shanghai');
  test.each<[kind: Parameters<typeof fieldOf>[1], text: string, value: unknown]>([
    ['yesNo', 'Y', 'Y'],
    ['yesNo', 'n', 'N'],
    ['yesNo', '是', 'Y'],
    ['yesNo', '否', 'N'],
    ['yesNo', 'yes', 'Y'],
    ['yesNo', 'TRUE', 'Y'],
    ['yesNo', 'FALSE', 'N'],
    ['yesNo', '1', '1'],
    ['yesNo', 'maybe', 'maybe'],
    ['yesNo', '', null],
    ['integer', '1625', '1625'],
    ['integer', ' 1625 ', '1625'],
    ['integer', '1,625', '1,625'],
    ['integer', '1.5', '1.5'],
    ['money', '1234.50', '1234.50'],
    ['money', '1,234.50', '1,234.50'],
    ['money', '$5', '$5'],
    ['percent', '25', '25'],
    ['percent', '25%', '25'],
    ['percent', '-0.5 %', '-0.5'],
    ['percent', '007.50%', '7.5'],
    ['percent', '%', '%'],
    ['percent', '1e3%', '1e3%'],
    ['rate', '0.0025', '0.0025'],
    ['rate', '0.25%', '0.0025'],
    ['rate', '25%', '0.25'],
    ['rate', '-7%', '-0.07'],
    ['rate', '125%', '1.25'],
    ['rate', '100%', '1'],
    ['money', '25%', '25%'],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '2024-02-29T00:00:00', '2024-02-29'],
    ['date', '2024-02-29T12:00:00', '2024-02-29T12:00:00'],
    ['date', '29/02/2024', '29/02/2024'],
    ['date', '2024/2/29', '2024/2/29'],
    ['date', '45351', '45351'],
    ['dateTime', '2026-01-02T11:04:05.678', '2026-01-02T03:04:05.678Z'],
    ['dateTime', '2026-01-02 00:00', '2026-01-01T16:00:00.000Z'],
    ['dateTime', '2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
    ['dateTime', '2026-01-02', '2026-01-02'],
    ['choice', 'BULK', 'BULK'],
    ['choice', 'bulk', 'BULK'],
    ['choice', 'container', 'CNTR'],
    ['choice', '集装箱船', 'CNTR'],
    ['choice', 'Same', 'Same'],
    ['choice', '乙', 'B'],
    ['choice', 'Tug', 'Tug'],
    ['multiChoice', 'BULK;container； 乙', ['BULK', 'CNTR', 'B']],
    ['multiChoice', 'BULK,CNTR', ['BULK,CNTR']],
    ['multiChoice', ' ', null],
    ['text', ' a ', ' a '],
    ['text', '   ', null],
    ['text', '007', '007'],
  ])('%s %j is %j', (kind, text, value) => {
    expect(inputOf(fieldOf('f', kind, 'F', 'F'), /hoice/.test(kind) ? OPTIONS : undefined, zone)(text)).toEqual(value);
  });
});
