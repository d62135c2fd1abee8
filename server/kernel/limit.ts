import type { Pool } from 'pg';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { sql } from 'kysely';
import { databaseNow } from '../db/clock.ts';
import { build, prepared } from '../db/statement.ts';
import { Refusal } from '../errors.ts';

/** How much may be done, and in how many seconds from the first time on. */
export interface Allowance {
  points: number;
  seconds: number;
}

/**
 * How often something may be done by one account, from one address, … Counted in single statements of the database: of
 * many at once exactly as many get through as may, on every server, across restarts.
 */
export class Limit {
  readonly #limiter: RateLimiterPostgres;
  readonly #key: string;

  /** @param name tells what is counted; no other limit has it  @param key of the message of the refusal */
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
      // whoever has used everything up is refused from memory, without a write
      inMemoryBlockOnConsumed: points,
    });
    this.#key = key;
  }

  /** Counts one more. @throws Refusal (429) when that is too many */
  async count(who: string): Promise<void> {
    try {
      await this.#limiter.consume(who);
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      const seconds = Math.max(1, Math.ceil((refused as RateLimiterRes).msBeforeNext / 1000));
      throw new Refusal('tooMany', this.#key, { seconds }, [], seconds);
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
