import { databaseDate, databaseNow } from '../db/clock.ts';
import { withCancellation } from '../db/cancellation.ts';
import { commitAlone, inTransaction } from '../db/pool.ts';
import { today } from '../../generator/language/dates.ts';
import type { Context, Queryable } from './context.ts';
import type { EntityRuntime, Kernel } from './core.ts';
import { notFound } from '../errors.ts';
import { RowLocks } from './rowLocks.ts';
import { withinSessionLimit, lockingInTurn } from './contention.ts';

/** Finds an entity by name. @throws Refusal (404) */
export function entityNamed(kernel: Pick<Kernel, 'registry'>, name: string): EntityRuntime {
  const runtime = kernel.registry.entities.get(name);
  if (!runtime) throw notFound();
  return runtime;
}

const days = new Map<string, { minute: number; day: string }>();

/**
 * The current day in a time zone. It is computed once a minute, because it takes as long as a query. That is exact,
 * because offsets of time zones are whole minutes.
 */
function businessDay(zone: string): string {
  const minute = Math.floor(databaseNow() / 60_000);
  const known = days.get(zone);
  if (known?.minute === minute) return known.day;
  const day = today(zone, databaseDate());
  days.set(zone, { minute, day });
  return day;
}

/** The caller of a request. */
export type Caller = Pick<Context, 'user' | 'language' | 'requestId' | 'intranet' | 'signal'>;

/** Creates a context in which each statement commits by itself, except in `transaction`. */
export function openContext(kernel: Kernel, { user, language, requestId, intranet, signal }: Caller): Context {
  const pool = signal === undefined ? kernel.pool : withCancellation(kernel.pool, kernel.auxiliary, signal);
  // only heavy calls have a deadline
  const isLong = signal !== undefined;
  const db: Queryable = {
    query: (statement) => withinSessionLimit(kernel, user, () => commitAlone(pool, statement, isLong)),
  };
  const outside = {
    ...(signal === undefined ? {} : { signal }),
    db,
    reads: kernel.shared,
    user,
    language,
    requestId,
    intranet,
    today: businessDay(kernel.timeZone),
    afterCommit: (effect: () => void) => effect(),
  };
  const transaction = transactionsOf(kernel, pool, outside, isLong);
  const context: Context = {
    ...outside,
    transaction,
    separately: transaction,
    beforeCommit: (_, work) => work(context),
    followUp: (_, work) => transaction(work),
  };
  return context;
}

type Work = (context: Context) => Promise<void>;

/** Creates `Context.transaction`: it runs work in a new transaction, then the registered effects and follow-ups. */
function transactionsOf(
  kernel: Kernel,
  pool: Parameters<typeof inTransaction>[0],
  outside: Omit<Context, 'transaction' | 'separately' | 'beforeCommit' | 'followUp'>,
  isLong: boolean,
): Context['transaction'] {
  const transaction: Context['transaction'] = async (work) => {
    let effects: (() => void)[] = [];
    let followUps = new Map<string, Work>();
    const result = await lockingInTurn(kernel, outside.user, (enter) =>
      inTransaction(
        pool,
        async (client) => {
          effects = [];
          followUps = new Map();
          const lastSteps = new Map<string, Work>();
          const inside: Context = {
            ...outside,
            locks: { rows: new RowLocks(kernel.lockOrder, kernel.onLockOrderViolation), enter },
            db: client,
            reads: client,
            beforeCommit: async (name, last) => void lastSteps.set(name, last),
            afterCommit: (effect) => effects.push(effect),
            followUp: async (name, more) => void followUps.set(name, more),
            transaction: (more) => more(inside),
            separately: (more) => afterSavepoint(inside, more),
          };
          const done = await work(inside);
          for (const last of lastSteps.values()) await last(inside);
          return done;
        },
        isLong,
      ),
    );
    for (const effect of effects) effect();
    for (const more of followUps.values()) await transaction(more).catch((error) => kernel.onFollowUpFailure(error));
    return result;
  };
  return transaction;
}

/** Runs work after a savepoint of the open transaction, and rolls back to it on failure. */
async function afterSavepoint<T>(context: Context, work: (context: Context) => Promise<T>): Promise<T> {
  await context.db.query({ text: 'savepoint part' });
  const locked = context.locks?.rows.count ?? 0;
  try {
    const result = await work(context);
    await context.db.query({ text: 'release savepoint part' });
    return result;
  } catch (error) {
    await context.db.query({ text: 'rollback to savepoint part' });
    context.locks?.rows.backTo(locked);
    await context.db.query({ text: 'release savepoint part' });
    throw error;
  }
}
