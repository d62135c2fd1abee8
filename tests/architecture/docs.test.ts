import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { paths, readJson } from './source.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
];

/** Matches of a pattern with their documents; code blocks are skipped unless `code` is set. */
function named(pattern: RegExp, { code = false } = {}): { document: string; name: string }[] {
  return documents.flatMap((document) => {
    const text = code ? read(document) : read(document).replaceAll(/^```[\s\S]*?^```$/gm, '');
    return [...text.matchAll(pattern)].map(([, name]) => ({ document, name: name! }));
  });
}

/** Paths that the product or the reader creates, missing in a fresh checkout. */
const MADE =
  /^(?:generator\/out|web\/dist|tests\/\.out\/conformance|bench\/\.out\/(?:report|claims)\.md|schemas\/master\/(?:survey|tug-hire-line)\.json)$/;

test('paths named in the documents exist', () => {
  const found = named(/`((?:bench|docs|generator|locales|menus|schemas|server|tests|web)\/[^`\s<>*…]*)`/g);
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(({ name }) => !MADE.test(name) && !existsSync(join(root, name)))).toEqual([]);
});

test('links in the documents lead to existing files', () => {
  const found = named(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g);
  expect(found.length).toBeGreaterThan(5);
  expect(
    found.filter(({ document, name }) => !existsSync(join(root, normalize(join(dirname(document), name))))),
  ).toEqual([]);
});

test('commands named in the documents exist', () => {
  const { scripts } = readJson('package.json') as { scripts: Record<string, string> };
  const found = named(/npm run ([\w:]+)/g, { code: true });
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(({ name }) => !(name in scripts))).toEqual([]);
});

test('each picture in the documents has at most 200 kB', () => {
  const pictures = readdirSync(join(root, 'docs/images'));
  expect(pictures).not.toEqual([]);
  expect(pictures.filter((name) => statSync(join(root, 'docs/images', name)).size > 200_000)).toEqual([]);
});

test('each decision has its number, context, decision and consequences', () => {
  const decisions = documents.filter((path) => path.startsWith('docs/decisions/'));
  expect(decisions.length).toBeGreaterThan(50);
  const isComplete = (path: string): boolean => {
    const text = read(path);
    const number = Number(/\/(\d{4})-[^/]*$/.exec(path)?.[1]);
    return (
      text.startsWith(`# ${number}. `) &&
      ['Context', 'Decision', 'Consequences'].every((heading) => text.includes(`\n**${heading}`))
    );
  };
  expect(decisions.filter((path) => !isComplete(path))).toEqual([]);
});

test('the README has at most 150 lines', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

test('the README begins with the two commands', () => {
  expect(read('README.md')).toMatch(
    /^# Bordereau\n\n```sh\nnpm ci && npm start\n```\n\n```sh\nnpm ci && npm test\n```\n/,
  );
});

test('the table of settings in the guide for operators lists the settings of the server', () => {
  const known = [...read('server/config.ts').matchAll(/(?:text\(|env\[|BadSetting\()'([A-Z][A-Z_]+)'/g)].map(
    ([, name]) => name!,
  );
  const listed = [...read('docs/operators.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name!);
  expect(listed.toSorted()).toEqual([...new Set(known)].sort());
});

test('the code map of the README lists every folder of the project', () => {
  const map = /## Code map\n([\s\S]*?)\n## /.exec(read('README.md'))?.[1] ?? '';
  const folders = new Set([...paths().map((path) => path.split('/')[0]!), 'docs']);
  expect([...folders].filter((name) => !map.includes(`\`${name}/`))).toEqual([]);
});
