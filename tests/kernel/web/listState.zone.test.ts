import { frozenCount } from '../../../web/records/list/frozenCount.ts';
import { describe, expect, test } from 'vitest';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, KindName } from '../../../generator/model/field.ts';
import { conditionsOf, filtersSuffice } from '../../../web/records/list/filter.ts';
import { presetConditions } from '../../../web/records/list/presetConditions.ts';
import { type ListState, readState, writeState } from '../../../web/records/list/state.ts';

const field = (name: string, kind: KindName, more: Partial<Field> = {}): Field => ({
  name,
  kind,
  label: { en: name, zh: name },
  id: name,
  required: false,
  readOnly: false,
  writeOnly: false,
  sensitive: false,
  normalize: [],
  state: false,
  spec: [],
  ...more,
});

const fields = [
  field('berth', 'text'),
  field('visitNo', 'code'),
  field('vslCde', 'ref'),
  field('waived', 'yesNo'),
  field('arrived', 'date'),
  field('dues', 'money'),
  field('status', 'choice'),
  field('berthType', 'text', { options: [{ code: 'DRY', en: 'Dry', zh: '干' }] }),
  field('month', 'month'),
  field('remark', 'text'),
];
const entity = {
  name: 'visit',
  fields,
  key: ['visitNo'],
  list: {
    columns: ['visitNo'],
    filters: [...fields.map(({ name }) => name).filter((name) => name !== 'remark'), 'updateAt'],
    requireFilter: [],
    sort: [{ field: 'arrived', descending: true }],
    presets: [{ id: 'mine', label: { en: 'Mine', zh: '我的' }, where: [] }],
  },
} as unknown as Entity;

describe('a filter of the address becomes a condition', () => {
  test.each<[string, string, unknown]>([
    ['berth', 'no 3', [{ name: 'berth', type: 'like', value: 'no 3' }]],
    ['berth', 'a,b|c', [{ name: 'berth', type: 'like', value: 'a,b|c' }]],
    ['vslCde', 'ABC', [{ name: 'vslCde', type: 'equal', value: 'ABC' }]],
    ['waived', 'Y', [{ name: 'waived', type: 'equal', value: 'Y' }]],
    ['month', '202601', [{ name: 'month', type: 'equal', value: '202601' }]],
    ['status', 'Draft', [{ name: 'status', type: 'array', value: ['Draft'] }]],
    ['berthType', 'DRY,WET', [{ name: 'berthType', type: 'array', value: ['DRY', 'WET'] }]],
    ['arrived', '2025-01-01|2025-12-31', [{ name: 'arrived', type: 'dateRange', value: '2025-01-01|2025-12-31' }]],
    ['arrived', '2025-01-01|', [{ name: 'arrived', type: 'gte', value: '2025-01-01' }]],
    ['arrived', '|2025-12-31', [{ name: 'arrived', type: 'lte', value: '2025-12-31' }]],
    [
      'dues',
      '10|20.50',
      [
        { name: 'dues', type: 'gte', value: '10' },
        { name: 'dues', type: 'lte', value: '20.50' },
      ],
    ],
    ['updateAt', '2025-01-01|2025-01-02', [{ name: 'updateAt', type: 'dateRange', value: '2025-01-01|2025-01-02' }]],
    ['remark', 'not a filter', []],
    ['berth', '', []],
  ])('%s = %j', (name, text, expected) => {
    expect(conditionsOf(entity, { [name]: text })).toEqual(expected);
  });
});

describe('the address', () => {
  const usual: ListState = { filters: {}, sort: [{ field: 'arrived', descending: true }], page: 1, pageSize: 20 };

  test.each<[string, Partial<ListState>]>([
    ['', {}],
    ['berth=3&vslCde=A%26B', { filters: { berth: '3', vslCde: 'A&B' } }],
    [
      '_sort=dues%2C-visitNo',
      {
        sort: [
          { field: 'dues', descending: false },
          { field: 'visitNo', descending: true },
        ],
      },
    ],
    ['_page=3&_size=500', { page: 3, pageSize: 500 }],
    ['berth=3&_preset=mine', { filters: { berth: '3' }, preset: 'mine' }],
  ])('reads %j and writes it back unchanged', (text, expected) => {
    const state = readState(entity, new URLSearchParams(text), 20);
    expect(state).toEqual({ ...usual, ...expected });
    expect(writeState(entity, state, 20).toString()).toBe(text);
  });

  test.each([
    '_page=0',
    '_page=-1',
    '_page=x',
    '_page=1.5',
    '_size=7',
    '_size=100000',
    'remark=x',
    'unknown=x',
    'berth=',
    '_preset=unknown',
    '_preset=',
  ])('%j changes nothing', (text) => {
    expect(readState(entity, new URLSearchParams(text), 20)).toEqual(usual);
  });

  test('writes a page size only if it differs from that of the user', () => {
    expect(writeState(entity, { ...usual, pageSize: 100 }, 100).toString()).toBe('');
    expect(writeState(entity, { ...usual, pageSize: 20 }, 100).toString()).toBe('_size=20');
  });
});

describe('a required filter', () => {
  const choosy = { ...entity, list: { ...entity.list, requireFilter: [['vslCde'], ['berth', 'arrived']] } };
  test.each<[Record<string, string>, boolean]>([
    [{}, false],
    [{ berth: '3' }, false],
    [{ waived: 'Y' }, false],
    [{ vslCde: 'A' }, true],
    [{ berth: '3', arrived: '2025-01-01|' }, true],
  ])('%j suffices: %s', (filters, expected) => {
    expect(filtersSuffice(choosy, conditionsOf(choosy, filters))).toBe(expected);
    expect(filtersSuffice(entity, conditionsOf(entity, filters))).toBe(true);
  });
});

test.each([
  [{ days: { from: 0, to: 30 } }, '2026-12-15|2027-01-14'],
  [{ days: { to: -1 } }, '|2026-12-14'],
  [{ days: { from: 1 } }, '2026-12-16|'],
  [{ user: 'userCde' }, 'officer'],
  ['Closed', 'Closed'],
])('a preset compares with %j as %s', (value, meant) => {
  const [one, other] = presetConditions(
    [{ name: 'a', type: 'dateRange', value }, { or: [[{ name: 'b', type: 'dateRange', value }]] }],
    { userCde: 'officer' },
    '2026-12-15',
  );
  expect([one, other]).toEqual([
    { name: 'a', type: 'dateRange', value: meant },
    { or: [[{ name: 'b', type: 'dateRange', value: meant }]] },
  ]);
});

test.each<[string, [boolean, number][], number]>([
  ['no column is shown', [], 0],
  ['one wide key', [[true, 600]], 1],
  [
    'two keys that fit',
    [
      [true, 200],
      [true, 200],
      [false, 90],
    ],
    2,
  ],
  [
    'the third does not fit',
    [
      [true, 132],
      [true, 192],
      [true, 176],
      [true, 136],
    ],
    2,
  ],
  [
    'a key behind other columns',
    [
      [true, 132],
      [false, 90],
      [true, 132],
    ],
    1,
  ],
  [
    'no key at the beginning',
    [
      [false, 90],
      [true, 132],
    ],
    1,
  ],
])('columns that stay at the left: %s', (_, columns, count) => {
  expect(frozenCount(columns.map(([isKey, width]) => ({ isKey, width })))).toBe(count);
});
