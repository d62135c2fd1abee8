import Cursor from 'pg-cursor';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isDatabaseUnavailable } from '../../server/db/databaseErrors.ts';
import { openPool } from '../../server/db/pool.ts';
import { watchOf } from '../../server/db/sessionWatch.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { SilentLine } from '../http/silentLine.ts';

const TIMES = { everyMs: 50, patienceMs: 200, probeMs: 200 };

let database: TestDatabase;
let line: SilentLine;
let pool: ReturnType<typeof openPool>;
beforeEach(async () => {
  database = await openTestDatabase();
  line = new SilentLine();
  const connection = { url: await line.open(database.url) };
  watchOf(connection, TIMES);
  pool = openPool(connection, {
    max: 3,
    statementTimeoutMs: 20_000,
    idleInTransactionTimeoutMs: 0,
    connectTimeoutMs: 500,
    onBrokenSession: () => undefined,
  });
});
afterEach(async () => {
  await pool.end();
  await line.close();
  await database.close();
});

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('if the database answers no session, waiting callers get an error', async () => {
  await pool.query('select 1');
  line.die();
  const [waiting, connecting] = await Promise.all([
    failure(pool.query('select 2')),
    sleep(10).then(() => failure(pool.query('select 3'))),
  ]);
  expect([waiting, connecting].map(isDatabaseUnavailable)).toEqual([true, true]);
});

test('closes silent idle sessions with the other silent ones', async () => {
  const [one, other] = await Promise.all([pool.connect(), pool.connect()]);
  other.release();
  await sleep(3 * TIMES.everyMs);
  expect(line.silence()).toBe(2);
  expect(isDatabaseUnavailable(await failure(one.query('select 1')))).toBe(true);
  one.release(true);
  expect(pool.idleCount).toBe(0);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a silent session is closed without a reply', async () => {
  const client = await pool.connect();
  line.silence();
  const closed = new Promise((done) => {
    client.once('end', done);
  });
  client.release(true);
  await closed;
});

test('a cursor that is not read for a while is not silent', async () => {
  const client = await pool.connect();
  const cursor = client.query(new Cursor<{ n: number }>('select generate_series(1, 5) as n'));
  expect(await cursor.read(2)).toHaveLength(2);
  await sleep(4 * TIMES.patienceMs);
  expect(await cursor.read(3)).toEqual([{ n: 3 }, { n: 4 }, { n: 5 }]);
  await cursor.close();
  client.release();
});

test('fails a cursor whose session is silent', async () => {
  const client = await pool.connect();
  const cursor = client.query(new Cursor<{ n: number }>('select generate_series(1, 5) as n'));
  await cursor.read(2);
  line.silence();
  expect(isDatabaseUnavailable(await failure(cursor.read(3)))).toBe(true);
  client.release(true);
});

test('does not disturb running statements in and outside a transaction', async () => {
  const slow = (4 * TIMES.patienceMs) / 1000;
  const client = await pool.connect();
  await client.query('begin');
  expect(
    (await Promise.all([pool.query('select pg_sleep($1)', [slow]), client.query('select pg_sleep($1)', [slow])])).map(
      ({ rowCount }) => rowCount,
    ),
  ).toEqual([1, 1]);
  await client.query('commit');
  client.release();
});
