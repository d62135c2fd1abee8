import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../server/db/notices.ts';
import { openTestDatabase } from '../database.ts';
import type { TestDatabase } from '../database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const notify = (channel: string, payload: string) =>
  database.pool.query('select pg_notify($1, $2)', [channel, payload]);

async function start(channel: string) {
  const messages: string[] = [];
  let gaps = 0;
  const subscription = await listen(database.connection, channel, {
    onMessage: (payload) => messages.push(payload),
    onGap: () => gaps++,
  });
  return { messages, gaps: () => gaps, close: () => subscription.close() };
}

const sessions = async (channel: string): Promise<number> => {
  const { rows } = await database.pool.query('select pid from pg_stat_activity where application_name = $1', [
    `bordereau ${channel}`,
  ]);
  return rows.length;
};

const breakSessions = (channel: string) =>
  database.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
    `bordereau ${channel}`,
  ]);

test('receives messages of the channel in order, and none of other channels and rolled-back transactions', async () => {
  const channel = 'Odd "name"';
  const heard = await start(channel);
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select pg_notify($1, $2)', [channel, 'rolled back']);
  await client.query('rollback');
  client.release();
  await notify('other', 'not for us');
  for (const payload of ['one', 'two', '']) await notify(channel, payload);
  await expect.poll(() => heard.messages).toEqual(['one', 'two', '']);
  expect(heard.gaps()).toBe(0);
  await heard.close();
});

test('a broken session is replaced, and the gap is reported when the new one listens', async () => {
  const heard = await start('gaps');
  for (const round of [1, 2]) {
    await breakSessions('gaps');
    await expect.poll(heard.gaps).toBe(round);
    await notify('gaps', `after ${round}`);
    await expect.poll(() => heard.messages.at(-1)).toBe(`after ${round}`);
  }
  expect(heard.messages).toEqual(['after 1', 'after 2']);
  expect(await sessions('gaps')).toBe(1);
  await heard.close();
});

test('has no session, message or gap after close', async () => {
  const heard = await start('closed');
  expect(await sessions('closed')).toBe(1);
  await heard.close();
  await expect.poll(() => sessions('closed')).toBe(0);
  await notify('closed', 'late');
  expect(heard.messages).toEqual([]);
  expect(heard.gaps()).toBe(0);
});

test('leaves no session if it is closed during a reconnect', async () => {
  const heard = await start('race');
  await breakSessions('race');
  await heard.close();
  await expect.poll(() => sessions('race')).toBe(0);
  expect(heard.gaps()).toBeLessThanOrEqual(1);
});

test('fails at once without a database', async () => {
  const missing = { ...database.connection, database: 'nowhere' };
  await expect(listen(missing, 'x', { onMessage: () => undefined, onGap: () => undefined })).rejects.toMatchObject({
    code: '3D000',
  });
});
