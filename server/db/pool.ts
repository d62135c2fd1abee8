import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Pool, QueryConfig, QueryResult } from 'pg';
import { isLockTimeout } from './databaseErrors.ts';
import { clientConfig } from './connection.ts';
import type { DatabaseConnection, SessionSettings } from './connection.ts';
import type { Session, SessionSource } from './cancellation.ts';
import { watchOf } from './sessionWatch.ts';

export interface PoolSettings extends Omit<SessionSettings, 'applicationName'> {
  /** sessions at most; milliseconds of `connectTimeoutMs` are also the time that a caller waits for a free one */
  max: number;
  applicationName?: string;
  /** told when a session breaks, which its next user or a new session makes good */
  onBrokenSession(error: Error): void;
}

/** Milliseconds until an unused session is closed: long, because a session keeps its prepared statements. */
const idleTimeoutMs = 600_000;

/**
 * A pool of sessions with one database. It connects when a session is first needed, and a session that falls silent
 * breaks.
 */
export function openPool(connection: DatabaseConnection, settings: PoolSettings): Pool {
  const { max, onBrokenSession, applicationName = 'bordereau', ...session } = settings;
  const pool = new pg.Pool({
    ...clientConfig(connection, { applicationName, ...session }),
    max,
    idleTimeoutMillis: idleTimeoutMs,
  });
  const watch = watchOf(connection);
  // An 'error' event that no one listens to ends the process. The pool listens only while a session is unused, so each
  // session gets a listener for its whole life. Of its errors the first tells the cause; the pool's own event repeats
  // one.
  pool.on('connect', (client) => {
    client.once('error', onBrokenSession);
    client.on('error', () => undefined);
    watch.add(client, session.statementTimeoutMs);
  });
  pool.on('error', () => undefined);
  return pool;
}

/**
 * deadlock_detected, serialization_failure: PostgreSQL chose this transaction to give way, and it may succeed when run
 * again.
 */
const repeatable = new Set(['40P01', '40001']);

const attempts = 8;
const longestPauseMs = 50;

/**
 * Runs `work` in one transaction, commits it, and returns its result; whatever `work` throws rolls it back.
 * After a deadlock it is run again, eight times at most in all, so `work` must do nothing outside the database that
 * can't be done twice.
 *
 * @param isLong the transaction may take minutes: after a deadlock it does not queue, for all others would wait behind
 *   it
 * @throws TransactionAborted if `work` returned although one of its statements had failed: nothing is stored then
 */
export const inTransaction = <Result>(
  pool: SessionSource,
  work: (client: Session) => Promise<Result>,
  isLong = false,
): Promise<Result> =>
  givingWay(
    () => attemptTransaction(pool, work, begin),
    () => attemptTransaction(pool, work, isLong ? begin : beginInTurn),
  );

/** Runs a statement that commits by itself; after a deadlock again, as `inTransaction` does. */
export const commitAlone = (pool: SessionSource, statement: QueryConfig, isLong = false): Promise<QueryResult> => {
  const query = (client: Session): Promise<QueryResult> => client.query(statement);
  return givingWay(
    () => pool.query(statement),
    () => attemptTransaction(pool, query, isLong ? begin : beginInTurn),
  );
};

const begin = (client: Session): Promise<unknown> => client.query('begin');

/**
 * Longest wait for the turn to retry: whoever holds it may itself wait for a row, and the turn only makes another
 * deadlock less likely.
 */
const TURN_WAIT_MS = 2000;

const BEGIN_IN_TURN = `begin; set local lock_timeout = ${TURN_WAIT_MS};
  select pg_advisory_xact_lock(hashtext('bordereau gave way'));
  set local lock_timeout to default`;

/**
 * Begins the retry of a deadlocked transaction after the retries of others: several rows that exclude each other
 * (`x-noOverlap`) and come at once would otherwise deadlock time after time. Begins without the turn where it does not
 * come soon (decision 43).
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

async function givingWay<Result>(first: () => Promise<Result>, again: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await (attempt === 1 ? first() : again());
    } catch (error) {
      if (attempt === attempts || !repeatable.has((error as { code?: string }).code ?? '')) throw error;
      // Else this one might take its first row again before the winner wakes up, and lose again.
      await sleep((longestPauseMs * attempt * (1 + Math.random())) / 2);
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
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK, and with no error.
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new TransactionAborted();
    return result;
  } catch (error) {
    // After a rollback that fails, the session's state is unknown: it is closed. The first error is the one that tells.
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** A transaction was to be committed after a statement in it had failed, so PostgreSQL rolled it back. */
export class TransactionAborted extends Error {
  override readonly name = 'TransactionAborted';

  constructor() {
    super('The transaction was rolled back: one of its statements had failed, and the error was caught inside it.');
  }
}
