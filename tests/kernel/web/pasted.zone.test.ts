import { describe, expect, test } from 'vitest';
import { clipboardCells, fieldsOfHeadings, rowsOf } from '../../../web/records/childTable/paste.ts';
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
    ['hullPct', '25%', '25'],
    ['effectiveFrom', '2026/1/5', '2026-01-05'],
    ['effectiveFrom', '2026-01-05', '2026-01-05'],
    ['cancelled', '是', 'Y'],
    ['policyType', '保赔险', 'PI'],
    ['policyType', 'Hull and machinery', 'HM'],
    ['policyType', 'nothing of that name', 'nothing of that name'],
    ['days', '1,000', 1000],
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

test('a line of headings in either language names the columns; a line of values does not', () => {
  const fields = [fieldOf('berth', 'text'), fieldOf('draught', 'decimal')];
  const names = (...line: string[]) => fieldsOfHeadings(line, fields)?.map((field) => field?.name);
  expect(names('Draught *', '字段berth')).toEqual(['draught', 'berth']);
  expect(names('draught', 'Remark')).toEqual(['draught', undefined]);
  expect(names('7.5', 'East')).toBeUndefined();
  expect(names('draught', 'x', 'y')).toBeUndefined();
});
