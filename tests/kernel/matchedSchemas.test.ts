import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, label, problemsOf } from './schemaFixture.ts';

/** An action of a crane that asks for another one. */
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
    'a row that goes on to serve',
    crane(
      {},
      {
        twin: field('ref', {
          'x-ref': { entity: 'crane', by: 'craneNo', where: 'self.lift > 1', onUpdate: 'restrict' },
        }),
      },
    ),
  ],
])('what is referred to may have to match %s', (_, schema) => {
  expect(problemsOf({ 'yard/crane.json': schema }).filter(({ path }) => /twin/.test(path))).toEqual([]);
});

test.each<[string, Raw, string, string]>([
  [
    'what is neither an input nor a field',
    coupling({ lft: 'lift' }),
    'x-action/0/input/properties/twin/x-ref/match/lft',
    'there is no input or field "lft"; did you mean "lift"?',
  ],
  [
    'by no field',
    coupling({ lift: 'lft' }),
    'x-action/0/input/properties/twin/x-ref/match/lift',
    'crane has no field "lft"; did you mean "lift"?',
  ],
  [
    'a field of the record, of which the list has none',
    coupling({ lift: 'lift' }, { on: 'list' }),
    'x-action/0/input/properties/twin/x-ref/match/lift',
    'there is no input or field "lift"',
  ],
  [
    'and be bound to nothing',
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', by: 'craneNo', onUpdate: 'restrict' } }) }),
    'properties/twin/x-ref/onUpdate',
    'there is no "where" that a change of the row could violate',
  ],
])('it cannot match %s', (_, schema, path, message) => {
  expect(problemsOf({ 'yard/crane.json': schema })).toContainEqual(
    expect.objectContaining({ path: `/${path}`, message: expect.stringContaining(message) }),
  );
});
