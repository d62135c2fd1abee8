import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { longTest, someCases } from '../longTest.ts';

const ROOT = join(import.meta.dirname, '../..');

let schemas: string;
beforeAll(() => {
  schemas = join(mkdtempSync(join(tmpdir(), 'bordereau-starter-')), 'schemas');
  cpSync(join(ROOT, 'schemas'), schemas, { recursive: true });
});
afterAll(() => rmSync(join(schemas, '..'), { recursive: true, force: true }));

/** Runs `npm run new` in a copy of the schemas. */
const run = (...words: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'generator/starter/main.ts'), '--schemas', schemas, ...words],
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });

test('writes a new entity that compiles, with table, key, period and comments', async () => {
  expect(await run('master/tug-boat', '--en', 'Tug "A"', '--zh', '拖轮')).toMatchObject({ code: 0, err: '' });
  const tug = compileModel([schemas]).entities['tug-boat']!;
  expect(tug).toMatchObject({
    area: 'master',
    table: 'tug_boat',
    label: { en: 'Tug "A"', zh: '拖轮' },
    key: ['tugBoatCde'],
    unique: [{ fields: ['tugBoatCde'] }],
    order: [{ from: 'validFrom', to: 'validTo' }],
  });
  expect(readFileSync(join(schemas, 'master/tug-boat.json'), 'utf8').match(/"\$comment"/g)!.length).toBeGreaterThan(4);
});

longTest('reports a missing Chinese name in the file and the output', async () => {
  const { code, out } = await run('quay/bollard');
  expect(code).toBe(0);
  expect(out).toContain('Chinese name');
  expect(readFileSync(join(schemas, 'quay/bollard.json'), 'utf8')).toContain('请填写中文名称');
});

test.each(
  someCases(2, [
    ['nothing', [], 'usage: npm run new'],
    ['two names', ['master/one', 'master/two'], 'usage: npm run new'],
    ['capitals', ['master/Tug'], 'lower case'],
    ['no area', ['tug'], 'usage: npm run new'],
    ['a path outside the folder', ['../tug'], 'usage: npm run new'],
    ['a folder without entities', ['meta/tug'], 'is not for entities'],
    ['an existing file', ['master/vessel'], 'already exists'],
    ['a name of another area', ['dock/vessel'], 'another file has the name "vessel"'],
    ['a name of another call of the API', ['master/search'], 'is reserved'],
    ['an unknown option', ['master/tug', '--fr', 'Remorqueur'], "'--fr'"],
  ]),
)('refuses %s and writes nothing', async (_, words, expected) => {
  const before = readFileSync(join(schemas, 'master/vessel.json'), 'utf8');
  const { code, err } = await run(...words);
  expect([code, err]).toEqual([2, expect.stringContaining(expected)]);
  expect(readFileSync(join(schemas, 'master/vessel.json'), 'utf8')).toBe(before);
  for (const path of [
    'master/one.json',
    'master/two.json',
    'master/search.json',
    'meta/tug.json',
    'dock',
    'master/tug.json',
  ])
    expect(existsSync(join(schemas, path)), path).toBe(false);
});
