import type { Http } from '../environment.ts';
import { hungUp } from '../hangUp.ts';
import { Turns, type TurnLimits } from './turns.ts';

/**
 * How many files one caller may move at once, how many all callers together, and how many of them are in memory then.
 */
export interface FileLimits {
  perPerson: number;
  together: number;
  inMemory: number;
  waiting: number;
}

/**
 * A browser sends all the files that somebody chose at once, and those behind wait until the line has carried the
 * others.
 */
const WAIT_MS = 180_000;

/**
 * Turns of uploads or of downloads of files. One that moves takes disk only, so there are many, and slow senders or
 * readers keep nobody waiting. While it is stored or read it takes memory, so there are few; the sender or reader has
 * no part in how long this takes.
 */
export class FileTurns {
  readonly #moving: Turns;
  readonly #inMemory: Turns;

  /** @param busy key of the message of a refusal */
  constructor({ perPerson, together, inMemory, waiting }: FileLimits, busy: string) {
    const limits = { perPerson, waiting, waitMs: WAIT_MS, busy } satisfies Partial<TurnLimits>;
    this.#moving = new Turns({ ...limits, together });
    this.#inMemory = new Turns({ ...limits, together: inMemory });
  }

  /** Runs `work` while a file comes. @throws Refusal as `Turns` */
  async receive<T>(http: Http, caller: string, work: () => Promise<T>): Promise<T> {
    return this.#moving.run(caller, work, hungUp(http).signal);
  }

  /** Has a turn until the caller has taken the answer or left. @throws Refusal as `Turns` */
  async send<T>(http: Http, caller: string, work: () => Promise<T>): Promise<T> {
    const end = await this.#moving.take(caller, hungUp(http).signal);
    if (http.env.outgoing.closed) end();
    else http.env.outgoing.once('close', end);
    return work();
  }

  /** Runs `work` while the file is in memory. @throws Refusal as `Turns` */
  async inMemory<T>(http: Http, caller: string, work: () => Promise<T>): Promise<T> {
    return this.#inMemory.run(caller, work, hungUp(http).signal);
  }
}
