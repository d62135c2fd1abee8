/*
 * Attack: strangers at a hundred addresses send 400 log-ins for one account at once, more than the server can check.
 *   (In this test the row that counts them is locked, so that none of them ends before the others have arrived.)
 * Before: they used 300 calls and all database sessions. Log-ins from trusted devices and known addresses, for any
 *   account, were answered 503 while the flood lasted (6 of 6 in the first second).
 * Now: strangers get at most half of the calls, and at most four of their log-ins use the database at once: 6 of 6
 *   log-ins of others answer 200.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_PASSWORD, startTestServer, type Answer, type TestServer } from '../http/server.ts';
import { callsInFlight } from './inFlight.ts';

const CALLS = 400;
const ADDRESSES = 100;
const TRIES = 3;
const OFFICE = '198.51.100.1';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ allSessions: true, env: { TRUST_PROXY: 'true' }, referenceData: false });
});
afterAll(() => server.close());

const logIn = (from: string, username: string, password: string, cookie?: string): Promise<Answer> =>
  server.call('POST', '/account/login', {
    token: null,
    body: { username, password },
    headers: { 'x-forwarded-for': from, ...(cookie === undefined ? {} : { cookie }) },
  });

const inFlight = (): Promise<number> => callsInFlight(server.url);

test('a flood of log-ins refuses neither a trusted device nor a known address', async () => {
  const device = (await logIn(OFFICE, 'admin', ADMIN_PASSWORD)).headers.get('set-cookie')!.split(';')[0]!;
  await server.pool.query(
    `insert into kernel.login_try (key, failures, until, "expiresAt") values ('account:victim', 1, '-infinity', now() + interval '1 day')`,
  );
  const lockClient = await server.pool.connect();
  const flood: Promise<Answer>[] = [];
  const own: number[] = [];
  try {
    await lockClient.query(`begin; select from kernel.login_try where key = 'account:victim' for update`);
    for (let n = 0; n < CALLS; n++) flood.push(logIn(`203.0.113.${n % ADDRESSES}`, 'victim', 'wrong'));
    await expect.poll(inFlight).toBeGreaterThan(100);
    for (let n = 0; n < TRIES; n++) {
      const answers = await Promise.all([
        logIn(`192.0.2.${n}`, 'admin', ADMIN_PASSWORD, device),
        logIn(OFFICE, 'admin', ADMIN_PASSWORD),
      ]);
      own.push(...answers.map(({ status }) => status));
    }
  } finally {
    await lockClient.query('rollback');
    lockClient.release();
  }
  expect(own).toEqual(own.map(() => 200));
  expect((await Promise.all(flood)).map(({ status }) => status)).toContain(503);
});
