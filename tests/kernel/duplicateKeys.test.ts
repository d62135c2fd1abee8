import { expect, test } from 'vitest';
import { crane, hook, problemsOf } from './schemaFixture.ts';

test('reports each duplicate key with the line of the first one, and nothing else of its file or of dependent files', () => {
  const text = JSON.stringify(crane({ 'x-child': [{ entity: 'hook', via: 'craneId' }] }), undefined, 1).replace(
    /\}$/,
    ',\n "properties": {"a": {},\n  "a": {}}\n}',
  );
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  const [first, again] = [text.indexOf('"properties"'), text.lastIndexOf('"properties"')].map(lineOf);
  expect(
    problemsOf({ 'yard/crane.json': text, 'yard/hook.json': { ...hook(), 'x-access': { scope: 'parent' } } }),
  ).toEqual([
    {
      file: 'yard/crane.json',
      path: '',
      message: `duplicate key "properties", first in line ${first}: only the last one would be read`,
    },
    {
      file: 'yard/crane.json',
      path: '',
      message: `duplicate key "a", first in line ${again}: only the last one would be read`,
    },
  ]);
});
