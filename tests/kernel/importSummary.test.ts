import { describe, expect, test } from 'vitest';
import type { RowError } from '../../server/kernel/exchange/import/outcome.ts';
import { rowsToShow, summarise } from '../../server/kernel/exchange/import/summary.ts';

const error = (row: number, more: Partial<RowError> = {}): RowError => ({
  row,
  field: 'flag',
  key: 'MSG_x_0001',
  message: 'not there',
  value: 'XX',
  ...more,
});
const rows = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('a summary of errors', () => {
  test('counts equal errors over all rows, the most frequent first', () => {
    const errors = [
      error(2, { value: null }),
      ...rows(3, 1502).map((row) => error(row)),
      ...rows(1600, 1700).map((row) => error(row)),
    ];
    expect(summarise(errors)).toEqual([
      {
        field: 'flag',
        key: 'MSG_x_0001',
        message: 'not there',
        value: 'XX',
        rows: 1601,
        ranges: [
          [3, 1502],
          [1600, 1700],
        ],
      },
      { field: 'flag', key: 'MSG_x_0001', message: 'not there', value: null, rows: 1, ranges: [[2, 2]] },
    ]);
  });

  test.each<[string, Partial<RowError>]>([
    ['field', { field: 'code' }],
    ['key', { key: 'MSG_x_0002' }],
    ['message', { message: 'gone' }],
    ['value', { value: 'YY' }],
    ['level', { level: 'warning' }],
  ])('separates errors that differ in their %s', (_part, more) => {
    expect(summarise([error(2), error(3, more)]).map(({ ranges }) => ranges)).toEqual([[[2, 2]], [[3, 3]]]);
  });

  test('is empty without errors, and limited to the 1,000 most frequent', () => {
    expect(summarise([])).toEqual([]);
    const found = summarise([...rows(2, 2001).map((row) => error(row, { value: row })), error(2002, { value: 2001 })]);
    expect(found).toHaveLength(1000);
    expect(found[0]).toMatchObject({ value: 2001, rows: 2, ranges: [[2001, 2002]] });
  });
});

test('shows the listed rows and the first ones of each error', () => {
  const all = [
    ...rows(2, 1001).map((row) => error(row)),
    ...rows(5000, 5099).map((row) => error(row, { field: 'code' })),
  ];
  const shown = rowsToShow(all.slice(0, 10), summarise(all));
  expect([...shown].sort((a, b) => a - b)).toEqual([...rows(2, 21), ...rows(5000, 5019)]);
});
