import type { Pool } from 'pg';
import { Refusal } from '../../errors.ts';
import { FairQueue, type Turn } from '../../kernel/fairQueue.ts';
import { LoginTries, type TryLimit } from './loginTries.ts';

/** Wrong passwords of one account from one device or address. */
const PAIR: TryLimit = { free: 10, firstSeconds: 4, maxSeconds: 900 };
/** Wrong passwords of one account by all untrusted callers. */
const ACCOUNT: TryLimit = { free: 100, firstSeconds: 1, maxSeconds: 30 };
/** Accounts with a wrong password by untrusted callers at one address. */
const ADDRESS: TryLimit = { free: 50, firstSeconds: 1, maxSeconds: 30 };
/** Tries of one account by one caller that wait for the one in progress. */
const MAX_WAITING = 100;
/**
 * Concurrent tries. Each takes a database session, and many lock the same row. Untrusted callers get half of them, so
 * that the others remain free for trusted callers.
 */
const CONCURRENCY = { atOnce: 8, untrustedAtOnce: 4, waiting: 100, waitingEach: 20 };

/** The caller of a try, as far as the server knows it. */
export interface LoginCaller {
  /** the address, as limits count it */
  address: string;
  /**
   * why the caller is trusted: a device or session of this account, or a known address of it; undefined if untrusted
   */
  trust: { device: string } | { session: true } | 'address' | undefined;
}

/**
 * Limits guesses of a password by delays that grow with each wrong try (docs/decisions/0052). A trusted device has a
 * counter of its own, so nobody else can delay it. A try is counted before the password is checked, and uncounted if
 * the password is right.
 */
export class LoginLimits {
  readonly #tries: LoginTries;
  readonly #queue = new FairQueue(CONCURRENCY);
  /** counter → tries that wait or run on this server: their number, and the last of them */
  readonly #turns = new Map<string, { waiting: number; last: Promise<unknown> }>();

  constructor(pool: Pool) {
    this.#tries = new LoginTries(pool);
  }

  /**
   * Refuses a caller without a device cookie whose counter waits according to the memory of this server. It makes no
   * query.
   *
   * @throws Refusal 429
   */
  refuseKnown(userCde: string, address: string): void {
    this.#tries.refuseKnown([pairKey(userCde.toLowerCase(), address)]);
  }

  /**
   * Makes one try.
   *
   * @param check resolves to undefined if the password is wrong; its argument is the turn in which to hash
   * @returns the result of `check`
   * @throws Refusal 429 with the seconds to wait, without checking the password; 503 if too many tries wait
   */
  try<T>(
    userCde: string,
    { address, trust }: LoginCaller,
    check: (turn: Turn) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const account = userCde.toLowerCase();
    const own =
      typeof trust === 'object'
        ? 'device' in trust
          ? `device:${account} ${trust.device}`
          : `session:${account}`
        : pairKey(account, address);
    const shared = trust === undefined ? { account: `account:${account}`, address: `address:${address}` } : undefined;
    const turn: Turn = trust === undefined ? { lane: 'untrusted', key: address } : { lane: 'trusted', key: own };
    return this.#inTurn(own, () => {
      this.#tries.refuseKnown(shared ? [own, shared.account, shared.address] : [own]);
      return this.#queue.run(turn, () => this.#countAndCheck(own, shared, () => check(turn)));
    });
  }

  async #countAndCheck<T>(
    own: string,
    shared: { account: string; address: string } | undefined,
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    await this.#tries.refuseWaiting(shared ? [own, shared.account, shared.address] : [own]);
    const counted = await this.#count(own, shared);
    const result = await check().catch(async (error: unknown) => {
      // the password could not be checked, so the try does not count
      await this.#tries.uncount(counted);
      throw error;
    });
    if (result !== undefined) await this.#succeed(own, shared);
    return result;
  }

  /** Counts the try in all its counters; in that of the address once for each account. @returns the counters */
  async #count(own: string, shared: { account: string; address: string } | undefined): Promise<string[]> {
    const counted: string[] = [];
    try {
      const failures = await this.#tries.count(own, PAIR);
      counted.push(own);
      if (!shared) return counted;
      await this.#tries.count(shared.account, ACCOUNT);
      counted.push(shared.account);
      if (failures > 1) return counted;
      await this.#tries.count(shared.address, ADDRESS);
      return [...counted, shared.address];
    } catch (refusal) {
      await this.#tries.uncount(counted);
      throw refusal;
    }
  }

  async #succeed(own: string, shared: { account: string; address: string } | undefined): Promise<void> {
    await this.#tries.forget(own);
    if (shared) await this.#tries.uncount([shared.account, shared.address]);
  }

  /** Runs tries of one counter one after the other. @throws Refusal 429 if too many wait */
  async #inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#turns.get(key) ?? { waiting: 0, last: Promise.resolve() };
    if (queue.waiting >= MAX_WAITING)
      throw new Refusal('tooMany', 'MSG_account_0003', { seconds: 1 }).withRetryAfter(1);
    queue.waiting++;
    this.#turns.set(key, queue);
    const run = queue.last.then(work);
    queue.last = run.catch(() => undefined);
    try {
      return await run;
    } finally {
      if (--queue.waiting === 0) this.#turns.delete(key);
    }
  }
}

const pairKey = (account: string, address: string): string => `pair:${account} ${address}`;
