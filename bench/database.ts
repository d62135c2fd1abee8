import { rm } from 'node:fs/promises';
import type { Pool } from 'pg';
import { startEmbedded } from '../server/db/embedded/start.ts';
import { openPool } from '../server/db/pool.ts';
import { temporaryFolder } from '../tests/e2e/browser/product.ts';

/** A PostgreSQL in a temporary folder. */
export interface BenchDatabase {
  dataDir: string;
  url: string;
  pool: Pool;
  /** Stops the database and deletes its folder. */
  stop(): Promise<void>;
}

/** Starts a database for one benchmark. */
export async function startBenchDatabase(log: (line: string) => void = () => undefined): Promise<BenchDatabase> {
  const dataDir = await temporaryFolder();
  const database = await startEmbedded({
    dataDir,
    log,
    onLost: (error) => {
      throw error;
    },
  });
  const { host, port, user, database: name } = database.connection;
  const url = `postgresql:///${name}?${new URLSearchParams({ host, port: String(port), user })}`;
  const pool = openPool(
    { url },
    {
      max: 2,
      statementTimeoutMs: 0,
      idleInTransactionTimeoutMs: 0,
      connectTimeoutMs: 10_000,
      onBrokenSession: (error) => {
        console.error(`a database session broke: ${error.message}`);
      },
    },
  );
  return {
    dataDir,
    url,
    pool,
    async stop() {
      await pool.end();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
