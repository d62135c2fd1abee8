import { describe, expect, test } from 'vitest';
import type { Machine } from '../../../generator/model/operation.ts';
import type { ApprovalRound } from '../../../web/records/approval/round.ts';
import type { HistoryEntry } from '../../../web/records/history/entry.ts';
import { totalsOf } from '../../../web/records/detail/childAmounts.ts';
import { addressOf, isApproval } from '../../../web/records/inbox/address.ts';
import { changedSince, endOfPrevious } from '../../../web/records/inbox/changed.ts';
import { byAmount, decidedFields, shownAmounts } from '../../../web/records/inbox/contentFields.ts';
import { levelsOf } from '../../../web/records/inbox/passedLevels.ts';
import {
  afterDecision,
  neighbourOf,
  groupTodos,
  hasTasks,
  idsOf,
  inboxQueries,
  keyOf,
  type TaskEntity,
} from '../../../web/records/inbox/todos.ts';
import { entityOf, fieldOf } from '../language/model.ts';

const label = (text: string) => ({ en: text, zh: text });
const machine: Machine = {
  use: 'own',
  field: 'status',
  initial: 'Open',
  states: ['Open', 'Paused', 'Closed'].map((code) => ({ code, label: label(code), colour: 'default', final: false })),
  transitions: [],
  spec: [],
};
const todos = entityOf('todo', [fieldOf('status', 'choice')], {
  area: 'office',
  machines: [machine],
  tasks: {
    type: 'type',
    business: 'business',
    number: 'no',
    entity: 'of',
    record: 'recordId',
    amount: 'amount',
    levels: 'levels',
    level: 'level',
    role: 'role',
    submitter: 'by',
    submitted: 'at',
    operated: 'stepAt',
    returned: 'returned',
    closed: 'Closed',
    reminder: { due: 'due', days: 'days' },
    log: {
      entity: 'line',
      via: 'todoId',
      by: 'by',
      at: 'at',
      step: 'step',
      level: 'level',
      role: 'role',
      opinion: 'opinion',
      steps: { submit: 'S', approve: 'A', reject: 'R', withdraw: 'W' },
    },
  },
}) as TaskEntity;
const row = (id: string, more: object = {}) => ({ id, rev: 1, ...more });

test.each([
  [
    'an open approval is decided in the window of to-dos',
    { recordId: '7', status: 'Open' },
    true,
    '/task/inbox?todo=1',
  ],
  ['a closed approval opens as a record', { recordId: '7', status: 'Closed' }, true, '/office/todo/1'],
  ['a reminder opens as a record', { recordId: '7', status: 'Open', due: '2026-01-01' }, false, '/office/todo/1'],
  ['a to-do without a record opens as a record', { status: 'Open' }, false, '/office/todo/1'],
])('%s', (_, fields, expected, address) => {
  expect(isApproval(todos, fields)).toBe(expected);
  expect(addressOf(todos, row('1', fields))).toBe(address);
  expect(hasTasks(todos) && !hasTasks(entityOf('other', []))).toBe(true);
});

describe('the queries', () => {
  const presets = {
    mine: [{ name: 'a', type: 'notNull' as const }],
    returned: [{ name: 'b', type: 'notNull' as const }],
  };

  test('ask for what the roles of the user decide, without own submissions, the longest waiting first', () => {
    const queries = inboxQueries(todos, { userCde: 'gu', heldRoles: ['3'] }, presets);
    const open = [
      { name: 'status', type: 'array', value: ['Open', 'Paused'] },
      { name: 'level', type: 'notNull' },
    ];
    expect(queries.decide).toEqual({
      where: [...open, { name: 'role', type: 'array', value: ['3'] }, { name: 'by', type: 'ne', value: 'gu' }],
      sort: 'at',
    });
    expect(queries.waiting).toEqual({ where: [...open, { name: 'by', type: 'equal', value: 'gu' }], sort: 'at' });
    expect(queries.other).toEqual({ where: [...presets.mine, { name: 'level', type: 'isNull' }], sort: 'due' });
    expect(queries.returned?.where).toEqual(presets.returned);
  });

  test('ask for no decisions without a role', () => {
    expect(inboxQueries(todos, { userCde: 'gu' }, presets).decide).toBeUndefined();
  });
});

test('each to-do is in one part, and empty parts are omitted', () => {
  const page = (...ids: string[]) => ({ records: ids.map((id) => row(id)), total: ids.length });
  const groups = groupTodos({
    decide: page('1', '2'),
    waiting: page('3'),
    followed: page('2', '3', '4'),
    other: page(),
  });
  expect(groups.map(({ part, rows, total }) => [part, rows.map(({ id }) => id), total])).toEqual([
    ['decide', ['1', '2'], 2],
    ['waiting', ['3', '4'], 2],
  ]);
  expect(idsOf(groups)).toEqual(['1', '2', '3', '4']);
  expect(groupTodos({})).toEqual([]);
});

test.each([
  ['1', 1, '2'],
  ['3', 1, '3'],
  ['2', -1, '1'],
  ['1', -1, '1'],
  [undefined, 1, '1'],
  ['9', -1, '1'],
] as const)('from to-do %s, %i steps lead to to-do %s', (id, by, expected) => {
  expect(neighbourOf(['1', '2', '3'], id, by)).toBe(expected);
});

test.each([
  [['1', '2', '3'], '2', '3'],
  [['1', '2', '3'], '3', '2'],
  [['1'], '1', undefined],
  [['1', '2'], '9', '1'],
  [[], '1', undefined],
])('of %s, the one after the decision on %s is %s', (ids, decided, expected) => {
  expect(afterDecision(ids, decided)).toBe(expected);
});

