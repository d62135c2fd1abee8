import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { describeRefusals, type BrokenSchema } from './brokenSchemas.ts';
import { crane, field, hook, label, problemsOf, state, transition, rule } from './schemaFixture.ts';

const BROKEN: BrokenSchema[] = [
  ['not JSON', '{"$id": "crane",}', '', /^not JSON: /],
  ['a JSON list instead of an object', '[]', '', 'a schema file must contain one JSON object'],
  [
    'an unknown keyword of an entity',
    crane({ 'x-noOverlaps': [] }),
    '',
    'unknown word "x-noOverlaps"; did you mean "x-noOverlap"?',
  ],
  [
    'an unknown keyword of a field',
    crane({}, { lift: field('decimal', { 'x-scail': 2 }) }),
    '/properties/lift',
    'unknown word "x-scail"; did you mean "x-scale"?',
  ],
  [
    'an $id that differs from the file name',
    crane({ $id: 'krane' }),
    '/$id',
    '"krane" is not the file\'s name "crane"',
  ],
  [
    'an area that differs from the folder',
    crane({ 'x-entity': { area: 'quay', label, key: ['craneNo'] } }),
    '/x-entity/area',
    '"quay" is not the file\'s folder "yard"',
  ],
  [
    'a key field that does not exist',
    crane({ 'x-entity': { area: 'yard', label, key: ['craneNr'] } }),
    '/x-entity/key/0',
    'there is no field "craneNr"; did you mean "craneNo"?',
  ],
  [
    'a title with an unknown field',
    crane({ 'x-entity': { area: 'yard', label, key: ['craneNo'], title: '{craneNo} {name}' } }),
    '/x-entity/title',
    'there is no field "name"',
  ],
];

describeRefusals(BROKEN);

test('accepts a valid entity', () => {
  expect(problemsOf({ 'yard/crane.json': crane(), 'yard/hook.json': hook() })).toEqual([]);
});

test('lists all names of a small entity where none is similar to the unknown name', () => {
  expect(
    problemsOf({
      'yard/crane.json': crane({ 'x-child': [{ entity: 'hook', via: 'wharfNo' }] }),
      'yard/hook.json': hook(),
    })[0],
  ).toEqual({
    file: 'yard/crane.json',
    path: '/x-child/0/via',
    message: 'hook has no field "wharfNo"; it has: hookNo, craneId',
  });
});

test.each([
  [{ 'x-order': 'none' }, 'expected array, found "none"; write ["none"]'],
  [{ 'x-child': [{ entity: 'hook', via: 'craneId', max: '50' }] }, 'expected integer, found "50"; write 50'],
])('suggests the corrected value of %j', (words, message) => {
  expect(problemsOf({ 'yard/crane.json': crane(words), 'yard/hook.json': hook() })).toMatchObject([{ message }]);
});

test('refuses an x-id that is the name of another entity', () => {
  const named = (name: string, more: Raw): Raw => ({
    ...hook(),
    $id: name,
    properties: { hookNo: field('code') },
    ...more,
  });
  expect(
    problemsOf({ 'yard/hook.json': named('hook', {}), 'yard/clamp.json': named('clamp', { 'x-id': 'hook' }) }),
  ).toMatchObject([
    {
      file: 'yard/clamp.json',
      path: '/x-id',
      message: '"hook" is already the x-id or name of "hook": two entities cannot share a table',
    },
  ]);
  expect(problemsOf({ 'yard/clamp.json': named('clamp', { 'x-id': 'hook' }) })).toEqual([]);
});

test.each(['meta', 'files', 'lists', 'search'])('refuses an entity named like another call of the API: %s', (name) => {
  expect(
    problemsOf({ [`yard/${name}.json`]: { ...hook(), $id: name, properties: { hookNo: field('code') } } }),
  ).toMatchObject([{ path: '/$id' }]);
});

test('reports the missing keywords of an empty file', () => {
  expect(
    problemsOf({ 'yard/crane.json': {} })
      .map(({ message }) => message)
      .toSorted(),
  ).toEqual(['"properties" is missing', '"x-entity" is missing']);
});

test('refuses two files with one name', () => {
  const problems = problemsOf({
    'yard/crane.json': crane(),
    'quay/crane.json': crane({ 'x-entity': { area: 'quay', label, key: ['craneNo'] } }),
  });
  expect(problems.map(({ path, message }) => `${path} ${message}`)).toEqual(['/$id another file has the name "crane"']);
});

test('reports problems of all sorts at once, each with its file', () => {
  const problems = problemsOf({
    'yard/crane.json': crane({ 'x-unique': [{ id: 'no', fields: ['crane'] }], ...rule('self.lifts > 0') }),
    'yard/hook.json': hook({ hookNo: field('coed') }),
    'yard/rope.json': '{',
    'yard/mast.json': {
      ...crane(
        {},
        {
          hookNo: field('ref', { 'x-ref': { entity: 'hook', by: 'hookNo' } }),
          crane: field('ref', { 'x-ref': { entity: 'crain' } }),
        },
      ),
      $id: 'mast',
    },
    'machines/hoist.json': {
      $id: 'hoist',
      initial: 'Low',
      states: [state('Low')],
      transitions: [transition('hold', 'Low', 'Hi')],
    },
    'machines/winch.json': { $id: 'winch', initial: 'Low', states: 'Low', transitions: [] },
    'yard/boom.json': { ...crane({ 'x-machine': { use: 'winch', field: 'status' } }), $id: 'boom' },
  });
  expect(problems.map(({ file, path }) => `${file} ${path}`).sort()).toEqual([
    'machines/hoist.json /transitions/0/to',
    'machines/winch.json /states',
    'machines/winch.json /transitions',
    'yard/crane.json /x-rule/0/assert',
    'yard/crane.json /x-unique/0/fields/0',
    'yard/hook.json /properties/hookNo/$ref',
    'yard/mast.json /properties/crane/x-ref/entity',
    'yard/rope.json ',
  ]);
  expect(problems.find(({ file }) => file === 'yard/mast.json')?.message).toBe(
    'there is no entity "crain"; did you mean "crane"?',
  );
});
