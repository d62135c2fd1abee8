import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { describeRefusals, type BrokenSchema } from './brokenSchemas.ts';
import { crane, field, hook, problemsOf } from './schemaFixture.ts';

const BROKEN: BrokenSchema[] = [
  [
    'a child of an unknown entity',
    crane({ 'x-child': [{ entity: 'hooks', via: 'craneId' }] }),
    '/x-child/0/entity',
    /^there is no entity "hooks"/,
  ],
  [
    'scope "parent" without a parent',
    crane({ 'x-access': { scope: 'parent' } }),
    '/x-access/scope',
    '"crane" is no entity\'s child, so it has no parent that decides its visibility',
  ],
  [
    'an entity that is its own child',
    crane({ 'x-child': [{ entity: 'crane', via: 'twin' }] }, { twin: field('ref', { 'x-ref': { entity: 'crane' } }) }),
    '/x-child',
    '"crane" is a child of itself, by way of crane',
  ],
];

describeRefusals(BROKEN);

test('refuses a child with scope "all"', () => {
  expect(
    problemsOf({
      'yard/crane.json': crane({ 'x-child': [{ entity: 'hook', via: 'craneId' }] }),
      'yard/hook.json': { ...hook(), 'x-access': { scope: 'all' } },
    }),
  ).toMatchObject([
    {
      file: 'yard/hook.json',
      path: '/x-access/scope',
      message:
        '"hook" is a child of "crane" and visible with it: "scope" must be "parent", or "own" for rows of several companies under one parent',
    },
  ]);
});

test.each<[Raw, string, string]>([
  [
    { matrix: { rows: 'nope', marks: 'hookNo', of: 'permissions' } },
    '/x-child/0/matrix/rows',
    'hook has no field "nope"',
  ],
  [{ min: 3, max: 2 }, '/x-child/0/min', 'no record has at least 3 and at most 2 of hook'],
  [
    { matrix: { rows: 'hookNo', marks: 'hookNo', of: 'permissions' } },
    '/x-child/0/matrix/marks',
    'hook.hookNo must be of kind multiChoice',
  ],
  [
    { matrix: { rows: 'hookNo', marks: 'hookNo', of: 'permissions' } },
    '/x-child/0/matrix/rows',
    'hook must have an x-unique over craneId and hookNo',
  ],
  [{ grid: true, members: 'hookNo' }, '/x-child/0/grid', 'the rows of hook are shown as members already'],
  [{ members: 'nope' }, '/x-child/0/members', 'hook has no field "nope"'],
  [{ members: 'hookNo' }, '/x-child/0/members', 'hook.hookNo must be a reference, and another than craneId'],
  [{ members: 'craneId' }, '/x-child/0/members', 'hook.craneId must be a reference, and another than craneId'],
  [{ sets: { nope: { to: 'hookNo', was: 'hookNo' } } }, '/x-child/0/sets/nope', 'crane has no field "nope"'],
  [{ sets: { craneNo: { to: 'nope', was: 'hookNo' } } }, '/x-child/0/sets/craneNo/to', 'hook has no field "nope"'],
  [
    { sets: { craneNo: { to: 'hookNo', was: 'hookNo' } } },
    '/x-child/0/sets/craneNo/was',
    '"hookNo" must be readOnly: it keeps the previous value of the parent',
  ],
  [{ free: ['liftt'] }, '/x-child/0/free/0', 'hook has no operation "liftt"'],
  [
    { sets: { craneNo: { to: 'hookNo', was: 'hookNo', in: ['High'] } } },
    '/x-child/0/sets/craneNo/in',
    'states need a machine',
  ],
])('refuses a child with %j', (words, path, message) => {
  const problems = problemsOf({
    'yard/crane.json': crane({ 'x-child': [{ entity: 'hook', via: 'craneId', ...words }] }),
    'yard/hook.json': hook(),
  });
  expect(problems).toContainEqual({ file: 'yard/crane.json', path, message: expect.stringContaining(message) });
});

test('refuses a child whose "via" refers to another entity', () => {
  const problems = problemsOf({
    'yard/crane.json': crane({ 'x-child': [{ entity: 'hook', via: 'hookNo' }] }),
    'yard/hook.json': hook(),
  });
  expect(problems).toEqual([
    { file: 'yard/crane.json', path: '/x-child/0/via', message: 'hook.hookNo must be a reference to crane' },
  ]);
});
