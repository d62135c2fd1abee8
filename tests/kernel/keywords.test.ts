import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { metaFileOf, printBodyMetaSchema, printMetaSchema } from '../../generator/emit/metaSchema.ts';
import type { Keyword } from '../../generator/keywords/keyword.ts';
import { KEYWORDS } from '../../generator/keywords/keywords.ts';
import { ENTITY_KEYWORDS } from '../../generator/keywords/names.ts';
import { VALIDATIONS } from '../../generator/language/validation/validations.ts';
import { SAVE_KEYWORDS } from '../../server/kernel/keywords/keywords.ts';
import { CONFORMANCE_KEYWORDS } from '../conformance/keywords/keywords.ts';

const root = join(import.meta.dirname, '../..');
const files = readdirSync(join(root, 'generator/keywords'));

/** The lists of the layers outside `generator/keywords`: the words of the registered keywords. */
interface LayerLists {
  validation: readonly string[];
  save: readonly string[];
  conformance: readonly string[];
}

const wordsOf = (list: readonly { word: string }[]): string[] => list.map(({ word }) => word);
const LISTS: LayerLists = {
  validation: wordsOf(VALIDATIONS),
  save: wordsOf(SAVE_KEYWORDS),
  conformance: wordsOf(CONFORMANCE_KEYWORDS),
};

/** Differences between the layers that a keyword declares and those in which it is registered. */
function registrationProblems(keyword: Keyword, lists: LayerLists): string[] {
  const { word, layers } = keyword;
  const registered = {
    database: keyword.ddl !== undefined,
    docs: keyword.describe !== undefined,
    form: keyword.hints !== undefined,
    validation: lists.validation.includes(word),
    save: lists.save.includes(word),
    conformance: lists.conformance.includes(word),
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
    expect(KEYWORDS.flatMap((keyword) => registrationProblems(keyword, LISTS))).toEqual([]);
  });
});

test('a keyword that sets values or changes other rows says what a write of many rows does', () => {
  const silent = SAVE_KEYWORDS.filter(
    ({ set, complete, afterWrite, afterSave, ...many }) =>
      (set ?? complete ?? afterWrite ?? afterSave) !== undefined &&
      (many.rowByRow ?? many.addsRowByRow ?? many.completeMany ?? many.afterWriteMany) === undefined,
  );
  expect(silent.map(({ word }) => word)).toEqual([]);
});

test('there is no meta-schema without a keyword', () => {
  const known = ['frame.meta.json', ...ENTITY_KEYWORDS.map(metaFileOf)];
  expect(files.filter((name) => name.endsWith('.meta.json') && !known.includes(name))).toEqual([]);
});

test.each<[string, Partial<Keyword>, Partial<LayerLists>, string[]]>([
  ['only declared', { layers: ['save'] }, {}, ['x-order: declares the layer "save" and is not in it']],
  ['only in the save', {}, { save: ['x-order'] }, ['x-order: is in the undeclared layer "save"']],
  ['only in the database', { ddl: () => ({}) }, {}, ['x-order: is in the undeclared layer "database"']],
  ['only in the form', { hints: () => [] }, {}, ['x-order: is in the undeclared layer "form"']],
  ['not validated', { layers: ['validation'] }, {}, ['x-order: declares the layer "validation" and is not in it']],
  ['only validated', {}, { validation: ['x-order'] }, ['x-order: is in the undeclared layer "validation"']],
  ['not tested', { layers: ['conformance'] }, {}, ['x-order: declares the layer "conformance" and is not in it']],
  ['in both', { layers: ['save'] }, { save: ['x-order'] }, []],
])('a keyword that is %s is reported', (_, keyword, lists, problems) => {
  const none: LayerLists = { validation: [], save: [], conformance: [] };
  expect(registrationProblems({ word: 'x-order', layers: [], ...keyword }, { ...none, ...lists })).toEqual(problems);
});

test('the rules of a validated keyword are those that its layer validates', () => {
  const model = compileModel(['schemas', 'tests/fixtures/schemas']);
  for (const { word, rules } of VALIDATIONS) {
    const keyword = KEYWORDS.find((one) => one.word === word)!;
    const ids = (list: readonly { id: string }[] = []) => list.map(({ id }) => id);
    for (const entity of Object.values(model.entities))
      expect(ids(keyword.rules?.(entity)), `${word} of ${entity.name}`).toEqual(ids(rules(entity)));
  }
});

test.each([
  ['entity', printMetaSchema],
  ['body', printBodyMetaSchema],
])('schemas/meta/%s.json is what npm run generate writes', (name, print) => {
  expect(readFileSync(join(root, `schemas/meta/${name}.json`), 'utf8')).toBe(print());
});
