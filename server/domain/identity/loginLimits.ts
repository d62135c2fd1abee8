import type { Pool } from 'pg';
import { Limit } from '../../kernel/limit.ts';

/** Tries within a quarter of an hour. */
const WINDOW_SECONDS = 900;
/** Of one account from one address, of one account from anywhere, from one address for any account. */
const TRIES = { pair: 10, account: 50, address: 200 } as const;

/**
 * Limits tries to guess a password, for each account and address. A try is counted before the password is looked at and
 * given back when it fits. The tries of one account take turns, so that right ones at once, which are counted while they are
 * looked at, do not close it to each other.
 */
export class LoginLimits {
  readonly #limits: Record<keyof typeof TRIES, Limit>;
  /** account → the last of its tries that are waiting or under way on this server */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(pool: Pool) {
    const limit = (name: keyof typeof TRIES) => new Limit(pool, name, { points: TRIES[name], seconds: WINDOW_SECONDS }, 'MSG_account_0003');
    this.#limits = { pair: limit('pair'), account: limit('account'), address: limit('address') };
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
      for (const name of ['pair', 'account', 'address'] as const) await this.#limits[name].count(keys[name]);
      const found = await check();
      if (found === undefined) return undefined;
      // who knows the password did not guess
      await this.#limits.pair.forget(keys.pair);
      await this.#limits.account.giveBack(keys.account);
      await this.#limits.address.giveBack(keys.address);
      return found;
    });
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
