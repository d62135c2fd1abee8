import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { metaFileOf, printMetaSchema } from '../../generator/emit/metaSchema.ts';
import type { Keyword } from '../../generator/keywords/keyword.ts';
import { KEYWORDS } from '../../generator/keywords/keywords.ts';
import { ENTITY_KEYWORDS } from '../../generator/keywords/names.ts';
import { SAVE_KEYWORDS } from '../../server/kernel/keywords/keywords.ts';

const root = join(import.meta.dirname, '../..');
const files = readdirSync(join(root, 'generator/keywords'));
const savedWords: readonly string[] = SAVE_KEYWORDS.map(({ word }) => word);

/** Differences between the layers that a keyword declares and those in which it is registered. */
function registrationProblems({ word, layers, ddl, describe: text }: Keyword, saved: readonly string[]): string[] {
  const registered = { database: ddl !== undefined, docs: text !== undefined, save: saved.includes(word) };
  return Object.entries(registered).flatMap(([layer, isRegistered]) => {
    const isDeclared = layers.includes(layer as keyof typeof registered);
    if (isDeclared === isRegistered) return [];
    return [
      `${word}: ${isDeclared ? `declares the layer "${layer}" and is not in it` : `is in the undeclared layer "${layer}"`}`,
    ];
  });
}

describe('every keyword of an entity', () => {
  test('is in the list of the generator once', () => {
    expect(KEYWORDS.map(({ word }) => word).toSorted()).toEqual(ENTITY_KEYWORDS.toSorted());
  });

  test.each(ENTITY_KEYWORDS)('%s has a module and a meta-schema of its name', (word) => {
    expect(files).toContain(`${word.slice('x-'.length)}.ts`);
    expect(files).toContain(metaFileOf(word));
  });

  test('is registered in exactly the layers that it declares', () => {
    expect(KEYWORDS.flatMap((keyword) => registrationProblems(keyword, savedWords))).toEqual([]);
  });
});

test('there is no meta-schema without a keyword', () => {
  const known = ['frame.meta.json', ...ENTITY_KEYWORDS.map(metaFileOf)];
  expect(files.filter((name) => name.endsWith('.meta.json') && !known.includes(name))).toEqual([]);
});

test.each<[string, Partial<Keyword>, string[], string[]]>([
  ['only declared', { layers: ['save'] }, [], ['x-order: declares the layer "save" and is not in it']],
  ['only in the save', { layers: [] }, ['x-order'], ['x-order: is in the undeclared layer "save"']],
  ['only in the database', { layers: [], ddl: () => ({}) }, [], ['x-order: is in the undeclared layer "database"']],
  ['in both', { layers: ['save'] }, ['x-order'], []],
])('a keyword that is %s is reported', (_, keyword, saved, problems) => {
  expect(registrationProblems({ word: 'x-order', layers: [], ...keyword }, saved)).toEqual(problems);
});

test('schemas/meta/entity.json is what npm run generate writes', () => {
  expect(readFileSync(join(root, 'schemas/meta/entity.json'), 'utf8')).toBe(printMetaSchema());
});
