/*
 * Attack: none is needed: one of several servers on a database has a clock that is 30 hours ahead, another one that
 *   is 30 hours behind.
 * Before: the times of retries came from the server's clock and were compared with the database's: a message that
 *   the fast server failed to deliver waited for 30 hours, one of the slow server's was tried again at once, until
 *   it was given up; "today" was tomorrow or yesterday, so to-dos before a day came early or late; a session began
 *   to slide early or late.
 * Now: all instants and days come from the database's clock, on every server.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolve } from 'node:path';
import { today } from '../../generator/language/dates.ts';
import { startSandbox, type Sandbox } from '../../server/sandbox/partner.ts';
import { ADMIN_PASSWORD } from '../adminPassword.ts';
import { openProcesses, type Processes, type ServerProcess } from '../http/process.ts';
import type { Json } from '../http/server.ts';

const HOURS = 30;
const PACE = { pollMs: 50, retryMs: 400, maxRetryMs: 400, leaseMs: 5000, timeoutMs: 2000, maxAttempts: 1000 };
const BEACONS = 6;

let processes: Processes;
let sandbox: Sandbox;
let servers: ServerProcess[];
let fast: string;
let slow: string;
let token: string | undefined;
beforeAll(async () => {
  sandbox = await startSandbox({ faults: { share: 1 } });
  processes = await openProcesses({ roots: [resolve(import.meta.dirname, '../fixtures/beacon')] });
  servers = [HOURS, -HOURS].map((hours) =>
    processes.start(
      { PARTNER_CAPTIVE_URL: sandbox.url, NODE_OPTIONS: `--import ${clockModule(hours * 3_600_000)}` },
      { delivery: PACE },
    ),
  );
  [fast, slow] = (await Promise.all(servers.map(({ ready }) => ready))) as [string, string];
  token = (await call(fast, 'POST', '/account/login', { username: 'admin', password: ADMIN_PASSWORD })).result.token;
});
afterAll(async () => {
  await processes.close();
  await sandbox.stop();
});

/** A module that shifts the clock of its process; timers and `performance` are unchanged. */
function clockModule(offset: number): string {
  const text = `const Right=Date;globalThis.Date=class extends Right{constructor(...parts){if(parts.length===0)super(Right.now()+${offset});else super(...parts);}static now(){return Right.now()+${offset};}};console.error('clock '+Date.now());`;
  return `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
}

async function call(url: string, method: string, path: string, body?: Json): Promise<Json> {
  const response = await fetch(url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as Json;
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
}

const number = async (sql: string): Promise<number> =>
  Number((await processes.database.pool.query(`select (${sql}) as n`)).rows[0].n);

test('the servers under test have wrong clocks', () => {
  const offsets = servers.map((server) => Number(/^clock (\d+)$/m.exec(server.output())![1]) - Date.now());
  expect(offsets.map((offset) => Math.round(offset / 3_600_000))).toEqual([HOURS, -HOURS]);
});

test('messages that fail are tried again at their time, and each arrives once', async () => {
  for (let n = 0; n < BEACONS; n++) {
    const url = n % 2 === 0 ? fast : slow;
    const { result } = await call(url, 'POST', '/api/beacon', { beaconNo: `B${n}`, name: 'Pharos' });
    await call(url, 'POST', `/api/beacon/${result.id}/actions/report`, { rev: result.rev });
  }
  // a retry waits between 320 and 480 ms on every server
  const odd = `select count(*) from partner_event where attempts > 0 and ("nextAttemptAt" - "triedAt" not between interval '0.2 s' and interval '0.6 s' or "triedAt" not between now() - interval '1 minute' and now() + interval '1 s')`;
  for (let looks = 0; (await number('select coalesce(min(attempts), 0) from partner_event')) < 3; looks++) {
    expect(await number(odd), `look ${looks}`).toBe(0);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  sandbox.faults = { share: 0, delayMs: 0 };
  await expect
    .poll(() => number(`select count(*) from partner_event where "recordStatus" = 'Delivered'`))
    .toBe(BEACONS);
  const done = sandbox.entries.map(({ body }) => (body as Json)['head']['beaconNo'] as string);
  expect(done.toSorted()).toEqual(Array.from({ length: BEACONS }, (_, n) => `B${n}`));
});

test('the day is the database’s on every server', async () => {
  const days = await Promise.all(
    [fast, slow].map(async (url) => (await call(url, 'POST', '/api/rota/preview', {})).result.row.validFrom as string),
  );
  const expected = today('Asia/Shanghai');
  expect(days).toEqual([expected, expected]);
});

test('a session opened by one server lasts seven days, and is valid on the others', async () => {
  for (const url of [fast, slow]) {
    const { result } = await call(url, 'POST', '/account/login', { username: 'admin', password: ADMIN_PASSWORD });
    expect(Math.abs(Date.parse(result.expiresAt) - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
  }
  for (const url of [fast, slow])
    expect((await call(url, 'POST', '/account/getUserInfo')).result.userCde).toBe('admin');
  expect(
    await number('select count(*) from kernel.session where "renewedAs" is not null'),
    'none counts as a day old',
  ).toBe(0);
});
