import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Model } from '../generator/model/entity.ts';
import { BadSetting, type Config } from './config.ts';
import type { DatabaseConnection } from './db/connection.ts';
import { startEmbedded } from './db/embedded/start.ts';
import { ensureDatabase } from './db/migrate/migrate.ts';
import { openPool } from './db/pool.ts';
import { watchOf, type SessionWatch } from './db/sessionWatch.ts';
import { takeStartLock } from './db/startLock.ts';
import { hasAdministrator } from './domain/identity/administrators.ts';
import type { Start } from './startOptions.ts';
import type { Undo } from './undo.ts';

const POOL_SIZE = 20;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_IN_TRANSACTION_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5000;
const LOCK_TIMEOUT_MS = 5000;
/** How long a stop waits for statements that no call needs any more before it breaks them off. */
const POOL_END_MS = 2000;
const POOL_STEP_MS = 8000;

export interface PreparedDatabase {
  connection: DatabaseConnection;
  pool: Pool;
  /** the model that the database has now */
  modelId: string;
  migrated: readonly string[];
  freeStartLock(): Promise<void>;
}

/** Opens the database and gives it the model's shape, under the lock that one starting server has at a time. */
export async function prepareDatabase(
  { options, log, undo, stopping, whileWanted }: Start,
  model: Model,
): Promise<PreparedDatabase> {
  const { config, signal, onLost = () => undefined, watchTimes = {}, development = false } = options;
  const connection = options.connection ?? (await openDatabase(config, log, onLost, undo));
  signal?.throwIfAborted();
  const watch = watchOf(connection, watchTimes);
  const pool = openPool(connection, {
    max: POOL_SIZE,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    idleInTransactionTimeoutMs: IDLE_IN_TRANSACTION_MS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    onBrokenSession: (error) => {
      if (!stopping.aborted) log.warn({ err: error }, 'a database session broke');
    },
  });
  undo.add('database sessions', () => endPool(pool, watch), POOL_STEP_MS);
  if (config.databaseUrl !== undefined) await reachDatabase(pool);
  const onWait = (): void => log.info('another server prepares the database: waiting');
  const freeStartLock = await takeStartLock(connection, { onWait, signal });
  undo.add('start lock', freeStartLock);
  const { steps, model: modelId } = await whileWanted(migrateDatabase(connection, model, { undo, watch, development }));
  if (
    config.databaseUrl !== undefined &&
    config.adminPassword === undefined &&
    !(await hasAdministrator(pool, config.oidc !== undefined))
  ) {
    throw new BadSetting(
      'ADMIN_PASSWORD',
      'is needed for the first administrator of the database that DATABASE_URL names',
    );
  }
  return { connection, pool, modelId, migrated: steps.map(({ description }) => description), freeStartLock };
}

/**
 * @throws BadSetting when the database that the setting names cannot be used; the message leaves out the address, which
 * holds a password
 */
async function reachDatabase(pool: Pool): Promise<void> {
  await pool.query('select 1').catch((error: Error) => {
    throw new BadSetting(
      'DATABASE_URL',
      `the database cannot be used: ${error.message || (error as { code?: string }).code}`,
    );
  });
}

async function openDatabase(
  config: Config,
  log: Logger,
  onLost: (error: Error) => void,
  undo: Undo,
): Promise<DatabaseConnection> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl };
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: (line) => log.info(line), onLost });
  // it has a time limit of its own, after which PostgreSQL is ended
  undo.add('embedded database', () => embedded.stop(), Infinity);
  return embedded.connection;
}

interface MigrationStart {
  undo: Undo;
  watch: SessionWatch;
  development: boolean;
}

/** Migrates with a session of its own, whose statements may take as long as they need. */
async function migrateDatabase(
  connection: DatabaseConnection,
  model: Model,
  { undo, watch, development }: MigrationStart,
): ReturnType<typeof ensureDatabase> {
  const settings = {
    max: 2,
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: IDLE_IN_TRANSACTION_MS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  };
  const pool = openPool(connection, { ...settings, onBrokenSession: () => undefined });
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= endPool(pool, watch));
  undo.add('migration', end, POOL_STEP_MS);
  return ensureDatabase(pool, model, { development }).finally(end);
}

/** Closes a pool; statements that take too long are broken off, and their transactions rolled back. */
async function endPool(pool: Pool, watch: SessionWatch): Promise<void> {
  const late = setTimeout(() => void watch.breakAll(), POOL_END_MS);
  await pool.end().finally(() => clearTimeout(late));
}
