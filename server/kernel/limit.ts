import type { Pool } from 'pg';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { sql } from 'kysely';
import { databaseNow } from '../db/clock.ts';
import { build, prepared } from '../db/statement.ts';
import { Refusal } from '../errors.ts';

/** Number of permitted uses (`points`) in a time window (`seconds`), which starts at the first use. */
export interface Allowance {
  points: number;
  seconds: number;
}

/**
 * Limits how often one account or address can do something. Uses are counted in the database by single statements, so
 * the limit is exact for concurrent calls, and applies across servers and restarts.
 */
export class Limit {
  readonly #limiter: RateLimiterPostgres;
  readonly #key: string;

  /**
   * @param name unique name of the limit
   * @param key message key of the refusal
   */
  constructor(pool: Pool, name: string, { points, seconds }: Allowance, key: string) {
    this.#limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'kernel',
      tableName: 'limit_count',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
      // callers over the limit are refused without a write to the database
      inMemoryBlockOnConsumed: points,
    });
    this.#key = key;
  }

  /** Counts one use. @throws Refusal (429) over the limit */
  async count(who: string): Promise<void> {
    try {
      await this.#limiter.consume(who);
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      const seconds = Math.max(1, Math.ceil((refused as RateLimiterRes).msBeforeNext / 1000));
      throw new Refusal('tooMany', this.#key, { seconds }).withRetryAfter(seconds);
    }
  }
}

const deleteCounts = prepared<{ now: number }>()(($) =>
  build.deleteFrom('kernel.limit_count').where('expire', '<', sql<string>`${$('now')}`),
);
const deleteTries = prepared()(() => build.deleteFrom('kernel.login_try').where('expiresAt', '<', sql<string>`now()`));
const deleteAddresses = prepared()(() =>
  build.deleteFrom('kernel.known_address').where('usedAt', '<', sql<string>`now() - interval '30 days'`),
);

/** Deletes expired counts, and addresses from which nobody has logged in for 30 days. */
export async function sweepLimits(pool: Pool): Promise<void> {
  await deleteCounts.run(pool, { now: databaseNow() });
  await deleteTries.run(pool, {});
  await deleteAddresses.run(pool, {});
}
