import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../errorCatalogue.ts';
import { readJson, sources, withoutComments } from './source.ts';

type Texts = Record<string, string>;

const texts = (language: string, file: string) => readJson(`locales/${language}/${file}.json`) as Texts;
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort();

const hasWords = (text: string) => /\p{Ll}{2}/u.test(text.replaceAll(/\{.*?\}+|\bBordereau\b/g, ''));

/** Whether the Chinese text is Chinese; names, punctuation and codes need no Chinese character. */
const isTranslated = (en: string, zh: string) => /\p{Script=Han}/u.test(zh) || (!hasWords(en) && !hasWords(zh));

describe.each(['messages', 'interface'])('%s.json', (file) => {
  const en = texts('en-US', file);
  const zh = texts('zh-CN', file);

  test('has the same keys in both languages', () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  });

  test('has the same placeholders in both languages', () => {
    expect(
      Object.keys(en).filter((key) => placeholders(en[key] ?? '').join() !== placeholders(zh[key] ?? '').join()),
    ).toEqual([]);
  });

  test('is Chinese in Chinese and not in English', () => {
    expect(Object.keys(en).filter((key) => !isTranslated(en[key] ?? '', zh[key] ?? ''))).toEqual([]);
    expect(
      Object.keys(en).filter((key) => /\p{Script=Han}/u.test(en[key] ?? '') && !key.startsWith('language.')),
    ).toEqual([]);
  });

  test('calls the key of a record 主键 in Chinese', () => {
    expect(Object.keys(zh).filter((key) => zh[key]!.includes('键值'))).toEqual([]);
  });
});

test.each([
  ['Save', '保存', true],
  ['Save', 'Save', false],
  ['IMO', 'IMO', true],
  ['Bordereau', 'Bordereau', true],
  [', ', '，', true],
  ['{{count}} / {{total}}', '{{count}} / {{total}}', true],
  ['IMO number', 'IMO number', false],
])('%s as %s is translated: %s', (en, zh, expected) => {
  expect(isTranslated(en, zh)).toBe(expected);
});

test('the placeholder of a hidden value is defined once', () => {
  expect(
    sources(/^(?:generator|server|web)\/.*\.tsx?$/)
      .filter(({ text }) => text.includes(`'•••'`))
      .map(({ path }) => path),
  ).toEqual(['generator/language/hiddenValue.ts']);
});

describe('message keys', () => {
  const pattern = /\bMSG_[a-zA-Z]+_\d{4}\b/g;
  const known = new Set(Object.keys(texts('en-US', 'messages')));
  const code = sources(/^(?:generator|server|web)\/.*\.tsx?$/);
  const used = new Set(code.flatMap(({ text }) => withoutComments(text).match(pattern) ?? []));
  const ofSchemas = sources(/^schemas\/.*\.json$/).flatMap(({ path }) => ruleKeys(readJson(path)));

  test('used in code or a schema have a text', () => {
    expect([...used].filter((key) => !known.has(key)).sort()).toEqual([]);
    expect(ofSchemas.filter(({ key, ownMessage }) => !ownMessage && !known.has(key))).toEqual([]);
  });

  test('with a text are used, or belong to the error catalogue', () => {
    const named = new Set([...used, ...ofSchemas.map(({ key }) => key), ...CATALOGUE.map(([, key]) => key)]);
    expect([...known].filter((key) => !named.has(key))).toEqual([]);
  });
});

test.each(CATALOGUE)('the catalogue’s %s: %s', (_, key, chinese) => {
  expect(texts('zh-CN', 'messages')[key]).toBe(chinese);
  expect(texts('en-US', 'messages')[key]).toMatch(/^[^\p{Script=Han}]{4,}$/u);
});

test('the catalogue has each key and each text once', () => {
  expect([
    new Set(CATALOGUE.map(([, key]) => key)).size,
    new Set(CATALOGUE.map(([, , chinese]) => chinese)).size,
  ]).toEqual([CATALOGUE.length, CATALOGUE.length]);
});

/** Message keys of the rules of a schema, and whether the rule has its own text. */
function ruleKeys(node: unknown): { key: string; ownMessage: boolean }[] {
  if (typeof node !== 'object' || node === null) return [];
  const { key, message } = node as { key?: unknown; message?: unknown };
  const own = typeof key === 'string' && key.startsWith('MSG_') ? [{ key, ownMessage: message !== undefined }] : [];
  return [...own, ...Object.values(node).flatMap(ruleKeys)];
}

describe('interface keys', () => {
  const key = /^[a-z]\w*(?:\.\w+)+$/;
  // a text with a count has a form for one and for more; a screen uses their common name
  const known = [
    ...new Set(Object.keys(texts('en-US', 'interface')).map((name) => name.replace(/_(?:one|other)$/, ''))),
  ];
  const code = sources(/^web\/.*\.tsx?$/);
  const literals = code.flatMap(({ text }) =>
    [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].map(([, single, double]) => single ?? double ?? ''),
  );
  const prefixes = code.flatMap(({ text }) =>
    [...text.matchAll(/`([a-z][\w.]*\.)\$\{/g)].map(([, prefix]) => prefix ?? ''),
  );

  test('that a screen uses have a text', () => {
    // The first argument of t(…) may choose between keys.
    const used = code.flatMap(({ path, text }) =>
      [...text.matchAll(/\bt\(([^(){}]*)/g)]
        .flatMap(([, argument]) => [...(argument ?? '').matchAll(/'([^']*)'/g)].map(([, literal]) => literal ?? ''))
        .filter((literal) => key.test(literal) && !known.includes(literal))
        .map((literal) => `${path}: ${literal}`),
    );
    expect(used).toEqual([]);
  });

  test('that have a text are used', () => {
    const used = new Set(literals);
    expect(known.filter((name) => !used.has(name) && !prefixes.some((prefix) => name.startsWith(prefix)))).toEqual([]);
  });
});

describe('labels of schemas, machines and menus', () => {
  const labels = sources(/^(?:schemas|menus)\/.*\.json$/).flatMap(({ path }) => labelsIn(readJson(path), path));

  test('exist', () => expect(labels.length).toBeGreaterThan(20));

  test('are Chinese in Chinese and not in English', () => {
    expect(labels.filter(({ en, zh }) => !isTranslated(en, zh) || /\p{Script=Han}/u.test(en))).toEqual([]);
  });
});

/** Every `{en, zh}` in a JSON value, with its path. */
function labelsIn(node: unknown, at: string): { at: string; en: string; zh: string }[] {
  if (typeof node !== 'object' || node === null) return [];
  const { en, zh } = node as { en?: unknown; zh?: unknown };
  if (typeof en === 'string' && typeof zh === 'string') return [{ at, en, zh }];
  // The texts in `optionLists` are names of fields.
  return Object.entries(node)
    .filter(([name]) => name !== 'optionLists')
    .flatMap(([name, value]) => labelsIn(value, `${at}/${name}`));
}
