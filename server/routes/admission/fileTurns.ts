import type { Http } from '../environment.ts';
import { disconnectOf } from '../disconnect.ts';
import { Turns, type TurnLimits } from './turns.ts';

/** Limits of concurrent uploads or downloads of files. */
export interface FileLimits {
  /** maximum of concurrent files of one caller */
  perPerson: number;
  /** maximum of concurrent files of all callers */
  together: number;
  /** maximum of files of all callers that are in memory */
  inMemory: number;
  /** maximum of further files of one caller that wait for a turn */
  waiting: number;
}

/** Maximum wait for a turn: a browser sends all chosen files at once, and the last ones wait for the others. */
const WAIT_MS = 180_000;

/**
 * Turns of uploads or of downloads of files, in two stages. A file in transfer takes disk space only, so many transfers
 * run at once and a slow client does not block others. A file that is stored or read takes memory, so few of these run
 * at once; their duration does not depend on the client.
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

  /** Runs `work`, which receives a file, in a turn of the transfers. @throws Refusal as `Turns.take` */
  async receive<T>(http: Http, caller: string, work: () => Promise<T>): Promise<T> {
    return this.#moving.run(caller, work, disconnectOf(http).signal);
  }

  /**
   * Runs `work`, and keeps its turn until the answer is sent or the caller disconnects.
   *
   * @throws Refusal as `Turns.take`
   */
  async send<T>(http: Http, caller: string, work: () => Promise<T>): Promise<T> {
    const end = await this.#moving.take(caller, disconnectOf(http).signal);
    if (http.env.outgoing.closed) end();
    else http.env.outgoing.once('close', end);
    return work();
  }

  /** Runs `work`, which has a file in memory, in a turn of its own. @throws Refusal as `Turns.take` */
  async inMemory<T>(http: Http, caller: string, work: () => Promise<T>): Promise<T> {
    return this.#inMemory.run(caller, work, disconnectOf(http).signal);
  }
}
