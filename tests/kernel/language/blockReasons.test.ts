import { expect, test } from 'vitest';
import {
  blockReasons,
  childBlockReasons,
  mostSpecific,
  type Subject,
} from '../../../generator/language/blockReasons.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Machine, OperationGuard } from '../../../generator/model/operation.ts';
import { entityOf, fieldOf } from './model.ts';

const says = { en: 'It rains', zh: '下雨' };
const machine: Machine = {
  use: 'own',
  field: 'status',
  initial: 'Open',
  states: ['Open', 'Shut'].map((code) => ({ code, label: { en: code, zh: code }, colour: 'default', final: false })),
  transitions: [],
  spec: [],
};
/** A yard that can be edited in the state Open, and only while dry by its guard. */
const yard = (guard: Partial<OperationGuard>): Entity =>
  entityOf('yard', [fieldOf('status', 'choice')], {
    machines: [machine],
    gate: { edit: { status: ['Open'] } },
    guards: { edit: [{ expr: 'dry', ...guard } as OperationGuard] },
  });
const evaluator = { test: (_: string, row: Readonly<Record<string, unknown>>) => row['dry'] === true };
const subject = (entity: Entity, row: Subject['row'], userCde?: string): Subject => ({
  entity,
  evaluator,
  row,
  context: {},
  userCde,
});
const reasonOf = (guard: Partial<OperationGuard>, status: string, dry: boolean): [string, string] | undefined => {
  const reason = mostSpecific(blockReasons(subject(yard(guard), { status, dry }), { name: 'edit' }));
  return reason && [reason.key, reason.field];
};

test.each<[string, Partial<OperationGuard>, string, boolean, [string, string] | undefined]>([
  ['nothing', { message: says }, 'Open', true, undefined],
  ['the state alone', { message: says }, 'Shut', true, ['MSG_generic_0031', 'status']],
  ['the guard alone', {}, 'Open', false, ['MSG_generic_0037', '']],
  ['both, where the guard has no message', {}, 'Shut', false, ['MSG_generic_0031', 'status']],
  ['both, where the guard has a message', { message: says }, 'Shut', false, ['MSG_generic_0037', '']],
  ['both, where the guard has a message key', { key: 'MSG_yard_0001' }, 'Shut', false, ['MSG_yard_0001', '']],
])('block reason of an edit: %s', (_, guard, status, dry, expected) =>
  expect(reasonOf(guard, status, dry)).toEqual(expected),
);

test('shows the first reason with its own message, else the first reason', () => {
  const one = (key: string): Violation => ({ field: '', key, params: {} });
  expect(mostSpecific([])).toBeUndefined();
  expect(mostSpecific([one('MSG_generic_0036'), one('MSG_generic_0031')])?.key).toBe('MSG_generic_0036');
  expect(mostSpecific([one('MSG_generic_0036'), one('MSG_yard_0001'), one('MSG_yard_0002')])?.key).toBe(
    'MSG_yard_0001',
  );
});

test('blocks edits of persons whom the row does not name', () => {
  const keys = (row: Subject['row'], more: Partial<Entity>, userCde?: string): string[] =>
    blockReasons(subject(entityOf('yard', [], more), row, userCde), { name: 'edit' }).map(({ key }) => key);
  const access = { access: { scope: 'all' as const, edit: ['creater', 'keeper'] } };
  expect(keys({}, {}, 'ann')).toEqual([]);
  for (const row of [{ creater: 'ann', keeper: 'ben' }, { creater: 'cyd', keeper: 'ann' }, { creater: 'cyd' }])
    expect(keys(row, access, 'ann')).toEqual([]);
  expect(keys({ creater: 'cyd', keeper: null }, access, 'ann')).toEqual(['MSG_generic_0038']);
  expect(keys({ creater: 'cyd', keeper: null }, access)).toEqual([]);
});

test('does not limit an operation with an actor to the editors', () => {
  const entity = entityOf('yard', [], { access: { scope: 'all', edit: ['creater'] } });
  expect(blockReasons(subject(entity, { creater: 'cyd' }, 'ann'), { name: 'lift', actor: 'approver' })).toEqual([]);
});

test('checks the states and guard of an operation together with gates', () => {
  const lift = {
    name: 'lift',
    label: says,
    from: { status: ['Open'] },
    to: { field: 'status', state: 'Shut' },
    guard: { expr: 'dry', message: says },
  };
  const found = (row: Subject['row']) => blockReasons(subject(yard({}), row), lift);
  expect(found({ status: 'Open', dry: true })).toEqual([]);
  expect(found({ status: 'Shut', dry: false })).toMatchObject([
    { family: 'conflict', key: 'MSG_generic_0036', field: 'status', params: { action: says } },
    { family: 'conflict', key: 'MSG_generic_0037', field: 'status', message: says },
  ]);
});

test('blocks children like an edit of the parent, unless the child has its own gate', () => {
  const child = { entity: 'crate', via: 'yardId' };
  const keys = (status: string, more: object, operation: string): string[] =>
    childBlockReasons(subject(yard({}), { status, dry: true }), { ...child, ...more }, operation).map(({ key }) => key);
  expect(keys('Open', {}, 'add')).toEqual([]);
  expect(keys('Shut', {}, 'add')).toEqual(['MSG_generic_0031']);
  expect(keys('Shut', { gate: { edit: { status: ['Shut'] } } }, 'add')).toEqual([]);
  expect(keys('Open', { gate: { delete: { status: ['Shut'] } } }, 'delete')).toEqual(['MSG_generic_0030']);
  expect(keys('Shut', { free: ['ship'] }, 'ship')).toEqual([]);
});
