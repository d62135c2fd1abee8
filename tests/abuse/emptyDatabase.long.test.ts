/*
 * Attack: several servers start at once on one empty database, as replicas of a first deployment do.
 * Before: three of six ended with "MSG_account_0101", because all found no administrator and only one could create it;
 *   of 36 processes, 21 ended.
 * Now: all six become ready. One prepares the database under a lock; the others wait for the lock.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { takeStartLock } from '../../server/db/startLock.ts';
import { startServer, type RunningServer } from '../../server/start.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';

const SERVERS = 6;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bordereau-empty-'));
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const passwordOf = (index: number): string => `Quay-side ledger ${index}`;

const start = (index: number): Promise<RunningServer> =>
  startServer({
    config: readConfig({
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      ADMIN_PASSWORD: passwordOf(index),
      LOG_LEVEL: 'silent',
    }),
    schemaRoots: [inject('schemaFolders').withData],
    web: false,
  });

async function statusOf(url: string, password: string): Promise<number> {
  const body = JSON.stringify({ username: 'admin', password });
  return (
    await fetch(`${url}/account/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  ).status;
}

test('all servers that start at once on an empty database become ready, and one of them prepared it', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: SERVERS }, (_, index) => start(index)));
  const running = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  try {
    expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))).toEqual([]);
    for (const { url } of running) expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect(
      running.filter(({ migrated }) => migrated.length > 0),
      'servers that migrated',
    ).toHaveLength(1);
    const { rows } = await database.pool.query(`select "userCde" from person`);
    expect(rows, 'one administrator').toEqual([{ userCde: 'admin' }]);
    const statuses = await Promise.all(running.map((_, index) => statusOf(running[index % 2]!.url, passwordOf(index))));
    expect(
      statuses.filter((status) => status === 200),
      'one password',
    ).toHaveLength(1);
    const seeds = await database.pool.query(
      `select count(*)::int as files, count(distinct entity)::int as names from kernel.seed`,
    );
    expect(seeds.rows[0].files).toBeGreaterThan(5);
    expect(seeds.rows[0].files).toBe(seeds.rows[0].names);
    const duplicates = await database.pool.query(
      `select count(*)::int as n from (select from currency group by "curCde" having count(*) > 1) d`,
    );
    expect(duplicates.rows[0].n, 'duplicate currencies').toBe(0);
  } finally {
    await Promise.all(running.map((one) => one.stop()));
  }
});

test('a server waits for the one that prepares the database, and fails after the limit of the wait', async () => {
  const releaseLock = await takeStartLock(database.connection, {
    onWait: () => {
      throw new Error('no other server prepares the database');
    },
  });
  let waits = 0;
  await expect(
    takeStartLock(database.connection, {
      onWait: () => {
        waits++;
      },
      waitMs: 600,
    }),
  ).rejects.toThrow(/Another server has been preparing/);
  expect(waits).toBe(1);
  const next = takeStartLock(database.connection, {
    onWait: () => {
      waits++;
    },
  });
  await expect.poll(() => waits).toBe(2);
  await releaseLock();
  await (
    await next
  )();
  const remaining = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'bordereau start'`,
  );
  expect(remaining.rowCount).toBe(0);
});
