import { expect, test } from 'vitest';
import { editorAgainst, gateAgainst, mostTelling } from '../../../generator/language/gate.ts';
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
/** A yard that is edited while it is open and, says its guard, dry. */
const yard = (guard: Partial<OperationGuard>): Entity =>
  entityOf('yard', [fieldOf('status', 'choice')], {
    machines: [machine],
    gate: { edit: { status: ['Open'] } },
    guards: { edit: [{ expr: 'dry', ...guard } as OperationGuard] },
  });
const judge = { test: (_: string, row: Readonly<Record<string, unknown>>) => row['dry'] === true };
const told = (guard: Partial<OperationGuard>, status: string, dry: boolean): [string, string] | undefined => {
  const found = gateAgainst(yard(guard), judge, 'edit', { status, dry }, {});
  return found && [found.key, found.field];
};

test.each<[string, Partial<OperationGuard>, string, boolean, [string, string] | undefined]>([
  ['nothing', { message: says }, 'Open', true, undefined],
  ['the state alone', { message: says }, 'Shut', true, ['MSG_generic_0031', 'status']],
  ['the guard alone', {}, 'Open', false, ['MSG_generic_0037', '']],
  ['both, of which the guard says nothing of its own', {}, 'Shut', false, ['MSG_generic_0031', 'status']],
  ['both, of which the guard has a message', { message: says }, 'Shut', false, ['MSG_generic_0037', '']],
  ['both, of which the guard has a key', { key: 'MSG_yard_0001' }, 'Shut', false, ['MSG_yard_0001', '']],
])('what stands against an edit: %s', (_, guard, status, dry, expected) =>
  expect(told(guard, status, dry)).toEqual(expected),
);

test('of several refusals the first with a sentence of its own is told, else the first', () => {
  const one = (key: string): Violation => ({ field: '', key, params: {} });
  expect(mostTelling()).toBeUndefined();
  expect(mostTelling(undefined, one('MSG_generic_0036'), one('MSG_generic_0031'))?.key).toBe('MSG_generic_0036');
  expect(mostTelling(one('MSG_generic_0036'), undefined, one('MSG_yard_0001'), one('MSG_yard_0002'))?.key).toBe(
    'MSG_yard_0001',
  );
});

test('a row is changed by the persons that it names, and by nobody else', () => {
  const access = { access: { scope: 'all' as const, edit: ['creater', 'keeper'] } };
  expect(editorAgainst({}, {}, 'ann')).toBeUndefined();
  for (const row of [{ creater: 'ann', keeper: 'ben' }, { creater: 'cyd', keeper: 'ann' }, { creater: 'cyd' }])
    expect(editorAgainst(access, row, 'ann')).toBeUndefined();
  expect(editorAgainst(access, { creater: 'cyd', keeper: null }, 'ann')?.key).toBe('MSG_generic_0038');
});
