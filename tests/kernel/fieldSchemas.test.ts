import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { describeRefusals, type BrokenSchema } from './brokenSchemas.ts';
import { crane, field, problemsOf } from './schemaFixture.ts';

const BROKEN: BrokenSchema[] = [
  [
    'a label without Chinese',
    crane({}, { lift: field('decimal', { 'x-label': { en: 'Lift' } }) }),
    '/properties/lift/x-label',
    '"zh" is missing',
  ],
  [
    'an unsupported JSON type',
    crane({}, { lift: field('decimal', { type: 'number' }) }),
    '/properties/lift/type',
    /^"number" is not one of /,
  ],
  [
    'an unknown field kind',
    crane({}, { lift: field('decimals') }),
    '/properties/lift/$ref',
    /^there is no field kind "decimals"; did you mean "decimal"\? \(\d+ kinds, see docs\/schema-authors\.md\)$/,
  ],
  [
    'a maxLength above that of the kind',
    crane({}, { craneNo: field('code', { maxLength: 51 }) }),
    '/properties/craneNo/maxLength',
    "51 widens the kind's own maxLength of 50; keywords beside a $ref only narrow it",
  ],
  [
    'a precision above that of the kind',
    crane({}, { lift: field('money', { 'x-precision': 21 }) }),
    '/properties/lift/x-precision',
    "21 widens the kind's own x-precision of 20; keywords beside a $ref only narrow it",
  ],
  [
    'a scale above that of the kind',
    crane({}, { lift: field('money', { 'x-scale': 3 }) }),
    '/properties/lift/x-scale',
    "3 widens the kind's own x-scale of 2; keywords beside a $ref only narrow it",
  ],
  [
    'a required field that does not exist',
    crane({ required: ['craneNum'] }),
    '/required/0',
    'there is no field "craneNum"; did you mean "craneNo"?',
  ],
  [
    'an offer range in descending order',
    crane({}, { price: field('integer', { 'x-offer': { from: 2, to: 1 } }) }),
    '/properties/price/x-offer',
    'from 2 to 1 is not 1 to 100 values',
  ],
  [
    'an offer range of more than 100 values',
    crane({}, { price: field('integer', { 'x-offer': { from: 1, to: 101 } }) }),
    '/properties/price/x-offer',
    'from 1 to 101 is not 1 to 100 values',
  ],
  [
    'a Chinese text field that does not exist',
    crane({}, { name: field('text', { 'x-zh': 'nameCh' }) }),
    '/properties/name/x-zh',
    'there is no field "nameCh"; did you mean "name"?',
  ],
  [
    'a Chinese text field of another kind',
    crane({}, { name: field('text', { 'x-zh': 'nameCh' }), nameCh: field('date') }),
    '/properties/name/x-zh',
    '"name" (text) and "nameCh" (date) are not both text',
  ],
  [
    'an unknown currency field',
    crane({}, { price: field('money', { 'x-currency': 'cranNo' }) }),
    '/properties/price/x-currency',
    'there is no field "cranNo"; did you mean "craneNo"?',
  ],
  [
    'an unknown value of x-names',
    crane({}, { subject: field('text', { 'x-names': 'table' }) }),
    '/properties/subject/x-names',
    /^"table" is not one of /,
  ],
  [
    'a reference to an unknown entity',
    crane({}, { port: field('ref', { 'x-ref': { entity: 'harbour' } }) }),
    '/properties/port/x-ref/entity',
    'there is no entity "harbour"',
  ],
  [
    'a reference by an unknown field',
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', by: 'craneNum' } }) }),
    '/properties/twin/x-ref/by',
    'crane has no field "craneNum"; did you mean "craneNo"?',
  ],
  [
    'a fill from an unknown field',
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', by: 'craneNo', fill: { lift: 'lifts' } } }) }),
    '/properties/twin/x-ref/fill/lift',
    'crane has no field "lifts"; did you mean "lift"?',
  ],
  [
    'a formula of another type than its field',
    crane({}, { lift: field('decimal', { 'x-compute': { expr: 'self.built' } }) }),
    '/properties/lift/x-compute/expr',
    'gives a date, but a number or a whole number is wanted',
  ],
  [
    'formulas that depend on each other',
    crane(
      {},
      {
        lift: field('decimal', { 'x-compute': { expr: 'self.load' } }),
        load: field('decimal', { 'x-compute': { expr: 'self.lift' } }),
      },
    ),
    '/properties/lift/x-compute',
    /lift → load → lift/,
  ],
  [
    'an invalid pattern',
    crane({}, { craneNo: field('code', { pattern: '[A-Z' }) }),
    '/properties/craneNo/pattern',
    /regular expression/i,
  ],
  [
    'a default that the field refuses',
    crane({}, { lift: field('decimal', { default: 'much' }) }),
    '/properties/lift/default',
    '"much" is no value that the field takes',
  ],
  [
    'options of an unknown entity',
    crane({}, { port: field('choice', { 'x-options': { sameAs: { entity: 'harbour', field: 'kind' } } }) }),
    '/properties/port/x-options/sameAs/entity',
    'there is no entity "harbour"',
  ],
  [
    'options of a field that has none',
    crane({}, { port: field('choice', { 'x-options': { sameAs: { entity: 'crane', field: 'craneNo' } } }) }),
    '/properties/port/x-options/sameAs/field',
    'crane.craneNo has no options of its own',
  ],
  [
    'a reference that matches an unknown field of its own entity',
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', by: 'craneNo', match: { lft: 'lift' } } }) }),
    '/properties/twin/x-ref/match/lft',
    'there is no field "lft"; did you mean "lift"?',
  ],
  [
    '"onDelete": "keep" on a reference by code',
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', by: 'craneNo', onDelete: 'keep' } }) }),
    '/properties/twin/x-ref/onDelete',
    'only a reference by "id" that is not open, without "where", can keep a deleted row: a code may be used again, and a condition cannot be checked on a deleted row',
  ],
  [
    'a reference that matches an unknown field of the target',
    crane({}, { twin: field('ref', { 'x-ref': { entity: 'crane', by: 'craneNo', match: { lift: 'lft' } } }) }),
    '/properties/twin/x-ref/match/lift',
    'crane has no field "lft"; did you mean "lift"?',
  ],
];

describeRefusals(BROKEN);

test.each<[string, Raw, string | undefined, string]>([
  [
    'of the fields of an entity',
    crane({}, { item: field('choice', { readOnly: true, 'x-options': { fieldsOf: 'crane' } }) }),
    undefined,
    '',
  ],
  [
    'of the fields of an unknown entity',
    crane({}, { item: field('choice', { readOnly: true, 'x-options': { fieldsOf: 'krane' } }) }),
    '/properties/item/x-options/fieldsOf',
    'there is no entity "krane"; did you mean "crane"?',
  ],
  [
    'of fields in a field that users write',
    crane({}, { item: field('choice', { 'x-options': { fieldsOf: 'crane' } }) }),
    '/properties/item/x-options',
    'a choice of fields is written by the product: the field or its entity must be readOnly',
  ],
])('checks options %s', (_, file, path, message) => {
  expect(problemsOf({ 'yard/crane.json': file })).toMatchObject(path === undefined ? [] : [{ path, message }]);
});
