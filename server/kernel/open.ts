import type { Pool } from 'pg';
import type { DatabaseConnection } from '../db/connection.ts';
import { followDatabaseClock } from '../db/clock.ts';
import { listen } from '../db/notices.ts';
import { openPool } from '../db/pool.ts';
import { SharedSessions } from '../db/sharedSessions.ts';
import { Shares } from '../db/shares.ts';
import { Currencies } from './currencies.ts';
import { LockOrder } from './heldLocks.ts';
import type { Kernel } from './kernel.ts';
import { OptionLists } from './options.ts';
import { Totals } from './read/totals.ts';
import type { Registry } from './registry.ts';

/** The channel on which servers tell each other which tables they wrote. */
const CHANNEL = 'bordereau_written';
/** News of many writes to one table go out as one: a NOTIFY in each transaction would queue all commits behind one lock. */
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

/**
 * Opens the engine on a database that has the model's shape. What it caches dies with a write, here at once and on every
 * other server a moment later.
 */
export async function openKernel(pool: Pool, registry: Registry, connection: DatabaseConnection, timeZone: string): Promise<Kernel & { close(): Promise<void> }> {
  const totals = new Totals();
  const aside = openPool(connection, {
    max: SESSIONS_ASIDE, statementTimeoutMs: ASIDE_TIMEOUT_MS, idleInTransactionTimeoutMs: ASIDE_TIMEOUT_MS, connectTimeoutMs: ASIDE_TIMEOUT_MS, applicationName: 'bordereau aside',
    // the statement that broke with it tells its caller
    onBrokenSession: () => undefined,
  });
  const exports = openPool(connection, {
    max: SESSIONS_OF_EXPORTS, statementTimeoutMs: EXPORT_TIMEOUT_MS, idleInTransactionTimeoutMs: EXPORT_TIMEOUT_MS, connectTimeoutMs: ASIDE_TIMEOUT_MS, applicationName: 'bordereau export',
    onBrokenSession: () => undefined,
  });
  const shared = new SharedSessions(connection, {
    sessions: SESSIONS_SHARED, statementTimeoutMs: ASIDE_TIMEOUT_MS, idleInTransactionTimeoutMs: ASIDE_TIMEOUT_MS, connectTimeoutMs: ASIDE_TIMEOUT_MS, applicationName: 'bordereau read',
  });
  const stopClock = await followDatabaseClock(aside);
  const optionLists = new OptionLists(aside, registry.model);
  const currencies = new Currencies(aside, registry.model);
  const forget = (table: string) => {
    totals.written(table);
    optionLists.written(table);
    currencies.written(table);
  };
  const subscription = await listen(connection, CHANNEL, {
    onMessage: (payload) => payload.split(',').forEach(forget),
    onGap: () => {
      totals.clear();
      optionLists.written();
      currencies.written();
    },
  });
  const news = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;
  const tell = () => {
    gathering = undefined;
    const payload = [...news].join(',');
    news.clear();
    // a lost notice costs a total that is a few seconds old; the cache's own lifetime bounds that
    pool.query('select pg_notify($1, $2)', [CHANNEL, payload]).catch(() => undefined);
  };
  return {
    pool, aside, shared, exports, registry, totals, optionLists, currencies, timeZone,
    domain: new Map(),
    effects: new Map(),
    // until the domain brings partners, nobody can be told
    outbox: { obstacle: () => ({ field: '', key: 'MSG_generic_0037', params: {} }), add: async () => undefined },
    exchangeRate: () => { throw new Error('no exchange rates are known to this kernel'); },
    people: new Shares(SESSIONS_OF_PERSON, LONGEST_TURN_MS),
    rows: new Shares(SESSIONS_AT_ROW, LONGEST_TURN_MS),
    lockOrder: new LockOrder([]),
    lockOrderBroken: () => undefined,
    written: (table) => {
      forget(table);
      news.add(table);
      gathering ??= setTimeout(tell, GATHER_MS);
    },
    followUpFailed: () => undefined,
    close: async () => {
      clearTimeout(gathering);
      stopClock();
      await Promise.all([subscription.close(), aside.end(), shared.close(), exports.end()]);
    },
  };
}
