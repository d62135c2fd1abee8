import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { describeRefusals, type BrokenSchema } from './brokenSchemas.ts';
import { crane, field, hook, label, problemsOf, rule } from './schemaFixture.ts';

const BROKEN: BrokenSchema[] = [
  [
    'an immutable field that does not exist',
    crane({ ...rule('self.lift > 0'), 'x-immutable': [{ id: 'fixed', fields: ['lift', 'lifts'] }] }),
    '/x-immutable/0/fields/1',
    'there is no field "lifts"; did you mean "lift"?',
  ],
  [
    'two rules with one id',
    crane({ 'x-unique': [{ id: 'no', fields: ['craneNo'] }], ...rule('self.lift > 0', { id: 'no' }) }),
    '/x-rule/0/id',
    '"no" is already the id of another rule of this entity',
  ],
  [
    'an expression with an unknown field',
    crane(rule('self.lifts > 0')),
    '/x-rule/0/assert',
    /lifts.*did you mean "?lift"?/,
  ],
  [
    'a comparison of a decimal with a date',
    crane(rule('self.lift > self.built')),
    '/x-rule/0/assert',
    'cannot compare a number (self.lift) with a date (self.built)',
  ],
  [
    'a rule that is no condition',
    crane(rule('self.lift')),
    '/x-rule/0/assert',
    'gives a number, but a condition (true or false) is wanted',
  ],
  ['an expression with a syntax error', crane(rule('self.lift >')), '/x-rule/0/assert', /./],
  [
    'a rule that reads the parent of an entity without parent',
    crane(rule('parent.lift > 0')),
    '/x-rule/0/assert',
    /parent/,
  ],
  [
    'a unique condition that SQL cannot express',
    crane({ 'x-unique': [{ id: 'no', fields: ['craneNo'], where: 'self.built < today()' }] }),
    '/x-unique/0/where',
    /^the database cannot enforce this: /,
  ],
  [
    'a comparison of rows with the entity itself',
    crane({ 'x-unique': [{ id: 'no', fields: ['craneNo'], among: ['crane'] }] }),
    '/x-unique/0/among/0',
    'names other entities only',
  ],
  [
    'a period from a date to a number',
    crane({ 'x-noOverlap': [{ id: 'hire', by: ['craneNo'], from: 'built', to: 'lift' }] }),
    '/x-noOverlap/0',
    '"built" (date) and "lift" (decimal) cannot be start and end of a period',
  ],
  [
    'an order of texts',
    crane({ 'x-order': [{ id: 'order', from: 'craneNo', to: 'craneNo' }] }),
    '/x-order/0',
    '"craneNo" (code) and "craneNo" (code) cannot be start and end of a period',
  ],
  [
    'an order of a field of the kernel',
    crane({ 'x-order': [{ id: 'order', from: 'built', to: 'createAt' }] }),
    '/x-order/0/to',
    'there is no field "createAt"',
  ],
  [
    'a sum that includes a field of the kernel',
    crane({ 'x-sum': [{ id: 'total', of: ['lift', 'rev'], equals: '1' }] }),
    '/x-sum/0/of/1',
    'there is no field "rev"',
  ],
  [
    'a sum that includes a date',
    crane({ 'x-sum': [{ id: 'total', of: ['lift', 'built'], equals: '1' }] }),
    '/x-sum/0',
    '"built" (date) is no number',
  ],
  [
    'a sum over fields for a row by itself',
    crane({ 'x-sum': [{ id: 'total', of: ['lift'], equals: '1', alone: true }] }),
    '/x-sum/0/alone',
    'only a sum over rows of a child has it',
  ],
  [
    'a sequence on a code field',
    crane({ 'x-sequence': { by: 'status', field: 'mark' } }, { mark: field('code') }),
    '/x-sequence/field',
    '"mark" (code) is no integer',
  ],
  [
    'a required sequence number',
    crane(
      { 'x-sequence': { by: 'status', field: 'place' }, required: ['craneNo', 'place'] },
      { place: field('integer') },
    ),
    '/required/1',
    '"place" is numbered by "x-sequence": it cannot be in "required"',
  ],
];

describeRefusals(BROKEN);

test('requires a message of a rule that is reported at child rows', () => {
  const parent = (more: Raw): Raw =>
    crane({
      'x-child': [{ entity: 'hook', via: 'craneId' }],
      'x-rule': [{ id: 'marked', assert: 'children.hook.all(one, has(one.hookNo))', at: ['hook'], ...more }],
    });
  const child = { ...hook(), 'x-access': { scope: 'parent' } };
  expect(problemsOf({ 'yard/crane.json': parent({ message: label }), 'yard/hook.json': child })).toEqual([]);
  expect(problemsOf({ 'yard/crane.json': parent({}), 'yard/hook.json': child })).toMatchObject([
    { path: '/x-rule/0', message: 'a rule reported at the rows of "hook" needs a message of its own' },
  ]);
});

test('refuses "absentIsOne" with an optional field that is not a text', () => {
  const file = crane(
    { 'x-noOverlap': [{ id: 'hire', by: ['craneNo', 'lift'], absentIsOne: true, from: 'built', to: 'sold' }] },
    { sold: field('date') },
  );
  expect(problemsOf({ 'yard/crane.json': file })).toMatchObject([
    { path: '/x-noOverlap/0/absentIsOne', message: '"lift" (decimal) is no text, so it must be required' },
  ]);
});

test('an entity whose rows are compared has the same rule', () => {
  const files = {
    'yard/crane.json': crane({ 'x-unique': [{ id: 'no', fields: ['craneNo'], among: ['hook'] }] }),
    'yard/hook.json': hook({ craneNo: field('code') }),
  };
  expect(problemsOf(files)).toMatchObject([
    { path: '/x-unique/0/among/0', message: '"hook" has no x-unique "no" over "craneNo" that names "crane"' },
  ]);
});
