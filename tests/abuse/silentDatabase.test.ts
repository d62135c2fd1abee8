/*
 * Attack: sessions with the database fall silent: a firewall forgets them, a host vanishes, a process hangs. Nothing
 *   breaks, nothing answers, and new sessions work. It happens without an attacker.
 * Before: of 15 calls that met a silent session 7 had no answer after 60 seconds, and none ever; exports kept their
 *   session for good; a stop did not come to an end within 40 seconds, readiness waited as long as the calls.
 * Now: with the product's own times, all are answered within 3.6 seconds (503 and Retry-After; reads of one row 200
 *   on a new session), readiness answers 503 after 1.5 seconds and then 200, and a stop takes 3 seconds.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../longTest.ts';
import { openProcesses } from '../http/process.ts';
import { startTestServer, type Answer, type Json, type TestServer } from '../http/server.ts';
import { SilentLine } from '../http/silentLine.ts';

/**
 * Patient enough for a busy machine not to take a working session for silent. Once a silent session was found, requests
 * are probed after `everyMs`, in which PostgreSQL must have begun to work on them.
 */
const WATCH_TIMES = { everyMs: 400, patienceMs: 1000, probeMs: 3000 };

let server: TestServer;
const line = new SilentLine();
beforeAll(async () => {
  server = await startTestServer({ allSessions: true, throughProxy: (url) => line.open(url), watchTimes: WATCH_TIMES });
});
afterAll(async () => {
  await server.close();
  await line.close();
});

const readiness = async (): Promise<number> => (await server.call('GET', '/health/ready')).status;
const listeners = async (): Promise<number[]> =>
  (
    await server.pool.query(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'bordereau bordereau_written'`,
    )
  ).rows.map(({ pid }) => pid);

/** Number of lists called at once: less than a person may call. */
const LISTS = 6;
const lists = (): Promise<Answer[]> =>
  Promise.all(Array.from({ length: LISTS }, () => server.call('GET', '/api/pilot')));

/** Opens a session of the pool for each list: they run at the same time, because all wait for a locked table. */
async function openSessions(): Promise<void> {
  const blocker = await server.pool.connect();
  await blocker.query('begin; lock table pilot in access exclusive mode');
  const answers = lists();
  await expect.poll(waitingSessions).toBeGreaterThanOrEqual(LISTS);
  await blocker.query('rollback');
  blocker.release();
  expect((await answers).map(({ status }) => status)).toEqual(Array.from({ length: LISTS }, () => 200));
}

const waitingSessions = async (): Promise<number> =>
  (
    await server.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rowCount!;

/** Calls that use other sessions than lists: of reads, exports, writes and log-ins. */
const otherCalls = (row: Json, token = server.token): Promise<Answer[]> =>
  Promise.all([
    server.call('GET', `/api/pilot/${row['id']}`, { token }),
    server.call('GET', '/api/pilot/export?format=csv', { token }),
    server.call('POST', '/api/pilot/bulk/delete', { token, body: { items: [{ id: row['id'], rev: 99 }] } }),
    server.call('POST', '/account/login', { token: null, body: { username: 'unknown', password: 'whatever it is' } }),
  ]);

test('calls on silent sessions are answered, and the next ones get new sessions', async () => {
  const row = await server.create('pilot', { pilotCde: 'SIL', pilotName: 'Silent' });
  const works = async (token?: string): Promise<void> =>
    expect((await otherCalls(row, token)).map(({ status }) => status)).toEqual([200, 200, 200, 401]);
  await openSessions();
  await works();
  expect(line.silence()).toBeGreaterThan(LISTS);

  const refused = lists();
  expect(await readiness(), 'readiness has a deadline of its own').toBeOneOf([200, 503]);
  for (const list of await refused) {
    expect(list).toMatchObject({ status: 503, key: 'MSG_generic_0503', result: null });
    expect(list.headers.get('retry-after')).toBe('5');
  }
  expect((await lists()).map(({ status }) => status)).toEqual(Array.from({ length: LISTS }, () => 200));
  await works();

  const before = await listeners();
  // the session of a person is known for two seconds; after that, the read would need a silent session for it
  const token = await server.logInAs('late', 'Administrator');
  await works(token);
  line.silence();
  const [read, exported, written, loggedIn] = (await otherCalls(row, token)).map(({ status }) => status);
  expect(read, 'a read of one row is repeated on a new session').toBe(200);
  expect([exported, written]).toEqual([503, 503]);
  expect(loggedIn).toBeOneOf([401, 503]);
  await works();
  expect(await readiness()).toBe(200);
  // notices of other servers are received again
  await expect.poll(async () => (await listeners()).filter((pid) => !before.includes(pid)).length).toBe(1);
});

test('a transaction on a silent session is ended in PostgreSQL too, and its locks are released', async () => {
  const row = await server.create('pilot', { pilotCde: 'HLD', pilotName: 'Held' });
  const blocker = await server.pool.connect();
  await blocker.query('begin');
  await blocker.query('select from pilot where id = $1 for update', [row['id']]);
  // the transaction waits for the row while its session becomes silent
  const waiting = server.call('PATCH', `/api/pilot/${row['id']}`, { body: { rev: 1, pilotName: 'Lost' } });
  await expect.poll(waitingSessions).toBe(1);
  line.silence();
  await blocker.query('rollback');
  blocker.release();
  expect(await waiting).toMatchObject({ status: 503, key: 'MSG_generic_0503' });
  const after = await server.read('pilot', row['id']);
  expect(
    (await server.call('PATCH', `/api/pilot/${row['id']}`, { body: { rev: after['rev'], pilotName: 'Kept' } })).status,
  ).toBe(200);
});

longTest('a slow statement on a working session is not cancelled', async () => {
  const row = await server.create('pilot', { pilotCde: 'SLW', pilotName: 'Slow' });
  const blocker = await server.pool.connect();
  await blocker.query('begin');
  await blocker.query('select from pilot where id = $1 for update', [row['id']]);
  const waiting = server.call('PATCH', `/api/pilot/${row['id']}`, { body: { rev: 1, pilotName: 'Patient' } });
  await new Promise((done) => {
    setTimeout(done, 4 * WATCH_TIMES.patienceMs);
  });
  await blocker.query('rollback');
  blocker.release();
  expect((await waiting).status).toBe(200);
});

test('a process whose sessions are silent ends on a signal', async () => {
  const processes = await openProcesses();
  const own = new SilentLine();
  try {
    const server = processes.start(
      { DATABASE_URL: await own.open(processes.database.url) },
      { watchTimes: WATCH_TIMES },
    );
    const url = await server.ready;
    own.silence();
    const hanging = fetch(`${url}/account/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'a', password: 'b' }),
    });
    await new Promise((done) => {
      setTimeout(done, 50);
    });
    server.child.kill('SIGTERM');
    expect((await hanging).status).toBeOneOf([401, 503]);
    expect(await server.ended).toEqual([0, null]);
  } finally {
    await processes.close();
    await own.close();
  }
});
