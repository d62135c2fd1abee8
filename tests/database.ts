import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Pool } from 'pg';
import { inject } from 'vitest';
import type { DatabaseConnection } from '../server/db/connection.ts';
import { role } from '../server/db/embedded/cluster.ts';
import { openPool } from '../server/db/pool.ts';

/** An empty database of a test's own. */
export interface TestDatabase {
  /** as the product's own role, which owns the database and is no superuser */
  pool: Pool;
  connection: DatabaseConnection;
  /** the same as a URL, for DATABASE_URL */
  url: string;
  /** Closes the pool and drops the database, whoever else is connected. */
  close(): Promise<void>;
}

/** Makes an empty database, or a copy of `template`, which no one may be connected to meanwhile. */
export async function openTestDatabase({ template = 'template0' } = {}): Promise<TestDatabase> {
  const { host, port } = inject('testCluster');
  const database = `test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${database} owner ${role} template ${template} strategy file_copy`);
  const connection = { host, port, user: role, database };
  const pool = openPool(connection, {
    max: 10, statementTimeoutMs: 30_000, idleInTransactionTimeoutMs: 30_000, connectTimeoutMs: 10_000,
    onBrokenSession: () => undefined,
  });
  return {
    pool,
    connection,
    url: `postgresql:///${database}?${new URLSearchParams({ host, port: String(port), user: role })}`,
    async close() {
      await pool.end();
      await administer(`drop database ${database} with (force)`);
    },
  };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(inject('testCluster'));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
