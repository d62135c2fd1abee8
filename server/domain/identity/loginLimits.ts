import type { Pool } from 'pg';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../../errors.ts';

/** Tries within a quarter of an hour. */
const WINDOW_SECONDS = 900;
/** Of one account from one address, of one account from anywhere, from one address for any account. */
const TRIES = { pair: 10, account: 50, address: 200 } as const;

/**
 * Limits log-in tries for each account and address. A try is counted before the password is looked at, in one statement of
 * the database, so that of many at once exactly as many get through as may, on every server, across restarts.
 */
export class LoginLimits {
  readonly #pool: Pool;
  readonly #limiters: Record<keyof typeof TRIES, RateLimiterPostgres>;

  constructor(pool: Pool) {
    this.#pool = pool;
    const limiter = (name: keyof typeof TRIES) => new RateLimiterPostgres({
      storeClient: pool, storeType: 'pool', schemaName: 'kernel', tableName: 'login_try', tableCreated: true, clearExpiredByTimeout: false,
      keyPrefix: name, points: TRIES[name], duration: WINDOW_SECONDS,
    });
    this.#limiters = { pair: limiter('pair'), account: limiter('account'), address: limiter('address') };
  }

  /** Counts a try. @throws Refusal (429) when there were too many */
  async begin(userCde: string, address: string): Promise<{ succeeded(): Promise<void> }> {
    const account = userCde.toLowerCase();
    const keys = { pair: `${account} ${address}`, account, address };
    for (const name of ['address', 'account', 'pair'] as const) {
      await this.#limiters[name].consume(keys[name]).catch((refused: RateLimiterRes | Error) => {
        if (refused instanceof Error) throw refused;
        throw new Refusal('tooMany', 'MSG_account_0003');
      });
    }
    return {
      // who knows the password did not guess
      succeeded: async () => {
        await this.#limiters.pair.delete(keys.pair);
        await this.#limiters.account.reward(keys.account);
        await this.#limiters.address.reward(keys.address);
      },
    };
  }

  /** Forgets the tries whose window is over. */
  async sweep(): Promise<void> {
    await this.#pool.query('delete from kernel.login_try where expire < $1', [Date.now()]);
  }
}
