import type { Pool } from 'pg';
import type { DatabaseConnection } from '../db/connection.ts';
import { syncWithDatabaseClock } from '../db/clock.ts';
import { listen } from '../db/notices.ts';
import { openPool } from '../db/pool.ts';
import { SharedSessions } from '../db/sharedSessions.ts';
import { KeyedLimiter } from '../db/keyedLimiter.ts';
import { Currencies } from './currencies.ts';
import { LockOrder } from './rowLocks.ts';
import type { Kernel, Registry } from './core.ts';
import { OptionLists } from './options.ts';
import { Totals } from './read/totals.ts';

/** NOTIFY channel on which servers announce the tables that they have written. */
const CHANNEL = 'bordereau_written';
/**
 * Time in which writes are collected for one announcement. A NOTIFY in each transaction would serialise all commits by
 * a lock.
 */
const GATHER_MS = 100;
const AUXILIARY_SESSIONS = 3;
const SHARED_SESSIONS = 2;
const SHORT_TIMEOUT_MS = 10_000;
const EXPORT_SESSIONS = 5;
const EXPORT_TIMEOUT_MS = 30_000;

/** Limits of concurrent sessions for the calls of one person, and of transactions that lock or wait for one row. */
const MAX_SESSIONS_OF_PERSON = 8;
const MAX_SESSIONS_AT_ROW = 2;
const MAX_WAIT_MS = 10_000;

const SHORT_TIMES = {
  statementTimeoutMs: SHORT_TIMEOUT_MS,
  idleInTransactionTimeoutMs: SHORT_TIMEOUT_MS,
  connectTimeoutMs: SHORT_TIMEOUT_MS,
};
const EXPORT_TIMES = {
  statementTimeoutMs: EXPORT_TIMEOUT_MS,
  idleInTransactionTimeoutMs: EXPORT_TIMEOUT_MS,
  connectTimeoutMs: SHORT_TIMEOUT_MS,
};

/**
 * Opens the kernel on a migrated database. A write invalidates the caches of this server immediately, those of other
 * servers a moment later.
 */
export async function openKernel(
  pool: Pool,
  registry: Registry,
  connection: DatabaseConnection,
  timeZone: string,
): Promise<Kernel & { close(): Promise<void> }> {
  const { auxiliary, exports, shared } = openSessions(connection);
  const stopClock = await syncWithDatabaseClock(auxiliary);
  const caches = {
    totals: new Totals(),
    optionLists: new OptionLists(auxiliary, registry.model),
    currencies: new Currencies(auxiliary, registry.model),
  };
  const subscription = await subscribe(connection, caches);
  const announcer = announceWrites(pool);
  return {
    pool,
    auxiliary,
    shared,
    exports,
    registry,
    timeZone,
    fourEyes: true,
    ...caches,
    ...withoutDomain(),
    personLimiter: new KeyedLimiter(MAX_SESSIONS_OF_PERSON, MAX_WAIT_MS),
    rowLimiter: new KeyedLimiter(MAX_SESSIONS_AT_ROW, MAX_WAIT_MS),
    invalidate: (table) => {
      invalidateTable(caches, table);
      announcer.add(table);
    },
    close: async () => {
      announcer.stop();
      stopClock();
      await Promise.all([subscription.close(), auxiliary.end(), shared.close(), exports.end()]);
    },
  };
}

/**
 * Opens the sessions beside the pool of transactions. A broken session makes its statement fail, so it needs no
 * handler.
 */
function openSessions(
  connection: DatabaseConnection,
): Pick<Kernel, 'auxiliary' | 'exports'> & { shared: SharedSessions } {
  const onBrokenSession = (): void => undefined;
  return {
    auxiliary: openPool(connection, {
      max: AUXILIARY_SESSIONS,
      ...SHORT_TIMES,
      applicationName: 'bordereau aside',
      onBrokenSession,
    }),
    exports: openPool(connection, {
      max: EXPORT_SESSIONS,
      ...EXPORT_TIMES,
      applicationName: 'bordereau export',
      onBrokenSession,
    }),
    shared: new SharedSessions(connection, {
      sessions: SHARED_SESSIONS,
      ...SHORT_TIMES,
      applicationName: 'bordereau read',
    }),
  };
}

type Caches = Pick<Kernel, 'totals' | 'optionLists' | 'currencies'>;

/** Invalidates the cached data of a table. */
function invalidateTable({ totals, optionLists, currencies }: Caches, table: string): void {
  totals.invalidate(table);
  optionLists.invalidate(table);
  currencies.invalidate(table);
}

/** Invalidates the caches when other servers write. */
function subscribe(connection: DatabaseConnection, caches: Caches): ReturnType<typeof listen> {
  return listen(connection, CHANNEL, {
    onMessage: (payload) => payload.split(',').forEach((table) => invalidateTable(caches, table)),
    onGap: () => {
      caches.totals.clear();
      caches.optionLists.invalidate();
      caches.currencies.invalidate();
    },
  });
}

/** Announces written tables to other servers, several writes at once. */
function announceWrites(pool: Pool): { add(table: string): void; stop(): void } {
  const tables = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const announce = (): void => {
    timer = undefined;
    const payload = [...tables].join(',');
    tables.clear();
    // a failed announcement is ignored: totals on other servers are then outdated until their cache entries expire
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

/** Default values until the business areas register their rules. */
function withoutDomain(): Pick<
  Kernel,
  | 'domain'
  | 'effects'
  | 'fileFormats'
  | 'outbox'
  | 'conversionRate'
  | 'premiumTotals'
  | 'roleHolders'
  | 'roleMembers'
  | 'lockOrder'
  | 'onLockOrderViolation'
  | 'onFollowUpFailure'
> {
  return {
    domain: new Map(),
    effects: new Map(),
    fileFormats: new Map(),
    // without partners every message is refused
    outbox: { blockReason: () => ({ field: '', key: 'MSG_generic_0037', params: {} }), add: async () => undefined },
    conversionRate: notRegistered('exchange rates'),
    premiumTotals: {
      totalBeforeCommit: notRegistered('totals of premium'),
      totalPremium: notRegistered('totals of premium'),
      requirePremiums: notRegistered('totals of premium'),
    },
    roleHolders: notRegistered('roles'),
    roleMembers: notRegistered('roles'),
    lockOrder: new LockOrder([]),
    onLockOrderViolation: () => undefined,
    onFollowUpFailure: () => undefined,
  };
}

/** A function of the business areas that none of them has registered. @throws Error */
const notRegistered = (name: string) => (): never => {
  throw new Error(`no business area has registered ${name}`);
};
