import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Pool, QueryConfig, QueryResult } from 'pg';
import { isLockTimeout } from './databaseErrors.ts';
import { clientConfig } from './connection.ts';
import type { DatabaseConnection, SessionSettings } from './connection.ts';
import type { Session, SessionSource } from './cancellation.ts';
import { watchOf } from './sessionWatch.ts';

/** Settings of a pool of sessions. */
export interface PoolSettings extends Omit<SessionSettings, 'applicationName'> {
  /** limit of sessions; `connectTimeoutMs` is also the time that a caller waits for a free one */
  max: number;
  applicationName?: string;
  /** called when a session breaks; the pool replaces it */
  onBrokenSession(error: Error): void;
}

/** Time until an unused session is closed: long, because a session keeps its prepared statements. */
const IDLE_TIMEOUT_MS = 600_000;

/**
 * Creates a pool of sessions with one database. It connects when a session is first needed. The session watch ends a
 * session that does not answer.
 */
export function openPool(connection: DatabaseConnection, settings: PoolSettings): Pool {
  const { max, onBrokenSession, applicationName = 'bordereau', ...session } = settings;
  const pool = new pg.Pool({
    ...clientConfig(connection, { applicationName, ...session }),
    max,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
  });
  const watch = watchOf(connection);
  // An 'error' event without a listener ends the process. The pool listens only while a session is unused, so each
  // session gets a listener of its own. The first error of a session is the cause; the pool's own event repeats it.
  pool.on('connect', (client) => {
    client.once('error', onBrokenSession);
    client.on('error', () => undefined);
    watch.add(client, session.statementTimeoutMs);
  });
  pool.on('error', () => undefined);
  return pool;
}

/** SQLSTATE of aborted transactions that may succeed when retried: deadlock_detected, serialization_failure. */
const RETRYABLE = new Set(['40P01', '40001']);

const MAX_ATTEMPTS = 8;
const PAUSE_MS = 50;

/**
 * Runs `work` in one transaction, commits it, and returns its result. If `work` throws, the transaction is rolled back.
 * After a deadlock `work` runs again, up to eight times in total, so it must have no effect outside the database.
 *
 * @param isLong the transaction may take minutes: its retries do not queue, because other retries would wait for it
 * @throws TransactionAborted if `work` returned although one of its statements had failed; nothing is stored then
 */
export const inTransaction = <Result>(
  pool: SessionSource,
  work: (client: Session) => Promise<Result>,
  isLong = false,
): Promise<Result> =>
  retryDeadlocks(
    () => attemptTransaction(pool, work, begin),
    () => attemptTransaction(pool, work, isLong ? begin : beginInTurn),
  );

/** Runs a statement that commits by itself, and retries it after a deadlock as `inTransaction` does. */
export const commitAlone = (pool: SessionSource, statement: QueryConfig, isLong = false): Promise<QueryResult> => {
  const query = (client: Session): Promise<QueryResult> => client.query(statement);
  return retryDeadlocks(
    () => queryAlone(pool, statement),
    () => attemptTransaction(pool, query, isLong ? begin : beginInTurn),
  );
};

/**
 * Runs one statement on a session, which stays open if the statement fails: `pool.query` would close it, and the next
 * session would have to plan its statements again.
 */
async function queryAlone(pool: SessionSource, statement: QueryConfig): Promise<QueryResult> {
  const client = await pool.connect();
  try {
    return await client.query(statement);
  } finally {
    client.release();
  }
}

const begin = (client: Session): Promise<unknown> => client.query('begin');

/**
 * Longest wait for the lock of retries. The transaction that has the lock may itself wait for a row. The lock only
 * makes another deadlock less likely, so a retry may begin without it.
 */
const TURN_WAIT_MS = 2000;

const BEGIN_IN_TURN = `begin; set local lock_timeout = ${TURN_WAIT_MS};
  select pg_advisory_xact_lock(hashtext('bordereau gave way'));
  set local lock_timeout to default`;

/**
 * Begins the retry of a deadlocked transaction when the retries of other transactions have ended. Simultaneous inserts
 * of rows that exclude each other (`x-noOverlap`) would otherwise deadlock repeatedly. After `TURN_WAIT_MS` the retry
 * begins without the lock (decision 43).
 */
async function beginInTurn(client: Session): Promise<void> {
  try {
    await client.query(BEGIN_IN_TURN);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    await client.query('rollback');
    await begin(client);
  }
}

async function retryDeadlocks<Result>(first: () => Promise<Result>, retry: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await (attempt === 1 ? first() : retry());
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error;
      // without a pause, the retry could lock its first row again before the other transaction continues
      await sleep((PAUSE_MS * attempt * (1 + Math.random())) / 2);
    }
  }
}

async function attemptTransaction<Result>(
  pool: SessionSource,
  work: (client: Session) => Promise<Result>,
  start: (client: Session) => Promise<unknown>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await start(client);
    const result = await work(client);
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK and without an error
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new TransactionAborted();
    return result;
  } catch (error) {
    // after a failed rollback the state of the session is unknown, so it is closed
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** A transaction was committed after one of its statements had failed, so PostgreSQL rolled it back. */
export class TransactionAborted extends Error {
  override readonly name = 'TransactionAborted';

  constructor() {
    super('The transaction was rolled back: one of its statements had failed, and the error was caught inside it.');
  }
}
