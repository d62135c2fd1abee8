import { LimitReached } from '../db/keyedLimiter.ts';
import { Refusal } from '../errors.ts';
import type { User } from './context.ts';
import { RowBusy } from './rowLocks.ts';
import type { Kernel } from './core.ts';

const RETRY_SECONDS = 1;

/** Message key for a row that others lock for longer than the time limit. */
const LOCKED = 'MSG_generic_0077';

/** The refusal of a call whose row remains locked by others. */
export const rowLocked = (): Refusal => new Refusal('unavailable', LOCKED).withRetryAfter(RETRY_SECONDS);

const translated =
  (refusal: () => Refusal) =>
  (error: unknown): never => {
    throw error instanceof LimitReached ? refusal() : error;
  };

/** Runs work that needs a session of the pool, within the session limit of the user. @throws Refusal (429) */
export async function withinSessionLimit<T>({ personLimiter }: Kernel, user: User, work: () => Promise<T>): Promise<T> {
  if (user.isSystem) return work();
  return personLimiter
    .run(user.userCde, work)
    .catch(translated(() => new Refusal('tooMany', 'MSG_generic_0078').withRetryAfter(RETRY_SECONDS)));
}

/** Runs a statement that changes one row and commits by itself, within the limit for that row. @throws Refusal (503) */
export const rowInTurn = async <T>({ rowLimiter }: Kernel, key: string, work: () => Promise<T>): Promise<T> =>
  rowLimiter.run(key, work).catch(translated(rowLocked));

/**
 * Runs a transaction that can lock rows. If too many other transactions lock or wait for a row, this one is rolled
 * back, returns its session, waits in memory, and runs again. One time limit applies to the sum of its waits.
 *
 * @param attempt calls `enter` for each row before locking it
 * @throws Refusal (503) after the time limit
 */
export async function lockingInTurn<T>(
  kernel: Kernel,
  user: User,
  attempt: (enter: (key: string) => void) => Promise<T>,
): Promise<T> {
  const holder = {};
  let remainingMs = kernel.rowLimiter.waitMs;
  const enter = (key: string): void => {
    if (!kernel.rowLimiter.enter(key, holder)) throw new RowBusy(key);
  };
  try {
    for (;;) {
      try {
        return await withinSessionLimit(kernel, user, () => attempt(enter));
      } catch (error) {
        if (!(error instanceof RowBusy)) throw error;
        kernel.rowLimiter.leave(holder);
        const since = performance.now();
        await kernel.rowLimiter.wait(error.key, holder, remainingMs);
        remainingMs -= performance.now() - since;
      }
    }
  } catch (error) {
    throw error instanceof LimitReached ? rowLocked() : error;
  } finally {
    kernel.rowLimiter.leave(holder);
  }
}
