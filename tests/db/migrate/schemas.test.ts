import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileModel } from '../../../generator/compile/compile.ts';
import { ensureDatabase } from '../../../server/db/migrate/migrate.ts';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { longTest, someCases } from '../../longTest.ts';

const root = resolve(import.meta.dirname, '../../..');

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

/** Runs the command as `npm run migrate` does. */
async function command(...args: string[]): Promise<{ code: number | null; out: string; error: string }> {
  const child = spawn(process.execPath, [resolve(root, 'server/db/migrate/main.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: database.url },
  });
  let [out, error] = ['', ''];
  child.stdout.on('data', (text: Buffer) => {
    out += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    error += text.toString();
  });
  const code = await new Promise<number | null>((done) => {
    child.on('close', done);
  });
  return { code, out, error };
}

const tables = async (): Promise<number> =>
  (
    await database.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_tables where schemaname in ('public', 'kernel')`,
    )
  ).rows[0]!.n;

test.each(
  someCases(1, [
    ['the tests', ['schemas', 'tests/fixtures/schemas']],
    ['the product', ['schemas']],
  ]),
)('the schemas of %s give a database that needs no further steps', async (_, folders) => {
  const compile = () => compileModel(folders.map((folder) => resolve(root, folder)));
  expect((await ensureDatabase(database.pool, compile())).steps).not.toEqual([]);
  expect((await ensureDatabase(database.pool, compile())).steps).toEqual([]);
});

longTest('shows a plan, applies it, and then has nothing to do', async () => {
  const rehearsed = await command('--dry-run');
  expect(rehearsed).toMatchObject({ code: 0, error: '' });
  expect(rehearsed.out).toContain('Nothing was changed: this was a dry run.');
  expect(await tables()).toBe(0);

  const applied = await command();
  expect(applied).toMatchObject({ code: 0, error: '' });
  expect(applied.out.replace(/Done\.\n$/, '')).toBe(
    rehearsed.out.replace(/Nothing was changed: this was a dry run\.\n$/, ''),
  );
  expect(await tables()).toBeGreaterThan(0);
  expect((await command()).out).toBe('The database agrees with the schemas: nothing to do.\n');
});

longTest('the command refuses to lose data, with the number of rows, unless requested', async () => {
  await command();
  await database.pool.query(
    `alter table kernel.seed add column note text; insert into kernel.seed (entity, hash, note) values ('a', '', 'x'), ('b', '', null)`,
  );
  const refused = await command();
  expect(refused.code).toBe(2);
  expect(refused.out).toContain('1 row of seed with a value of note');
  expect(refused.out).toContain('npm run migrate -- --accept-data-loss');
  expect((await database.pool.query('select note from kernel.seed')).rows).toHaveLength(2);

  expect(await command('--accept-data-loss')).toMatchObject({ code: 0, error: '' });
  await expect(database.pool.query('select note from kernel.seed')).rejects.toThrow('note');
});

longTest('the command returns to an older release only on request', async () => {
  await command();
  await database.pool.query(
    `update kernel.migration set version = '99.0.0', model = 'of a newer release'; alter table port add column tide text; insert into kernel.model values ('port', 'tide', 'tide')`,
  );
  for (const args of [[], ['--accept-data-loss']]) {
    const refused = await command(...args);
    expect(refused).toMatchObject({ code: 2, error: '' });
    expect(refused.out).toContain('The database belongs to a newer release: 99.0.0');
    expect(refused.out).toContain('npm run migrate -- --accept-older-model');
  }
  expect((await database.pool.query('select tide from port')).rows).toEqual([]);
  expect(await command('--accept-older-model')).toMatchObject({ code: 0, error: '' });
  await expect(database.pool.query('select tide from port')).rejects.toThrow('tide');
});

test('prints its usage for unknown arguments', async () => {
  const { code, out, error } = await command('--acept-data-loss');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).toContain('npm run migrate -- [--dry-run] [--accept-data-loss]');
  expect(await tables()).toBe(0);
});
