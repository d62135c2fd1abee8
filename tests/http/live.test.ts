import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../longTest.ts';
import { readConfig } from '../../server/config.ts';
import { withOverlay } from '../../server/dev/proxy.ts';
import { startLive, type Live } from '../../server/dev/live.ts';
import { SCHEMAS } from '../../server/start.ts';
import { ADMIN_PASSWORD } from '../adminPassword.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import type { Json } from './server.ts';

/** `npm run dev` on a copy of the schemas. */
let folder: string;
let database: TestDatabase;
let live: Live;
let token: string;
const messages: string[] = [];
const fleetFile = () => join(folder, 'schemas/master/fleet.json');
let original: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bordereau-live-'));
  await cp(SCHEMAS, join(folder, 'schemas'), { recursive: true, filter: (source) => !source.endsWith('.csv') });
  original = await readFile(fleetFile(), 'utf8');
  database = await openTestDatabase();
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    ADMIN_PASSWORD,
    LOG_LEVEL: 'error',
  });
  live = await startLive({
    config,
    schemaRoots: [join(folder, 'schemas')],
    connection: database.connection,
    web: false,
    print: (lines) => messages.push(...lines),
  });
  token = (await call('POST', '/account/login', { username: 'admin', password: ADMIN_PASSWORD })).result.token;
}, 120_000);
afterAll(async () => {
  await live.stop();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * A call after a pause, in which connections are closed that became idle while schemas were compiled in this process.
 */
async function send(path: string, request?: RequestInit): Promise<Response> {
  await setTimeout(20);
  return fetch(`${live.url}${path}`, request);
}

const call = async (method: string, path: string, body?: Json): Promise<Json> =>
  (
    await send(path, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  ).json() as Promise<Json>;

/** The first event that an open page receives. */
async function nextEvent(): Promise<Json> {
  const cancelled = new AbortController();
  const answer = await send('/dev/news', { signal: cancelled.signal });
  const { value } = await answer.body!.getReader().read();
  cancelled.abort();
  return JSON.parse(
    Buffer.from(value!)
      .toString()
      .replace(/^data: /, ''),
  ) as Json;
}

/** Saves a schema file, and waits until the server has processed it. */
async function saveFile(file: string, text: string): Promise<void> {
  const before = messages.length;
  // like many editors: replaces the file by a new one
  await writeFile(`${file}~`, text);
  await rename(`${file}~`, file);
  await expect
    .poll(
      async () => {
        await live.settled();
        return messages.length;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(before);
}

/** Saves the schema of fleets with a change. */
const save = (change: (fleet: Json) => unknown): Promise<void> =>
  saveFile(fleetFile(), JSON.stringify(change(JSON.parse(original) as Json)));

const withBerths = (fleet: Json): Json => ({
  ...fleet,
  properties: {
    ...fleet['properties'],
    berths: { $ref: 'kinds.json#/$defs/integer', minimum: 1, 'x-label': { en: 'Berths', zh: '泊位数' } },
  },
});

test('a new field is available in table, API and screen definitions, and sessions continue', async () => {
  expect(await nextEvent()).toEqual({ version: 1, problems: [] });
  await save(withBerths);
  expect(await nextEvent()).toEqual({ version: 2, problems: [] });
  expect(messages.at(-1)).toMatch(
    /^\d\d:\d\d:\d\d the schemas are live \(\d+ ms\); the database: add column fleet\.berths \(integer\)/,
  );
  expect((await call('GET', '/api/meta/fleet')).result.properties.berths).toMatchObject({ 'x-kind': 'integer' });
  expect((await call('POST', '/api/fleet', { fleetCde: 'LIVE', fleetName: 'Live', berths: 3 })).result).toMatchObject({
    berths: 3,
  });
  expect((await database.pool.query('select berths from fleet')).rows).toEqual([{ berths: 3 }]);
  expect((await call('POST', '/api/fleet', { fleetCde: 'NONE', fleetName: 'None', berths: 0 })).errors).toMatchObject([
    { field: 'berths' },
  ]);
});

test('every problem of a broken schema is reported, and the old model stays in use', async () => {
  const before = messages.length;
  await save((fleet) => ({ ...withBerths(fleet), 'x-uniqe': [], required: ['fleetCod'] }));
  await save((fleet) => ({
    ...withBerths(fleet),
    'x-unique': [{ id: 'fleet-code', fields: ['fleetCod'] }],
    required: ['fleetNme'],
  }));
  const { version, problems } = await nextEvent();
  expect(version).toBe(2);
  expect(problems).toEqual([
    '2 problems in the schemas',
    expect.stringContaining('/required/0: there is no field "fleetNme"; did you mean "fleetName"?'),
    expect.stringContaining('/x-unique/0/fields/0: there is no field "fleetCod"; did you mean "fleetCde"?'),
  ]);
  expect(messages[before]).toMatch(/^\d\d:\d\d:\d\d 2 problems in the schemas$/);
  expect(messages.slice(before).join('\n')).toContain('unknown word "x-uniqe"; did you mean "x-unique"?');
  expect((await call('GET', '/api/fleet?pageSize=1')).result.total).toBe(1);
});

test('a change that would lose data or that existing rows violate is refused', async () => {
  await save((fleet) => fleet);
  expect((await nextEvent())['problems'].join('\n')).toMatch(/database cannot follow[\s\S]*berths[\s\S]*"x-id"/);
  await save((fleet) => {
    const next = withBerths(fleet);
    next['properties'].berths.minimum = 5;
    return next;
  });
  expect((await nextEvent())['problems'].join('\n')).toMatch(
    /database cannot follow[\s\S]*berths[\s\S]*≥ 5; it has fleetCde LIVE/,
  );
  expect((await call('GET', '/api/meta/fleet')).result.properties.berths.minimum).toBe(1);
  await save(withBerths);
  expect(await nextEvent()).toEqual({ version: 3, problems: [] });
});

longTest('a saved body takes effect in each entity with it, and its problems are reported in its file', async () => {
  const file = join(folder, 'schemas/bodies/property-cover.json');
  const before = await readFile(file, 'utf8');
  const labelsOf = async (): Promise<string[]> =>
    Promise.all(
      ['property-premium', 'transport-liability'].map(
        async (name) => (await call('GET', `/api/meta/${name}`)).result.properties.insured['x-label'].en,
      ),
    );
  expect(await labelsOf()).toEqual(['Insured', 'Insured']);
  await saveFile(file, before.replace('"en": "Insured"', '"en": "Assured"'));
  expect(await labelsOf()).toEqual(['Assured', 'Assured']);
  await saveFile(file, before.replace('"self.insured"', '"self.insuredd"'));
  expect(messages.join('\n')).toMatch(
    /bodies\/property-cover\.json:\d+ \/properties\/subject\/x-compute\/expr: .*insuredd/,
  );
  expect(await labelsOf()).toEqual(['Assured', 'Assured']);
  await saveFile(file, before);
  expect(await labelsOf()).toEqual(['Insured', 'Insured']);
});

longTest('a folder that disappears and returns, as on a switch of branches, is still watched', async () => {
  const [area, away] = [join(folder, 'schemas/master'), join(folder, 'master away')];
  const expectEvent = async (work: () => Promise<unknown>): Promise<void> => {
    const before = messages.length;
    await work();
    await expect
      .poll(
        async () => {
          await live.settled();
          return messages.length;
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(before);
  };
  await save((fleet) => fleet);
  await save(withBerths);
  await expectEvent(() => rename(area, away));
  expect((await nextEvent())['problems']).not.toEqual([]);
  await expectEvent(() => cp(away, area, { recursive: true }));
  await expect.poll(async () => (await nextEvent())['problems'], { timeout: 30_000 }).toEqual([]);
  await rm(away, { recursive: true });
  await save((fleet) => ({ ...withBerths(fleet), 'x-uniqe': [] }));
  expect((await nextEvent())['problems'].join()).toContain('unknown word "x-uniqe"');
  await save(withBerths);
  expect((await nextEvent())['problems']).toEqual([]);
});

test('a page loads the script that shows schema problems from the server', async () => {
  expect(withOverlay('<html><head><title>A</title></head><body></body></html>')).toBe(
    '<html><head><title>A</title><script type="module" src="/dev/overlay.js"></script></head><body></body></html>',
  );
  const script = await send('/dev/overlay.js');
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=UTF-8']);
});
