import { describe, expect, test } from 'vitest';
import type { Language } from '../../../generator/language/message.ts';
import english from '../../../locales/en-US/messages.json' with { type: 'json' };
import chinese from '../../../locales/zh-CN/messages.json' with { type: 'json' };
import { importableFields } from '../../../server/kernel/exchange/mapping/fields.ts';
import { mapHeadings } from '../../../server/kernel/exchange/mapping/headings.ts';
import { TYPE_TEXT, UPLOAD } from '../../../server/spreadsheet/messageKeys.ts';
import { writeTemplate } from '../../../server/kernel/exchange/template.ts';
import { entityOf, fieldOf } from './entities.ts';
import { bytesOf, cellsOf, partText } from './workbooks.ts';

const lists = new Map([
  [
    'PORT_TYPE',
    [
      { code: 'S', en: 'Sea', zh: '海港' },
      { code: 'R', en: 'River', zh: '河港' },
    ],
  ],
]);
const entity = entityOf(
  fieldOf('vslCde', 'code', 'Vessel', '船舶', {
    required: true,
    maxLength: 3,
    ref: { entity: 'vessel', by: 'vslCde', unique: false },
  }),
  fieldOf('remark', 'longText', 'Remark', '备注', { maxLength: 2000, help: { en: 'Anything', zh: '任意' } }),
  fieldOf('arrived', 'date', 'Period', '期间', { required: true }),
  fieldOf('left', 'date', 'Period', '期间'),
  fieldOf('waived', 'yesNo', 'Waived', '免收'),
  fieldOf('portType', 'choice', 'Port type', '港口类型', { optionList: 'PORT_TYPE' }),
  fieldOf('cargo', 'multiChoice', 'Cargo', '货物', { options: [{ code: 'A', en: 'Ore', zh: '矿' }] }),
  fieldOf('grade', 'choice', 'Grade', '等级', {
    options: [
      { code: 'A', en: 'B', zh: '乙' },
      { code: 'B', en: 'C', zh: '丙' },
    ],
  }),
  fieldOf('dues', 'money', 'Dues', '费用', { scale: 2 }),
  fieldOf('total', 'money', 'Total', '合计', { readOnly: true }),
);

const templateIn = (language: Language): Promise<Buffer> =>
  bytesOf((out) =>
    writeTemplate(entity, language, out, {
      lists,
      target: (name) => (name === 'vessel' ? { ...entity, label: { en: 'Ships', zh: '船舶资料' } } : undefined),
    }),
  );

describe.each<[language: Language, headings: string[]]>([
  [
    'en-US',
    ['Vessel *', 'Remark', 'Period (arrived) *', 'Period (left)', 'Waived', 'Port type', 'Cargo', 'Grade', 'Dues'],
  ],
  ['zh-CN', ['船舶 *', '备注', '期间 (arrived) *', '期间 (left)', '免收', '港口类型', '货物', '等级', '费用']],
])('the template in %s', (language, headings) => {
  test('has headings that map to every importable field', async () => {
    const read = await cellsOf(await templateIn(language));
    expect(read).toEqual([headings]);
    const proposals = mapHeadings(entity, read[0]!);
    expect(proposals.map(({ sort, field }) => [sort, field])).toEqual(
      importableFields(entity).map((field) => ['field', field.name]),
    );
    expect(proposals.map((proposal) => proposal.field)).not.toContain('total');
  });

  test('explains each field and hides the lists', async () => {
    const file = await templateIn(language);
    const fields = await partText(file, 'xl/worksheets/sheet2.xml');
    for (const field of importableFields(entity)) expect(fields).toContain(`>${field.name}<`);
    expect(fields).toContain(language === 'en-US' ? 'Code of: Ships' : '船舶资料 的代码');
    expect(await partText(file, 'xl/workbook.xml')).toMatch(/<sheet name="Lists" sheetId="3" state="hidden"/);
  });
});

test.each<[Language, string]>([
  ['en-US', 'Record version'],
  ['zh-CN', '记录版本'],
])(
  'the record version is explained in %s where imports update records, and is no column',
  async (language, heading) => {
    const rules = (mode: 'insert' | 'upsert') => ({ ...entity, import: { key: ['vslCde'], mode, max: 9 } });
    const template = (mode: 'insert' | 'upsert') =>
      bytesOf((out) => writeTemplate(rules(mode), language, out, { lists }));
    expect((await cellsOf(await template('upsert')))[0]).not.toContain(heading);
    expect(await partText(await template('upsert'), 'xl/worksheets/sheet2.xml')).toContain(`>${heading}<`);
    expect(await partText(await template('insert'), 'xl/worksheets/sheet2.xml')).not.toContain(`>${heading}<`);
  },
);

test('validates lists, dates and lengths during typing', async () => {
  const file = await templateIn('en-US');
  const sheet = await partText(file, 'xl/worksheets/sheet1.xml');
  const rules = [
    ...sheet.matchAll(
      /<dataValidation(?: type="(\w+)")?[^>]*prompt="([^"]*)" sqref="([A-Z])2:[A-Z]10001">(?:<formula1>(.*?)<\/formula1>)?/g,
    ),
  ].map(([, type, , column, formula]) => [column, type, formula]);
  expect(rules).toEqual([
    ['A', 'textLength', '3'],
    ['B', 'textLength', '2000'],
    ['C', 'date', '0'],
    ['D', 'date', '0'],
    ['E', 'list', 'Lists!$A$2:$A$3'],
    ['F', 'list', 'Lists!$B$2:$B$3'],
    ['G', undefined, undefined],
    ['H', 'list', 'Lists!$D$2:$D$3'],
    ['I', undefined, undefined],
  ]);
  const listSheet = await partText(file, 'xl/worksheets/sheet3.xml');
  // Labels, but codes where a label is another option's code.
  expect(
    [...listSheet.matchAll(/<c r="([A-D][2-9])"[^>]*><is><t[^>]*>(.*?)<\/t>/g)].map(
      ([, cell, text]) => `${cell} ${text}`,
    ),
  ).toEqual(['A2 Yes', 'B2 Sea', 'C2 Ore', 'D2 A', 'A3 No', 'B3 River', 'D3 B']);
});

test('every key has a text in both languages, with the same placeholders', () => {
  const placeholders = (text: string | undefined): string[] =>
    [...(text ?? '').matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).sort();
  const [en, zh]: Record<string, string>[] = [english, chinese];
  for (const key of [...Object.values(UPLOAD), ...Object.values(TYPE_TEXT)]) {
    expect(en![key], key).toBeTruthy();
    expect(zh![key], key).toBeTruthy();
    expect(placeholders(zh![key]), key).toEqual(placeholders(en![key]));
  }
});
