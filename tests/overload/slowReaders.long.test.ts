/*
 * Attack: five exports, or exports of one person only, whose readers take a byte now and then; anybody who may
 *   export can.
 * Before: each held a session of the five that exports have, and its snapshot, for as long as it liked; a
 *   colleague's export waited 10 s and got 503.
 * Now: an export goes to a nameless file on the disk as fast as the database gives it, and its session is free
 *   again; the file goes with its reader.
 */
import { connect, type Socket } from 'node:net';
import { readdir, readlink } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../http/server.ts';

const ROWS = 2500;
const READERS = 5;

let server: TestServer;
let colleague: string;
const readers: Socket[] = [];
beforeAll(async () => {
  server = await startTestServer({ allSessions: true, referenceData: false });
  await server.pool.query(
    `insert into customs_broker (code, name, remark, creater, updater) select 'N' || n, 'Broker', repeat('关', 1000), 'test', 'test' from generate_series(1, $1::int) n`,
    [ROWS],
  );
  await server.create('role', {
    roleName: 'Watcher',
    allSeeingEye: 'Y',
    'role-permission': [{ permissionId: 'logistics.customs-broker', actionEntitySet: ['query', 'export'] }],
  });
  colleague = await server.logInAs('colleague', 'Watcher');
});
afterAll(async () => {
  for (const reader of readers) reader.destroy();
  await server.close();
});

/** Requests an export, and reads only its beginning. */
async function readSlowly(path: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${server.token}\r\n\r\n`);
  const beginning = await new Promise<string>((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1')));
  });
  socket.pause();
  expect(beginning).toMatch(/^HTTP\/1\.1 200 /);
  return socket;
}

const exporting = async (): Promise<number> =>
  (
    await server.pool.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'bordereau export' and state <> 'idle'`,
    )
  ).rows[0].n;

/** Files without a name that this process holds open for downloads. */
async function spooled(): Promise<number> {
  const targets = await Promise.all(
    (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  );
  return targets.filter((target) => target.includes('bordereau-download-')).length;
}

test('exports that are not read hold no session, and a colleague exports meanwhile', async () => {
  for (let n = 0; n < READERS; n++) readers.push(await readSlowly('/api/customs-broker/export?format=csv'));
  await expect.poll(exporting).toBe(0);
  const { status, text } = await server.call('GET', '/api/customs-broker/export?format=csv&columns=code', {
    token: colleague,
  });
  expect(status).toBe(200);
  expect(text.trim().split('\r\n')).toHaveLength(ROWS + 1);
  expect(await spooled()).toBe(READERS);
});

test('a person may have ten downloads that are not read; more are refused, and only to that person', async () => {
  while (readers.length < 10) readers.push(await readSlowly('/api/customs-broker/export?format=csv'));
  const refused = await server.call('GET', '/api/customs-broker/export?format=csv');
  expect(refused).toMatchObject({ status: 429, key: 'MSG_generic_0430' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await server.call('GET', '/api/customs-broker/export?format=csv', { token: colleague })).status).toBe(200);
  await expect.poll(exporting).toBe(0);
});

test('unread files are deleted when their readers disconnect', async () => {
  for (const reader of readers.splice(0)) reader.destroy();
  await expect.poll(spooled).toBe(0);
  expect((await server.call('GET', '/api/customs-broker/export?format=csv')).status).toBe(200);
});
