import { describe, expect, test } from 'vitest';
import { clipboardCells, rowsOf } from '../../../web/records/childTable/paste.ts';
import { applyPaste, headingsOf, losesCells, planPaste } from '../../../web/records/childTable/pastePlan.ts';
import { SavedRows } from '../../../web/records/childTable/savedRows.ts';
import { fieldOf } from '../language/model.ts';
import { fixtureRules } from './fixtureRules.ts';

describe('cells on the clipboard', () => {
  test.each<[string, string, string[][]]>([
    ['one cell', 'a', [['a']]],
    [
      'rows and columns',
      'a\tb\nc\td\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'line ends of Windows',
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'empty cells',
      '\ta\t\n\t\t',
      [
        ['', 'a', ''],
        ['', '', ''],
      ],
    ],
    ['a cell with a line end and quotes', '"a\n""b"""\tc', [['a\n"b"', 'c']]],
    ['a quote inside a plain cell', 'a"b\tc', [['a"b', 'c']]],
  ])('%s', (_, text, cells) => {
    expect(clipboardCells(text)).toEqual(cells);
  });
});

describe('cells as values', async () => {
  const { fields } = (await fixtureRules('policy-term')).entity;
  test.each<[string, string, unknown]>([
    ['insuredValue', ' 1,234,567.50 ', '1234567.50'],
    ['insuredValue', '', null],
    ['insuredValue', '1250000,50', '1250000,50'],
    ['hullPct', '25%', '25'],
    ['effectiveFrom', '2026/1/5', '2026-01-05'],
    ['effectiveFrom', '2026-01-05', '2026-01-05'],
    ['cancelled', '是', 'Y'],
    ['policyType', '保赔险', 'PI'],
    ['policyType', 'Hull and machinery', 'HM'],
    ['policyType', 'nothing of that name', 'nothing of that name'],
    ['days', '1,000', 1000],
    ['days', '１２', 12],
    ['days', '1,5', '1,5'],
    ['days', 'ten', 'ten'],
  ])('%s: %s', (name, text, value) => {
    const field = fields.filter((one) => one.name === name);
    expect(rowsOf([[text]], field, 0)).toEqual([{ [name]: value }]);
  });

  test.each<[string, unknown]>([
    ['0.25%', '0.0025'],
    ['12 %', '0.12'],
    ['0.0025', '0.0025'],
    ['much%', 'much%'],
  ])('a rate of %s', async (text, value) => {
    const { fields: rates } = (await fixtureRules('hull-premium')).entity;
    expect(
      rowsOf(
        [[text]],
        rates.filter(({ name }) => name === 'hmRate'),
        0,
      ),
    ).toEqual([{ hmRate: value }]);
  });

  test('pastes a block from the current field on, and omits columns beyond the last field', () => {
    const [first, second, third] = fields;
    expect(rowsOf([['x', 'y', 'z']], [first!, second!, third!], 1)).toEqual([
      { [second!.name]: 'x', [third!.name]: 'y' },
    ]);
  });
});

describe('a first line', () => {
  const fields = [fieldOf('berth', 'text'), fieldOf('draught', 'decimal')];
  const named = (...cells: string[][]) =>
    headingsOf(cells, fields)?.map(({ text, field }) => field?.name ?? `${text}?`);
  test.each<[string, string[][], string[] | undefined]>([
    ['in either language', [['Draught *', '字段berth']], ['draught', 'berth']],
    ['with an unknown heading', [['draught', 'Remark']], ['draught', 'Remark?']],
    ['with mostly unknown headings', [['draught', 'x', 'y']], undefined],
    ['with a repeated heading', [['draught', 'Draught']], ['draught', 'Draught?']],
    [
      'with a column without heading',
      [
        ['draught', '', ''],
        ['7', 'East', ''],
      ],
      ['draught', 'B?', '?'],
    ],
    ['of values', [['East', '7.5']], undefined],
    [
      'with a misspelt heading over a blank cell',
      [
        ['draught', 'Birth'],
        ['7.5', ''],
      ],
      ['draught', 'Birth?'],
    ],
    ['of values, one of which is a heading', [['7.5', '8', 'berth']], undefined],
    [
      'of texts over figures',
      [
        ['East', 'TBA'],
        ['West', '7.5'],
      ],
      undefined,
    ],
  ])('%s', (_, cells, expected) => {
    expect(named(...cells)).toEqual(expected);
  });
});

describe('a pasted block', async () => {
  const rules = await fixtureRules('berth-visit');
  const child = rules.entity.children.find(({ entity }) => entity === 'berth-visit-share')!;
  const childRules = rules.children.get(child.entity)!;
  const fields = childRules.entity.fields.filter(({ name }) => ['holder', 'pct'].includes(name));
  const parent = { id: '7', rev: 1, [child.entity]: [{ id: '1', rev: 1, holder: 'A', pct: '100' }] };
  const plan = (text: string, { column = 0, mayAdd = true } = {}) => {
    const rows = new SavedRows(parent, child, childRules, () => Promise.resolve([]));
    const planned = planPaste(clipboardCells(text), { rows, fields, shown: ['1'], id: '1', column, mayAdd });
    return { rows, planned };
  };

  test('with an unknown heading ignores its column, and stores no heading', () => {
    const { planned } = plan('Holder\tPercentage\nB\t40\nC\t60');
    expect(planned).toMatchObject({ filled: [{ id: '1', values: { holder: 'B' } }], added: [{ holder: 'C' }] });
    expect([planned.unknown, losesCells(planned)]).toEqual([['Percentage'], true]);
  });

  test.each<[string, string, { column?: number; mayAdd?: boolean }, object]>([
    ['that fits', 'B\t40', {}, { unknown: [], beyond: 0, below: 0 }],
    ['beyond the last column', 'B\t40\tx', {}, { beyond: 1 }],
    ['with blanks beyond the last column', 'B\t40\t ', {}, { beyond: 0 }],
    ['below the last row, where none may be added', 'B\nC\nD', { mayAdd: false }, { below: 2, added: [] }],
    [
      'without a known heading, as data',
      'Who\tPart\nB\t40',
      {},
      { unknown: [], filled: [{ values: { holder: 'Who', pct: 'Part' } }], added: [{ holder: 'B', pct: '40' }] },
    ],
  ])('%s', (_, text, options, expected) => {
    expect(plan(text, options).planned).toMatchObject(expected);
  });

  test('shows what cannot be read at its cell, in rows that exist and in added ones', () => {
    const { rows, planned } = plan('B\tTBA\nC\tTBA');
    const ids = applyPaste(planned, rows);
    expect(rows.errors()).toEqual(ids.map((id) => ({ id, name: 'pct' })));
    expect(ids.map((id) => rows.problems(id, 'pct').length)).toEqual([1, 1]);
  });
});
