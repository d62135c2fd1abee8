import { expect, test } from 'vitest';
import { layerViolation, reached } from './layers.ts';
import { exportedValues, importedValues, imports, modules } from './source.ts';

test('dependencies have one direction', () => {
  const violations = modules().flatMap((file) =>
    imports(file).flatMap((imported) => {
      const why = layerViolation(file.path, imported);
      return why === undefined ? [] : [`${file.path} imports ${imported}: ${why}`];
    }),
  );
  expect(violations).toEqual([]);
});

test('no module of the browser needs Node', () => {
  const files = new Map(modules().map((file) => [file.path, imports(file)]));
  const inBrowser = reached(
    [...files.keys()].filter((path) => path.startsWith('generator/language/')),
    (path) => files.get(path) ?? [],
  );
  const needsNode = [...inBrowser].filter((path) => files.get(path)?.some((imported) => imported.startsWith('node:')));
  expect(needsNode).toEqual([]);
});

test('no module imports itself indirectly; types and dynamic imports count too', () => {
  const files = new Map(modules().map((file) => [file.path, imports(file)]));
  const importsOf = (path: string): readonly string[] => files.get(path) ?? [];
  const inCycle = [...files.keys()].filter((path) => reached(importsOf(path), importsOf).has(path));
  expect(inCycle).toEqual([]);
});

test('an indirect import counts as an import', () => {
  const graph: Record<string, string[]> = {
    'web/a.ts': ['web/b.ts', 'react'],
    'web/b.ts': ['web/a.ts', 'generator/c.ts'],
  };
  expect([...reached(['web/a.ts'], (path) => graph[path] ?? [])]).toEqual(['web/a.ts', 'web/b.ts', 'generator/c.ts']);
});

test.each([
  ['generator/compile/compile.ts', 'schemas/kinds.json', true],
  ['generator/compile/compile.ts', 'server/errors.ts', false],
  ['server/errors.ts', 'generator/language/violation.ts', true],
  ['server/errors.ts', 'server/db/pool.ts', false],
  ['server/db/pool.ts', 'server/errors.ts', true],
  ['server/db/pool.ts', 'server/kernel/kernel.ts', false],
  ['server/kernel/kernel.ts', 'server/db/pool.ts', true],
  ['server/kernel/kernel.ts', 'server/domain/identity/session.ts', false],
  ['server/domain/identity/session.ts', 'server/kernel/kernel.ts', true],
  ['server/domain/identity/session.ts', 'server/routes/account.ts', false],
  ['server/routes/account.ts', 'server/app.ts', false],
  ['server/routes/account.ts', 'server/services.ts', true],
  ['server/domain/identity/session.ts', 'server/services.ts', false],
  ['server/app.ts', 'server/routes/account.ts', true],
  ['server/main.ts', 'server/app.ts', true],
  ['server/app.ts', 'web/App.tsx', false],
  ['web/App.tsx', 'server/errors.ts', false],
  ['web/App.tsx', 'generator/language/evaluation/evaluator.ts', true],
  ['web/App.tsx', 'generator/model/entity.ts', true],
  ['web/App.tsx', 'generator/compile/names.ts', false],
  ['web/App.tsx', 'node:path', false],
  ['web/vite.config.ts', 'node:path', true],
  ['generator/language/evaluation/evaluator.ts', 'node:crypto', false],
  ['generator/language/evaluation/evaluator.ts', 'decimal.js', true],
  ['server/app.ts', 'tests/database.ts', false],
  ['tests/database.ts', 'server/db/pool.ts', true],
])('%s importing %s: allowed is %s', (path, imported, allowed) => {
  expect(layerViolation(path, imported) === undefined).toBe(allowed);
});

test('finds every form of import', () => {
  const text = [
    "import a from './a.ts';",
    "import type { B } from '../b.ts';",
    "import {\n  c,\n} from './c.ts';",
    "export { d } from './d.ts';",
    "import './e.css';",
    "const f = await import('./f.ts');",
    "import { join } from 'node:path';",
    'const text = \'from "./no.ts"\';',
  ].join('\n');
  expect(imports({ path: 'server/db/x.ts', text })).toEqual([
    'server/db/a.ts',
    'server/b.ts',
    'server/db/c.ts',
    'server/db/d.ts',
    'server/db/e.css',
    'server/db/f.ts',
    'node:path',
  ]);
});

test('every exported value is imported by another module', () => {
  const files = modules();
  const imported = new Set(files.flatMap(importedValues));
  const unused = files.flatMap((file) =>
    exportedValues(file)
      .filter((name) => ![name, '*'].some((one) => imported.has(`${file.path}#${one}`)))
      .map((name) => `${file.path}: ${name}`),
  );
  expect(unused).toEqual([]);
});

test('finds exported and imported values', () => {
  const text = [
    "import a, { b, type C, d as e } from './a.ts';",
    "import * as all from '../all.ts';",
    "export { f } from './f.ts';",
    "const G = (await import('./g.ts')).G;",
    "import { join } from 'node:path';",
    'export const h = 1;',
    'export async function i() {}',
    'export class J {}',
    'export interface K {}',
  ].join('\n');
  const file = { path: 'server/db/x.ts', text };
  expect(importedValues(file)).toEqual(
    expect.arrayContaining([
      'server/db/a.ts#a',
      'server/db/a.ts#b',
      'server/db/a.ts#d',
      'server/all.ts#*',
      'server/db/f.ts#f',
      'server/db/g.ts#*',
    ]),
  );
  expect(exportedValues(file)).toEqual(['h', 'i', 'J']);
});
