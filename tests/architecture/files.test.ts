import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { modules, paths, readJson, sources, withoutComments, type SourceFile } from './source.ts';

const MAX_LINES = 650;
const MAX_TEST_LINES = 1600;

/** Names that do not describe the content. */
const vague = /(?:^|\/)(?:utils?|helpers?|commons?|misc|index)(?:\.(?:test\.)?[cm]?[jt]sx?)?(?:\/|$)/i;

test('no folder or file has a vague name, and no file only re-exports others', () => {
  expect(paths().filter((path) => vague.test(path))).toEqual([]);
});

test.each([
  ['server/utils.ts', true],
  ['server/util/x.ts', true],
  ['web/helpers/date.ts', true],
  ['web/fields/index.ts', true],
  ['server/common/x.ts', true],
  ['tests/misc.test.ts', true],
  ['web/index.html', false],
  ['server/kernel/write/index-names.ts', false],
  ['generator/emit/library.ts', false],
])('%s is vague: %s', (path, expected) => {
  expect(vague.test(path)).toBe(expected);
});

test.each([
  ['code', /^(?:generator|server|web|bench|supplyChain)\//, MAX_LINES],
  ['a test with its tables of cases', /^tests\//, MAX_TEST_LINES],
])('%s is within its limit of lines', (_, folder, limit) => {
  const long = modules()
    .filter(({ path }) => folder.test(path))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > limit);
  expect(long).toEqual([]);
});

test('comments end at 120 columns, as the formatter does not wrap them', () => {
  const long = modules().flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        /^\s*(?:\*|\/\/|\/\*)/.test(line) && line.length > 120 ? [`${path}:${index + 1}`] : [],
      ),
  );
  expect(long).toEqual([]);
});

test('no module marks unfinished work', () => {
  const marks = new RegExp(String.raw`\b(?:TO${''}DO|FIX${''}ME)\b`);
  expect(
    modules()
      .filter(({ text }) => marks.test(text))
      .map(({ path }) => path),
  ).toEqual([]);
});

/** Every entity of the product. */
function entityNames(): string[] {
  return sources(/^schemas\/(?!meta\/|machines\/).*\.json$/)
    .filter(({ path }) => (readJson(path) as { 'x-entity'?: unknown })['x-entity'] !== undefined)
    .map(({ path }) => basename(path, '.json'));
}

/**
 * The `names` that occur in code as a complete text, or as a table's name; comments may contain them, and a column of
 * the kernel's own tables may have such a name.
 */
function namesIn({ path, text }: SourceFile, names: readonly string[]): string[] {
  const code = withoutComments(text).replaceAll(/\b(?:column|optional)\('\w+'/g, '');
  return names
    .filter((name) =>
      [name, name.replaceAll('-', '_')].some((spelling) =>
        ["'", '"', '`'].some((quote) => code.includes(quote + spelling + quote)),
      ),
    )
    .map((name) => `${path}: ${name}`);
}

test('the engine names no entity', () => {
  const names = entityNames();
  expect(names).toContain('country');
  const engine = sources(/^(?:generator|server\/kernel|server\/db|web\/records|web\/fields)\/.*\.tsx?$/);
  expect(engine.length).toBeGreaterThan(0);
  expect(engine.flatMap((file) => namesIn(file, names))).toEqual([]);
});

test('a page is named by PageTitle, which also names its tab and excludes the names of hidden pages from the browser’s title', () => {
  const own = new Set(['web/shell/pageTitle.tsx', 'web/shell/workspace.tsx']);
  const titled = sources(/^web\/.*\.tsx$/).filter(({ path, text }) => !own.has(path) && /<title>\{`/.test(text));
  expect(titled.map(({ path }) => path)).toEqual([]);
});

test.each([
  ["read('country')", ['x.ts: country']],
  ['const table = "exchange_rate";', ['x.ts: exchange-rate']],
  ['// the `country` of a port', []],
  ["/**\n * 'country'\n */", []],
  ["// a port\nread('country');", ['x.ts: country']],
  ["use('/api/*', read('country')); /* done */", ['x.ts: country']],
  ["position: 'countryside'", []],
  ["table('port', [column('country', 'text')])", []],
  ["table('country', [column('code', 'text')])", ['x.ts: country']],
])('naming an entity in %s', (text, found) => {
  expect(namesIn({ path: 'x.ts', text }, ['country', 'exchange-rate'])).toEqual(found);
});
