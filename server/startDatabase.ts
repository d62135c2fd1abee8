import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { databaseShape } from '../generator/emit/ddl/ddl.ts';
import type { Model } from '../generator/model/entity.ts';
import { BadSetting, type Config } from './config.ts';
import type { DatabaseConnection } from './db/connection.ts';
import { startEmbedded } from './db/embedded/start.ts';
import { modelHash } from './db/migrate/lineage.ts';
import { ensureDatabase } from './db/migrate/migrate.ts';
import { openPool } from './db/pool.ts';
import { watchOf, type SessionWatch } from './db/sessionWatch.ts';
import { takeStartLock } from './db/startLock.ts';
import { hasAdministrator } from './domain/identity/administrators.ts';
import type { StartContext } from './startOptions.ts';
import type { Cleanup } from './cleanup.ts';

const POOL_SIZE = 20;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_IN_TRANSACTION_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5000;
const LOCK_TIMEOUT_MS = 5000;
/** How long a stop waits for running statements before it cancels them. */
const CANCEL_AFTER_MS = 2000;
/** Time limit of closing a pool, including the cancelled statements. */
const CLOSE_TIMEOUT_MS = 8000;

/** A migrated database, open for the product. */
export interface PreparedDatabase {
  connection: DatabaseConnection;
  pool: Pool;
  /** id of the model in the database */
  modelId: string;
  migrated: readonly string[];
  freeStartLock(): Promise<void>;
}

/** Opens and migrates the database. Only one starting server at a time has the start lock. */
export async function prepareDatabase(
  { options, log, cleanup, stopping, unlessAborted }: StartContext,
  model: Model,
): Promise<PreparedDatabase> {
  const { config, signal, onLost = () => undefined, watchTimes = {}, development = false, prepared = false } = options;
  const { sessions = POOL_SIZE } = options;
  const connection = options.connection ?? (await openDatabase(config, log, onLost, cleanup));
  signal?.throwIfAborted();
  const watch = watchOf(connection, watchTimes);
  const pool = openPool(connection, {
    max: sessions,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    idleInTransactionTimeoutMs: IDLE_IN_TRANSACTION_MS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    onBrokenSession: (error) => {
      if (!stopping.aborted) log.warn({ err: error }, 'a database session broke');
    },
  });
  cleanup.add('database sessions', () => closePool(pool, watch), CLOSE_TIMEOUT_MS);
  if (config.databaseUrl !== undefined) await checkConnection(pool);
  const onWait = (): void => log.info('waiting: another server is preparing the database');
  const freeStartLock = await takeStartLock(connection, { onWait, signal });
  cleanup.add('start lock', freeStartLock);
  const { steps, model: modelId } = prepared
    ? { steps: [], model: modelHash(databaseShape(model)) }
    : await unlessAborted(migrateDatabase(connection, model, { cleanup, watch, development }));
  await requireAdminPassword(pool, config);
  return { connection, pool, modelId, migrated: steps.map(({ description }) => description), freeStartLock };
}

/** @throws BadSetting if an external database has no administrator, and no password is set for the first one */
async function requireAdminPassword(pool: Pool, { databaseUrl, adminPassword, oidc }: Config): Promise<void> {
  if (databaseUrl === undefined || adminPassword !== undefined) return;
  if (await hasAdministrator(pool, oidc !== undefined)) return;
  throw new BadSetting(
    'ADMIN_PASSWORD',
    'is needed for the first administrator of the database that DATABASE_URL names',
  );
}

/**
 * Connects to the configured database once.
 *
 * @throws BadSetting if that fails; the message omits the address, because it contains a password
 */
async function checkConnection(pool: Pool): Promise<void> {
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
  cleanup: Cleanup,
): Promise<DatabaseConnection> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl };
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: (line) => log.info(line), onLost });
  // stopping has its own time limit, after which PostgreSQL is killed
  cleanup.add('embedded database', () => embedded.stop(), Infinity);
  return embedded.connection;
}

interface MigrationOptions {
  cleanup: Cleanup;
  watch: SessionWatch;
  development: boolean;
}

/** Migrates in a separate pool without a statement timeout. */
async function migrateDatabase(
  connection: DatabaseConnection,
  model: Model,
  { cleanup, watch, development }: MigrationOptions,
): ReturnType<typeof ensureDatabase> {
  const settings = {
    max: 2,
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: IDLE_IN_TRANSACTION_MS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  };
  const pool = openPool(connection, { ...settings, onBrokenSession: () => undefined });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= closePool(pool, watch));
  cleanup.add('migration', close, CLOSE_TIMEOUT_MS);
  return ensureDatabase(pool, model, { development }).finally(close);
}

/** Closes a pool. Statements that take too long are cancelled, and their transactions rolled back. */
async function closePool(pool: Pool, watch: SessionWatch): Promise<void> {
  const cancelTimer = setTimeout(() => void watch.breakAll(), CANCEL_AFTER_MS);
  await pool.end().finally(() => clearTimeout(cancelTimer));
}
