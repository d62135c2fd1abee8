import type { Pool } from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { Refusal } from '../../errors.ts';

/** Tries within a quarter of an hour. */
const WINDOW_SECONDS = 900;
/** Of one account from one address, of one account from anywhere, from one address for any account. */
const TRIES = { pair: 10, account: 50, address: 200 } as const;

/**
 * Limits tries to guess a password, for each account and address. A try is counted before the password is looked at and
 * given back when it fits, in single statements of the database: of many wrong ones at once exactly as many get through as
 * may, on every server, across restarts. The tries of one account take turns, so that right ones at once, which are
 * counted while they are looked at, do not close it to each other.
 */
export class LoginLimits {
  readonly #pool: Pool;
  readonly #limiters: Record<keyof typeof TRIES, RateLimiterPostgres>;
  /** account → the last of its tries that are waiting or under way on this server */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(pool: Pool) {
    this.#pool = pool;
    const limiter = (name: keyof typeof TRIES) => new RateLimiterPostgres({
      storeClient: pool, storeType: 'pool', schemaName: 'kernel', tableName: 'login_try', tableCreated: true, clearExpiredByTimeout: false,
      keyPrefix: name, points: TRIES[name], duration: WINDOW_SECONDS,
    });
    this.#limiters = { pair: limiter('pair'), account: limiter('account'), address: limiter('address') };
  }

  /**
   * Makes one try: `check` answers what the password opens, or undefined where it does not fit.
   *
   * @throws Refusal (429) when there were too many, without looking at the password
   */
  try<T>(userCde: string, address: string, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const account = userCde.toLowerCase();
    return this.#inTurn(account, async () => {
      // the narrowest first: whom it refuses uses up nothing of what others share
      const keys = { pair: `${account} ${address}`, account, address };
      for (const name of ['pair', 'account', 'address'] as const) await this.#count(name, keys[name]);
      const found = await check();
      if (found === undefined) return undefined;
      // who knows the password did not guess
      await this.#limiters.pair.delete(keys.pair);
      await this.#limiters.account.reward(keys.account);
      await this.#limiters.address.reward(keys.address);
      return found;
    });
  }

  /** Forgets the tries whose window is over. */
  async sweep(): Promise<void> {
    await this.#pool.query('delete from kernel.login_try where expire < $1', [Date.now()]);
  }

  async #count(name: keyof typeof TRIES, key: string): Promise<void> {
    try {
      await this.#limiters[name].consume(key);
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      throw new Refusal('tooMany', 'MSG_account_0003');
    }
  }

  #inTurn<T>(account: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(account) ?? Promise.resolve()).then(work);
    const over = turn.then(() => undefined, () => undefined);
    this.#turns.set(account, over);
    void over.then(() => {
      if (this.#turns.get(account) === over) this.#turns.delete(account);
    });
    return turn;
  }
}
