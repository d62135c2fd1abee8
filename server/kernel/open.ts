import type { Pool } from 'pg';
import type { DatabaseConnection } from '../db/connection.ts';
import { followDatabaseClock } from '../db/clock.ts';
import { listen } from '../db/notices.ts';
import { openPool } from '../db/pool.ts';
import { SharedSessions } from '../db/sharedSessions.ts';
import { Shares } from '../db/shares.ts';
import { Currencies } from './currencies.ts';
import { LockOrder } from './heldLocks.ts';
import type { Kernel, Registry } from './core.ts';
import { OptionLists } from './options.ts';
import { Totals } from './read/totals.ts';

/** The channel on which servers tell each other which tables they wrote. */
const CHANNEL = 'bordereau_written';
/**
 * News of many writes to one table go out as one: a NOTIFY in each transaction would queue all commits behind one lock.
 */
const GATHER_MS = 100;
const SESSIONS_ASIDE = 3;
const SESSIONS_SHARED = 2;
const ASIDE_TIMEOUT_MS = 10_000;
const SESSIONS_OF_EXPORTS = 5;
const EXPORT_TIMEOUT_MS = 30_000;

/** Sessions of the pool that the calls of one person hold at once, and transactions that hold or await one row. */
const SESSIONS_OF_PERSON = 8;
const SESSIONS_AT_ROW = 2;
const LONGEST_TURN_MS = 10_000;

const SHORT_TIMES = {
  statementTimeoutMs: ASIDE_TIMEOUT_MS,
  idleInTransactionTimeoutMs: ASIDE_TIMEOUT_MS,
  connectTimeoutMs: ASIDE_TIMEOUT_MS,
};
const EXPORT_TIMES = {
  statementTimeoutMs: EXPORT_TIMEOUT_MS,
  idleInTransactionTimeoutMs: EXPORT_TIMEOUT_MS,
  connectTimeoutMs: ASIDE_TIMEOUT_MS,
};

/**
 * Opens the engine on a database that has the model's shape. What it caches dies with a write, here at once and on
 * every other server a moment later.
 */
export async function openKernel(
  pool: Pool,
  registry: Registry,
  connection: DatabaseConnection,
  timeZone: string,
): Promise<Kernel & { close(): Promise<void> }> {
  const { aside, exports, shared } = openSessions(connection);
  const stopClock = await followDatabaseClock(aside);
  const caches = {
    totals: new Totals(),
    optionLists: new OptionLists(aside, registry.model),
    currencies: new Currencies(aside, registry.model),
  };
  const subscription = await subscribe(connection, caches);
  const announcer = announceWrites(pool);
  return {
    pool,
    aside,
    shared,
    exports,
    registry,
    timeZone,
    ...caches,
    ...withoutDomain(),
    people: new Shares(SESSIONS_OF_PERSON, LONGEST_TURN_MS),
    rows: new Shares(SESSIONS_AT_ROW, LONGEST_TURN_MS),
    written: (table) => {
      forget(caches, table);
      announcer.add(table);
    },
    close: async () => {
      announcer.stop();
      stopClock();
      await Promise.all([subscription.close(), aside.end(), shared.close(), exports.end()]);
    },
  };
}

/**
 * The sessions beside the pool of transactions. A session that breaks fails its statement, whose caller hears of it.
 */
function openSessions(connection: DatabaseConnection): Pick<Kernel, 'aside' | 'exports'> & { shared: SharedSessions } {
  const onBrokenSession = (): void => undefined;
  return {
    aside: openPool(connection, {
      max: SESSIONS_ASIDE,
      ...SHORT_TIMES,
      applicationName: 'bordereau aside',
      onBrokenSession,
    }),
    exports: openPool(connection, {
      max: SESSIONS_OF_EXPORTS,
      ...EXPORT_TIMES,
      applicationName: 'bordereau export',
      onBrokenSession,
    }),
    shared: new SharedSessions(connection, {
      sessions: SESSIONS_SHARED,
      ...SHORT_TIMES,
      applicationName: 'bordereau read',
    }),
  };
}

type Caches = Pick<Kernel, 'totals' | 'optionLists' | 'currencies'>;

/** Drops what is cached of a table. */
function forget({ totals, optionLists, currencies }: Caches, table: string): void {
  totals.written(table);
  optionLists.written(table);
  currencies.written(table);
}

/** Drops from the caches what other servers write. */
function subscribe(connection: DatabaseConnection, caches: Caches): ReturnType<typeof listen> {
  return listen(connection, CHANNEL, {
    onMessage: (payload) => payload.split(',').forEach((table) => forget(caches, table)),
    onGap: () => {
      caches.totals.clear();
      caches.optionLists.written();
      caches.currencies.written();
    },
  });
}

/** Announces to other servers which tables were written, many writes at once. */
function announceWrites(pool: Pool): { add(table: string): void; stop(): void } {
  const tables = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const announce = (): void => {
    timer = undefined;
    const payload = [...tables].join(',');
    tables.clear();
    // a lost notice costs a total that is a few seconds old; the cache's own lifetime bounds that
    pool.query('select pg_notify($1, $2)', [CHANNEL, payload]).catch(() => undefined);
  };
  return {
    add: (table) => {
      tables.add(table);
      timer ??= setTimeout(announce, GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** What the domain replaces once it registers its rules. */
function withoutDomain(): Pick<
  Kernel,
  'domain' | 'effects' | 'outbox' | 'exchangeRate' | 'lockOrder' | 'lockOrderBroken' | 'followUpFailed'
> {
  return {
    domain: new Map(),
    effects: new Map(),
    // without partners every message is refused
    outbox: { obstacle: () => ({ field: '', key: 'MSG_generic_0037', params: {} }), add: async () => undefined },
    exchangeRate: () => {
      throw new Error('no exchange rates are known to this kernel');
    },
    lockOrder: new LockOrder([]),
    lockOrderBroken: () => undefined,
    followUpFailed: () => undefined,
  };
}
