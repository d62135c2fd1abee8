import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, label, problemsOf } from './schemaFixture.ts';

/** A crane with an action whose input is a reference to another crane. */
const coupling = (match: Raw, more: Raw = {}): Raw =>
  crane({
    'x-action': [
      {
        name: 'couple',
        label,
        effect: 'crane.couple',
        input: { properties: { twin: field('ref', { 'x-ref': { entity: 'crane', match } }), load: field('integer') } },
        ...more,
      },
    ],
  });

test.each<[string, Raw]>([
  ['a field of the record', coupling({ craneNo: 'craneNo' })],
  ['the record itself', coupling({ id: 'craneNo' })],
  ['another input', coupling({ load: 'lift' }, { on: 'list' })],
  [
    'a row that cannot change while it is referred to',
    crane(
      {},
      {
        twin: field('ref', {
          'x-ref': { entity: 'crane', by: 'craneNo', where: 'self.lift > 1', onUpdate: 'restrict' },
        }),
      },
    ),
  ],
])('accepts a reference that must match %s', (_, schema) => {
  expect(problemsOf({ 'yard/crane.json': schema }).filter(({ path }) => /twin/.test(path))).toEqual([]);
});

test.each<[string, Raw, string, string]>([
  [
    'an unknown input or field',
    coupling({ lft: 'lift' }),
    'x-action/0/input/properties/twin/x-ref/match/lft',
    'there is no input or field "lft"; did you mean "lift"?',
  ],
  [
    'an unknown field of the target',
    coupling({ lift: 'lft' }),
    'x-action/0/input/properties/twin/x-ref/match/lift',
    'crane has no field "lft"; did you mean "lift"?',
  ],
  [
    'a field of the record in an action on the list',
    coupling({ lift: 'lift' }, { on: 'list' }),
    'x-action/0/input/properties/twin/x-ref/match/lift',
    'there is no input or field "lift"',
  ],
  [
    'nothing, with "onUpdate" and without "where"',
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', by: 'craneNo', onUpdate: 'restrict' } }) }),
    'properties/twin/x-ref/onUpdate',
    'there is no "where" that a change of the row could violate',
  ],
])('refuses a reference that must match %s', (_, schema, path, message) => {
  expect(problemsOf({ 'yard/crane.json': schema })).toContainEqual(
    expect.objectContaining({ path: `/${path}`, message: expect.stringContaining(message) }),
  );
});
