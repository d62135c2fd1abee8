import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, hook, label, problemsOf } from './schemaFixture.ts';

const twin = { twin: field('ref', { 'x-ref': { entity: 'crane' } }) };

test.each<[what: string, crane: Raw, message: string]>([
  [
    'a field that is no reference',
    crane({ 'x-access': { scope: 'all', through: 'craneNo' } }),
    '"craneNo" must refer to one row of another entity',
  ],
  [
    'a list of references',
    crane(
      { 'x-access': { scope: 'all', through: 'twins' } },
      { twins: field('multiRef', { 'x-ref': { entity: 'crane', by: 'craneNo' } }) },
    ),
    '"twins" must refer to one row of another entity',
  ],
  [
    'a row whose access depends on others itself',
    crane({ 'x-access': { scope: 'all', through: 'twin' } }, twin),
    'rows of crane are themselves visible with other rows',
  ],
  [
    'an unknown field',
    crane({ 'x-access': { scope: 'all', through: 'twim' } }, twin),
    'there is no field "twim"; did you mean "twin"?',
  ],
])('refuses "through" with %s', (_, own, message) => {
  expect(
    problemsOf({ 'yard/crane.json': own })
      .filter(({ path }) => path === '/x-access/through')
      .map((problem) => problem.message),
  ).toContain(message);
});

test('refuses "through" on a child with scope "parent"', () => {
  const child = { ...hook({ ...twin }), 'x-access': { scope: 'parent', through: 'twin' } };
  expect(
    problemsOf({
      'yard/crane.json': crane({ 'x-child': [{ entity: 'hook', via: 'craneId' }] }),
      'yard/hook.json': child,
    }),
  ).toMatchObject([{ path: '/x-access/through', message: 'a child is visible with its parent' }]);
});

/** The entity of companies. */
const yard: Raw = {
  $id: 'yard',
  'x-entity': { area: 'yard', label, key: ['yardCde'] },
  'x-unique': [{ id: 'code', fields: ['yardCde'] }],
  properties: { yardCde: field('code') },
};
const mate: Raw = {
  $id: 'mate',
  'x-entity': {
    area: 'yard',
    label,
    key: ['mateCde'],
    people: { code: 'mateCde', name: 'mateCde', company: 'yardCde' },
  },
  'x-unique': [{ id: 'code', fields: ['mateCde'] }],
  'x-access': { scope: 'all' },
  properties: { mateCde: field('code'), yardCde: field('ref', { 'x-ref': { entity: 'yard', by: 'yardCde' } }) },
};
const ofYard = { owner: field('ref', { 'x-ref': { entity: 'yard', by: 'yardCde' } }) };
const messagesOf = (files: Record<string, Raw>): string[] =>
  problemsOf({ 'yard/yard.json': yard, 'yard/mate.json': mate, ...files }).map(
    ({ file, path, message }) => `${file} ${path} ${message}`,
  );

test('requires x-access of an entity that refers to a company', () => {
  expect(messagesOf({ 'yard/crane.json': crane({}, ofYard) })).toEqual([
    'yard/crane.json /properties/owner/x-ref/entity "owner" refers to a company, but no scope states who sees the rows: declare "x-access": {"scope":"own","company":"owner"} if the company\'s staff alone may see a row, or {"scope": "all"} for master data that everybody with the right may see',
  ]);
  expect(
    messagesOf({
      'yard/crane.json': crane({}, { owners: field('multiRef', { 'x-ref': { entity: 'yard', by: 'yardCde' } }) }),
    }),
  ).toEqual([
    'yard/crane.json /properties/owners/x-ref/entity "owners" refers to a company, but no scope states who sees the rows: declare "x-access": {"scope": "all"} for master data that everybody with the right may see',
  ]);
  for (const access of [{ scope: 'own', company: 'owner' }, { scope: 'all' }])
    expect(messagesOf({ 'yard/crane.json': crane({ 'x-access': access }, ofYard) })).toEqual([]);
});

test('requires x-access of a child that refers to a company: that of its parent or its own company', () => {
  const parent = crane({ 'x-child': [{ entity: 'hook', via: 'craneId' }] });
  const child = (access?: Raw): Record<string, Raw> => ({
    'yard/crane.json': parent,
    'yard/hook.json': { ...hook(ofYard), ...(access ? { 'x-access': access } : {}) },
  });
  expect(messagesOf(child())).toEqual([
    expect.stringMatching(
      /^yard\/hook.json \/properties\/owner\/x-ref\/entity .* or \{"scope": "parent"\} if it is seen as its parent is$/,
    ),
  ]);
  for (const access of [{ scope: 'own', company: 'owner' }, { scope: 'parent' }])
    expect(messagesOf(child(access))).toEqual([]);
  expect(messagesOf(child({ scope: 'own' }))).toEqual([
    'yard/hook.json /x-access/scope an "own" child needs x-access.company: its parent decides the rest of its visibility',
  ]);
  expect(messagesOf(child({ scope: 'parent', company: 'owner' }))).toEqual([
    'yard/hook.json /x-access/company x-access.company is the company of an "own" row: scope "parent" does not use it',
  ]);
});

test.each<[what: string, files: Record<string, Raw>, path: string, message: string]>([
  [
    'a company field that is no reference to a company',
    { 'yard/crane.json': crane({ 'x-access': { scope: 'own', company: 'craneNo' } }) },
    '/x-access/company',
    '"craneNo" is no reference to one row of "yard", the entity of the companies of people',
  ],
  [
    'people whose company field is no reference to a company',
    {
      'yard/mate.json': {
        ...mate,
        'x-entity': { ...(mate['x-entity'] as Raw), people: { code: 'mateCde', name: 'mateCde', company: 'mateCde' } },
      },
    },
    '/x-entity/people/company',
    '"mateCde" (code) is no reference to a company',
  ],
])('refuses %s', (_, files, path, message) => {
  expect(problemsOf({ 'yard/yard.json': yard, 'yard/mate.json': mate, ...files })).toMatchObject([{ path, message }]);
});
