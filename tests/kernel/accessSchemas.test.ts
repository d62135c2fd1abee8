import { expect, test } from 'vitest';
import type { Raw } from '../../generator/source.ts';
import { crane, field, hook, problemsOf } from './craneYard.ts';

/** What is refused of `x-access.through`. */
const twin = { twin: field('ref', { 'x-ref': { entity: 'crane' } }) };

test.each<[what: string, crane: Raw, message: string]>([
  ['no reference', crane({ 'x-access': { scope: 'all', through: 'craneNo' } }), '"craneNo" refers to no one row of another entity'],
  ['a list of references', crane({ 'x-access': { scope: 'all', through: 'twins' } }, { twins: field('multiRef', { 'x-ref': { entity: 'crane', by: 'craneNo' } }) }), '"twins" refers to no one row of another entity'],
  ['what is seen with others itself', crane({ 'x-access': { scope: 'all', through: 'twin' } }, twin), 'rows of crane are seen with others themselves'],
  ['no field', crane({ 'x-access': { scope: 'all', through: 'twim' } }, twin), 'there is no field "twim"; did you mean "twin"?'],
])('rows seen with %s', (_, own, message) => {
  expect(problemsOf({ 'yard/crane.json': own }).filter(({ path }) => path === '/x-access/through').map((problem) => problem.message)).toContain(message);
});

test('a part is seen with its whole alone', () => {
  const below = { ...hook({ ...twin }), 'x-access': { scope: 'parent', through: 'twin' } };
  expect(problemsOf({ 'yard/crane.json': crane({ 'x-child': [{ entity: 'hook', via: 'craneId' }] }), 'yard/hook.json': below })).toMatchObject([{ path: '/x-access/through', message: 'a part is seen with its whole' }]);
});
