import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Pool } from 'pg';
import { inject } from 'vitest';
import type { DatabaseConnection } from '../server/db/connection.ts';
import { role } from '../server/db/embedded/cluster.ts';
import { openPool } from '../server/db/pool.ts';

/** A database for one test. */
export interface TestDatabase {
  name: string;
  /** connects as the role of the product, which owns the database and is no superuser */
  pool: Pool;
  connection: DatabaseConnection;
  /** the same as a URL, for DATABASE_URL */
  url: string;
  /** Closes the pool and drops the database, even if others are connected. */
  close(): Promise<void>;
}

/** Prevents parallel workers, which take five times as long to start as the small tables take to count. */
const ALONE = '-c max_parallel_workers_per_gather=0';

/**
 * Creates an empty database, or a copy of `template`, to which nothing may be connected meanwhile (`templateDatabase`).
 */
export async function openTestDatabase({ template = 'template0' } = {}): Promise<TestDatabase> {
  const { host, port } = inject('testCluster');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} owner ${role} template ${template} strategy file_copy`);
  const connection = { host, port, user: role, database: name };
  const url = `postgresql:///${name}?${new URLSearchParams({ host, port: String(port), user: role })}`;
  const pool = openPool(
    { url: `${url}&options=${encodeURIComponent(ALONE)}` },
    {
      max: 10,
      statementTimeoutMs: 30_000,
      idleInTransactionTimeoutMs: 30_000,
      connectTimeoutMs: 10_000,
      onBrokenSession: () => undefined,
    },
  );
  return {
    name,
    pool,
    connection,
    url,
    async close() {
      await pool.end();
      await administer(`drop database ${name} with (force)`);
    },
  };
}

/**
 * The name of a template database that all files of a run share. The first caller with a `key` fills it; others wait.
 *
 * @param fill fills the database at an address, and closes its connections
 * @param template the database of which `fill` gets a copy; by default an empty one
 */
export async function templateDatabase(
  key: string,
  fill: (url: string) => Promise<void>,
  template?: string,
): Promise<string> {
  const name = `template_${key}`;
  await administering(async (client) => {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]); // until the session ends
    if ((await client.query('select from pg_database where datname = $1', [name])).rowCount !== 0) return;
    const unfinished = await openTestDatabase(template === undefined ? {} : { template });
    try {
      await fill(unfinished.url);
      await unfinished.pool.end();
      await client.query(`alter database ${unfinished.name} rename to ${name}`);
    } catch (error) {
      await unfinished.close();
      throw error;
    }
  });
  return name;
}

const administer = (statement: string): Promise<unknown> => administering((client) => client.query(statement));

async function administering<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(inject('testCluster'));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