test.each([
  ['j', 'next'],
  ['K', 'previous'],
  ['a', 'approve'],
  ['R', 'reject'],
  ['Enter', 'open'],
  ['?', 'help'],
  ['x', undefined],
])('the key %s means %s', (key, expected) => {
  expect(keyOf(key)).toBe(expected);
});

const level = (code: string) => ({ code, ...label(code) });
const round = (id: string, fields: Partial<ApprovalRound>): ApprovalRound => ({
  id,
  open: true,
  amount: '1.00',
  currency: 'USD',
  role: null,
  deciders: [],
  submitter: 'zhou',
  submitterName: null,
  lines: [],
  levels: ['A', 'B', 'C'].map(level),
  level: level('B'),
  ...fields,
});
const line = (step: 'submit' | 'approve' | 'reject', at: string, code?: string) => ({
  step,
  at,
  by: 'gu',
  byName: null,
  opinion: null,
  level: code === undefined ? null : level(code),
});

test.each([
  ['in progress', { lines: [line('submit', '1'), line('approve', '2', 'A')] }, ['approved', 'current', 'pending']],
  [
    'rejected',
    { open: false, level: null, lines: [line('submit', '1'), line('approve', '2', 'A'), line('reject', '3', 'B')] },
    ['approved', 'rejected', 'pending'],
  ],
])('the levels of an approval %s', (_, fields, expected) => {
  expect(levelsOf(round('1', fields)).map(({ state }) => state)).toEqual(expected);
});

describe('what changed', () => {
  const rounds = [
    round('2', { lines: [line('submit', '2026-01-03T00:00:00Z')] }),
    round('1', { lines: [line('submit', '2026-01-01T00:00:00Z'), line('reject', '2026-01-02T00:00:00Z', 'A')] }),
  ];
  const entry = (at: string, changes: HistoryEntry['changes'], part?: HistoryEntry['part']): HistoryEntry => ({
    id: at,
    at,
    by: 'zhou',
    action: 'update',
    changes,
    ...(part && { part }),
  });
  const change = (field: string, from: unknown, to: unknown) => ({ field, from, to });

  test('is what was saved after the approval before', () => {
    expect(endOfPrevious(rounds, rounds[0]!)).toBe('2026-01-02T00:00:00Z');
    expect(endOfPrevious(rounds, rounds[1]!)).toBeUndefined();
  });

  test('is the first value and the last one of each field, and the number of changed rows', () => {
    const part = (id: string) => ({ entity: 'item', id, title: label(id), deleted: false });
    const history = [
      entry('2026-01-02T05:00:00Z', [change('cost', '8', '9'), change('note', 'b', 'a')]),
      entry('2026-01-02T04:00:00Z', [change('price', '1', '2')], part('5')),
      entry('2026-01-02T03:00:00Z', [change('price', '2', '3')], part('5')),
      entry('2026-01-02T02:00:00Z', [change('cost', '5', '8'), change('note', 'a', 'b'), change('state', 'x', 'y')]),
      entry('2026-01-01T23:00:00Z', [change('cost', '1', '5')]),
    ];
    expect(changedSince(history, '2026-01-02T00:00:00Z', (field) => field !== 'state')).toEqual({
      fields: [change('cost', '5', '9')],
      children: new Map([['item', 1]]),
    });
  });
});

describe('the amounts of rows', () => {
  const money = (name: string) => fieldOf(name, 'money', { currency: { field: 'cur' } });
  const [gross, net, tax, total] = ['gross', 'net', 'tax', 'total'].map(money) as [
    ReturnType<typeof money>,
    ReturnType<typeof money>,
    ReturnType<typeof money>,
    ReturnType<typeof money>,
  ];
  const rows = [
    { id: '1', cur: 'USD', total: '5.50', tax: '1' },
    { id: '2', cur: 'EUR', total: '-7.00', net: '3', gross: '1' },
    { id: '3', cur: 'USD', total: '0.50' },
  ];

  test('are the main one and others with a value', () => {
    expect(shownAmounts([gross, net, tax, total], total, rows)).toEqual([gross, net, total]);
    expect(shownAmounts([gross, total], total, [])).toEqual([total]);
  });

  test('are sorted by size, and totalled by currency', () => {
    expect(byAmount(rows, total).map(({ id }) => id)).toEqual(['2', '1', '3']);
    expect([...totalsOf([total], rows)]).toEqual([
      ['USD', '6'],
      ['EUR', '-7'],
    ]);
  });
});

test('approvers see the fields of the list with values, without title, states, currencies and the progress', () => {
  const entity = entityOf(
    'order',
    [
      fieldOf('no', 'code'),
      fieldOf('cost', 'money', { currency: { field: 'cur' } }),
      fieldOf('cur', 'code'),
      fieldOf('note', 'text'),
      fieldOf('by', 'code'),
      fieldOf('empty', 'text'),
      fieldOf('scan', 'file'),
    ],
    {
      title: label('{no}'),
      list: { columns: ['no', 'cost', 'cur', 'note', 'by', 'empty', 'scan'], filters: [], requireFilter: [], sort: [] },
      approval: { type: 'T', number: 'no', fill: {}, levels: 'rule', keeps: { submitter: 'by' } },
    },
  );
  const order = { no: '1', cost: '5', cur: 'USD', note: 'x', by: 'zhou', empty: null, scan: 'f' };
  expect(decidedFields(entity, order)).toEqual(['cost', 'note']);
});
