/*
 * Attack: an operator starts an older release on the database of a newer one, by mistake or while a rolling upgrade
 *   runs.
 * Before: the older one dropped a table and a column, 29 objects of the catalog in all, and started. The newer one
 *   then answered 500 to lists and creates, and 200 to /health/ready. In a rolling upgrade the older server stayed
 *   ready too.
 * Now: the older one does not start, names the command for going back on purpose, and changes nothing. A server
 *   whose model was replaced answers 503 to every call and to /health/ready.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Json, type TestServer } from '../http/server.ts';

const label = (en: string, zh: string) => ({ 'x-label': { en, zh } });
const text = { $ref: 'kinds.json#/$defs/text', maxLength: 20 };

/** An entity with some fields beside its name. */
const schema = (name: string, fields: Json): string =>
  JSON.stringify({
    $id: name,
    type: 'object',
    required: ['name'],
    'x-entity': { area: 'tides', label: { en: name, zh: name }, key: ['name'] },
    'x-unique': [{ id: 'name', fields: ['name'] }],
    properties: { name: { ...text, ...label('Name', '名称') }, ...fields },
  });

/** The older release has tides; the newer one measures their height and has gauges too. */
const OLDER = { 'tide-level': schema('tide-level', {}) };
const NEWER = {
  'tide-level': schema('tide-level', { height: { ...text, ...label('Height', '潮高') } }),
  'tide-gauge': schema('tide-gauge', {}),
};

let folder: string;
let newer: TestServer;
let older: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bordereau-releases-'));
  for (const [release, files] of Object.entries({ older: OLDER, newer: NEWER })) {
    await mkdir(join(folder, release, 'tides'), { recursive: true });
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folder, release, 'tides', `${name}.json`), content);
  }
});
afterAll(async () => {
  await Promise.all([newer, older].map((server) => server?.close()));
  await rm(folder, { recursive: true, force: true });
});

const roots = (release: 'older' | 'newer') => [join(folder, release)];

/** Every table, column, constraint, index, trigger and function, and the applied models. */
const catalogOf = async (pool: Pool): Promise<unknown[]> =>
  (
    await pool.query(`
  select attrelid::regclass || '.' || attname as name, format_type(atttypid, atttypmod) as text from pg_attribute join pg_class c on c.oid = attrelid
  where relnamespace in ('public'::regnamespace, 'kernel'::regnamespace) and attnum > 0
  union all select conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) from pg_constraint where conrelid <> 0
  union all select indexname, indexdef from pg_indexes where schemaname in ('public', 'kernel')
  union all select tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select proname, prosrc from pg_proc where pronamespace = 'kernel'::regnamespace
  union all select id::text, hash from kernel.migration order by 1, 2`)
  ).rows;

/** The answers of a server to readiness, a list and a create. */
async function answersOf(
  { url, token }: { url: string; token: string },
  name: string,
): Promise<{ ready: number; list: number; create: number }> {
  const call = async (method: string, path: string, body?: Json): Promise<number> =>
    (
      await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    ).status;
  return {
    ready: await call('GET', '/health/ready'),
    list: await call('GET', '/api/tide-level'),
    create: await call('POST', '/api/tide-level', { name }),
  };
}

const refusal = (work: Promise<{ stop(): Promise<void> }>): Promise<string> =>
  work.then(
    () => 'started',
    (error: Error) => error.message,
  );

test('an older release is refused on an empty but newer database, and the newer one continues', async () => {
  newer = await startTestServer({ env: { LOG_LEVEL: 'fatal' }, roots: roots('newer') });
  const [catalog, footprint] = [await catalogOf(newer.pool), await newer.footprint()];
  const message = await refusal(newer.startAnother({}, { roots: roots('older') }));
  expect(message).toContain(
    'These schemas lack what the database contains: table tide_gauge, column tide_level.height.',
  );
  expect(message).toContain('npm run migrate -- --accept-data-loss');
  expect(await catalogOf(newer.pool)).toEqual(catalog);
  expect(await newer.footprint()).toBe(footprint);
  expect(await answersOf(newer, 'High')).toEqual({ ready: 200, list: 200, create: 201 });
});

test('a call that reads a dropped column answers 503, even before the server knows of the newer model', async () => {
  await newer.pool.query(`alter table tide_level drop column height; update kernel.migration set model = 'another'`);
  expect(await newer.call('GET', '/api/tide-level')).toMatchObject({ status: 503, key: 'MSG_generic_0504' });
  expect((await newer.call('GET', '/health/ready')).status).toBe(503);
});

test('in a rolling upgrade the older server answers 503, never 500, and does not become ready again', async () => {
  older = await startTestServer({ env: { LOG_LEVEL: 'fatal' }, roots: roots('older') });
  expect(await answersOf(older, 'Low')).toEqual({ ready: 200, list: 200, create: 201 });
  const upgraded = await older.startAnother({}, { roots: roots('newer') });
  await expect.poll(() => answersOf(older, 'Lost')).toEqual({ ready: 503, list: 503, create: 503 });
  expect(await (await fetch(`${older.url}/health/ready`)).json()).toEqual({ status: 'database has another model' });
  expect((await fetch(`${older.url}/health/live`)).status).toBe(200);
  const away = await older.call('GET', '/api/tide-level', { language: 'zh-CN' });
  expect(away).toMatchObject({ status: 503, code: 1, key: 'MSG_generic_0504', message: '系统正在升级，请稍后重试' });
  expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);

  const catalog = await catalogOf(older.pool);
  const message = await refusal(older.startAnother());
  expect(message).toContain('The database has a newer model than these schemas');
  expect(message).toContain('npm run migrate -- --accept-older-model');
  expect(await catalogOf(older.pool)).toEqual(catalog);
  expect(await answersOf({ url: upgraded.url, token: older.token }, 'High')).toEqual({
    ready: 200,
    list: 200,
    create: 201,
  });
  expect((await older.pool.query('select name from tide_level order by id')).rows).toEqual([
    { name: 'Low' },
    { name: 'High' },
  ]);
});
