import { expect, test } from 'vitest';
import { childBlockReasons, gateReasons } from '../../../generator/language/blockReasons.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Machine, OperationGuard } from '../../../generator/model/operation.ts';
import { stateSubject } from '../../../web/records/operations/stateSubject.ts';
import { entityOf, fieldOf } from '../language/model.ts';

const machine: Machine = {
  use: 'own',
  field: 'status',
  initial: 'Open',
  states: ['Open', 'Shut'].map((code) => ({ code, label: { en: code, zh: code }, colour: 'default', final: false })),
  transitions: [],
  spec: [],
};
const yard: Entity = entityOf('yard', [fieldOf('status', 'choice')], {
  machines: [machine],
  gate: { edit: { status: ['Open'] } },
  guards: { edit: [{ expr: 'dry' } as OperationGuard] },
});
const child = { entity: 'crate', via: 'yardId', gate: { edit: { status: ['Shut'] } } };

test('a page checks the states of a row, and neither its guards nor states that the reader does not see', () => {
  const keys = (row: Record<string, unknown>): string[] =>
    gateReasons(stateSubject(yard, row), 'edit').map(({ key }) => key);
  expect(keys({ status: 'Open' })).toEqual([]);
  expect(keys({ status: 'Shut' })).toEqual(['MSG_generic_0031']);
  expect(keys({})).toEqual([]);
});

test('children with a gate of their own depend on the states of that gate', () => {
  const isBlocked = (status: string, operation: string): boolean =>
    childBlockReasons(stateSubject(yard, { status }), child, operation).length > 0;
  expect(isBlocked('Open', 'add')).toBe(true);
  expect(isBlocked('Shut', 'add')).toBe(false);
});
