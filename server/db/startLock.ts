import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig, type DatabaseConnection } from './connection.ts';
import { watchOf } from './sessionWatch.ts';

/** Key of the advisory lock; any number that is not used elsewhere. */
const LOCK = 4_201_870_316n;

const TRY_EVERY_MS = 250;
/** Longest wait for another server, whose migration may take minutes. */
const WAIT_MS = 30 * 60_000;
const STATEMENT_TIMEOUT_MS = 10_000;

/** How long a server waits for the start lock. */
export interface StartLockOptions {
  /** called once if another server holds the lock */
  onWait(): void;
  signal?: AbortSignal | undefined;
  waitMs?: number;
}

/**
 * Takes the lock of the server that prepares the database (schema, reference data, first administrator). Other servers
 * wait for the lock, and then find a prepared database. The lock belongs to a session, so it does not work through a
 * pooler that shares sessions between transactions.
 *
 * @returns releases the lock; further calls have no effect
 * @throws StartLockTimeout
 */
export async function takeStartLock(
  connection: DatabaseConnection,
  { onWait, signal, waitMs = WAIT_MS }: StartLockOptions,
): Promise<() => Promise<void>> {
  const client = new pg.Client(
    clientConfig(connection, {
      applicationName: 'bordereau start',
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      idleInTransactionTimeoutMs: 0,
      connectTimeoutMs: STATEMENT_TIMEOUT_MS,
    }),
  );
  client.on('error', () => undefined);
  try {
    await client.connect();
    watchOf(connection).add(client, STATEMENT_TIMEOUT_MS);
    const end = performance.now() + waitMs;
    for (let attempt = 1; !(await tryLock(client)); attempt++) {
      if (attempt === 1) onWait();
      if (performance.now() >= end) throw new StartLockTimeout(waitMs);
      await sleep(TRY_EVERY_MS * (0.5 + Math.random()), undefined, signal ? { signal } : {});
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  let released: Promise<void> | undefined;
  return () => (released ??= client.end().catch(() => undefined));
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>('select pg_try_advisory_lock($1) as "isLocked"', [LOCK]);
  return rows[0]!.isLocked;
}

/** Another server still prepares the database after the time limit. */
export class StartLockTimeout extends Error {
  override readonly name = 'StartLockTimeout';

  constructor(waitMs: number) {
    super(
      `Another server has been preparing the database for ${Math.round(waitMs / 60_000)} minutes. Look at the log of that server, and end the server if it hangs.`,
    );
  }
}
