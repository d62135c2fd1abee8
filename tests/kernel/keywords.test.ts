import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { metaFileOf, printMetaSchema } from '../../generator/emit/metaSchema.ts';
import type { Keyword } from '../../generator/keywords/keyword.ts';
import { KEYWORDS } from '../../generator/keywords/keywords.ts';
import { ENTITY_KEYWORDS } from '../../generator/keywords/names.ts';
import { SAVE_KEYWORDS } from '../../server/kernel/keywords/keywords.ts';
import { CONFORMANCE_KEYWORDS } from '../conformance/keywords/keywords.ts';

const root = join(import.meta.dirname, '../..');
const files = readdirSync(join(root, 'generator/keywords'));
const savedWords: readonly string[] = SAVE_KEYWORDS.map(({ word }) => word);
const checkedWords: readonly string[] = CONFORMANCE_KEYWORDS.map(({ word }) => word);

/** Differences between the layers that a keyword declares and those in which it is registered. */
function registrationProblems(keyword: Keyword, saved: readonly string[], checked: readonly string[] = []): string[] {
  const { word, layers } = keyword;
  const registered = {
    database: keyword.ddl !== undefined,
    docs: keyword.describe !== undefined,
    form: keyword.hints !== undefined,
    save: saved.includes(word),
    conformance: checked.includes(word),
  };
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
    expect(KEYWORDS.flatMap((keyword) => registrationProblems(keyword, savedWords, checkedWords))).toEqual([]);
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
  ['only in the form', { layers: [], hints: () => [] }, [], ['x-order: is in the undeclared layer "form"']],
  ['not tested', { layers: ['conformance'] }, [], ['x-order: declares the layer "conformance" and is not in it']],
  ['in both', { layers: ['save'] }, ['x-order'], []],
])('a keyword that is %s is reported', (_, keyword, saved, problems) => {
  expect(registrationProblems({ word: 'x-order', layers: [], ...keyword }, saved)).toEqual(problems);
});

test('schemas/meta/entity.json is what npm run generate writes', () => {
  expect(readFileSync(join(root, 'schemas/meta/entity.json'), 'utf8')).toBe(printMetaSchema());
});
