import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withCancellation } from '../../server/db/cancellation.ts';
import { commitAlone, inTransaction } from '../../server/db/pool.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query('create table berth (name text)');
});
afterAll(() => database.close());
beforeEach(async () => void (await database.pool.query('truncate berth')));

const late = new Error('too late');
const rows = async (): Promise<number> => (await database.pool.query('select count(*)::int as n from berth')).rows[0].n;
const sleeping = async (): Promise<number> =>
  (
    await database.pool.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
  ).rows[0].n;

test('ends a transaction at its signal: cancels the statement at the server and stores nothing', async () => {
  const ending = new AbortController();
  const source = withCancellation(database.pool, database.pool, ending.signal);
  let went = false;
  const work = inTransaction(source, async (client) => {
    await client.query(`insert into berth values ('A')`);
    await client.query('select pg_sleep(60)');
    went = true;
  });
  await expect.poll(sleeping).toBe(1);
  ending.abort(late);
  await expect(work).rejects.toBe(late);
  expect([went, await sleeping(), await rows()]).toEqual([false, 0, 0]);
});

test('ends a statement outside a transaction likewise', async () => {
  const ending = new AbortController();
  const work = commitAlone(withCancellation(database.pool, database.pool, ending.signal), {
    text: 'insert into berth select pg_sleep(60)::text',
  });
  await expect.poll(sleeping).toBe(1);
  ending.abort(late);
  await expect(work).rejects.toBe(late);
  expect([await sleeping(), await rows()]).toEqual([0, 0]);
});

test('starts no further statement after the signal, and commits nothing', async () => {
  const ending = new AbortController();
  const work = inTransaction(withCancellation(database.pool, database.pool, ending.signal), async (client) => {
    await client.query(`insert into berth values ('A')`);
    ending.abort(late);
  });
  await expect(work).rejects.toBe(late);
  await expect(
    commitAlone(withCancellation(database.pool, database.pool, ending.signal), {
      text: `insert into berth values ('B')`,
    }),
  ).rejects.toBe(late);
  expect(await rows()).toBe(0);
});

test('without an end everything continues as without a signal, errors too', async () => {
  const source = withCancellation(database.pool, database.pool, new AbortController().signal);
  await inTransaction(source, (client) => client.query(`insert into berth values ('A')`));
  await expect(commitAlone(source, { text: 'select 1 / 0' })).rejects.toMatchObject({ code: '22012' });
  expect(await rows()).toBe(1);
});
