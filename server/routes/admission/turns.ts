import { Refusal } from '../../errors.ts';
import type { ClassLimits } from './classes.ts';
import { expectedWait, TurnTimes } from './turnTimes.ts';

/** Bounds of `Retry-After` in seconds, which is the expected wait. */
const MIN_RETRY_SECONDS = 2;
const MAX_RETRY_SECONDS = 60;

/**
 * Limits of turns and of the wait for them. `busy` is the key of the refusal's message if the general one is too vague.
 */
export type TurnLimits = Pick<ClassLimits, 'perPerson' | 'together' | 'waiting' | 'waitMs'> & { busy?: string };

/** A call that waits. */
interface Waiter {
  begin: (began: number) => void;
}
/** The running and waiting calls of a person. */
interface Share {
  person: string;
  running: number;
  queue: Waiter[];
}

/**
 * The turns of one class of heavy calls, limited for each person and for all persons. The next turn goes to the waiting
 * person with the fewest running calls. A call whose expected wait is too long is refused when it arrives.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #shares = new Map<string, Share>();
  readonly #times = new TurnTimes();
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Number of running calls. */
  get running(): number {
    return this.#running;
  }

  /** Number of waiting calls. */
  get waiting(): number {
    return [...this.#shares.values()].reduce((sum, { queue }) => sum + queue.length, 0);
  }

  /**
   * Checks, without waiting, whether a further call of this person would be accepted.
   *
   * @throws Refusal 429 if the person has too many calls in progress, 503 if all persons together have too many
   */
  check(person: string): void {
    const share = this.#shareOf(person);
    if (share.queue.length >= this.#limits.waiting && !this.#hasTurn(share)) throw this.#refusal(share);
    if (this.#expectedWait(share) > this.#limits.waitMs) throw this.#refusal(share);
  }

  /**
   * Waits for a turn.
   *
   * @param disconnected aborts the wait when the caller disconnects
   * @returns function that ends the turn; calling it again has no effect
   * @throws Refusal as `check`, after `waitMs` too, and 503 if the caller disconnected
   */
  async take(person: string, disconnected?: AbortSignal): Promise<() => void> {
    if (disconnected?.aborted) throw new Refusal('unavailable', 'MSG_generic_0503');
    this.check(person);
    const share = this.#shareOf(person);
    this.#shares.set(person, share);
    const began =
      share.queue.length > 0 || !this.#hasTurn(share) ? await this.#wait(share, disconnected) : this.#begin(share);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#end(share, began);
    };
  }

  /** Runs `work` in a turn. @throws Refusal as `take` */
  async run<T>(person: string, work: () => Promise<T>, disconnected?: AbortSignal): Promise<T> {
    const end = await this.take(person, disconnected);
    try {
      return await work();
    } finally {
      end();
    }
  }

  #shareOf(person: string): Share {
    return this.#shares.get(person) ?? { person, running: 0, queue: [] };
  }

  #hasTurn({ running }: Share): boolean {
    return running < this.#limits.perPerson && this.#running < this.#limits.together;
  }

  /** Expected wait of a further call of this person, in milliseconds. */
  #expectedWait(share: Share): number {
    const { perPerson, together } = this.#limits;
    const own = share.running + share.queue.length;
    let ahead = share.queue.length;
    // calls of persons with fewer running calls run earlier, and those with as many may
    for (const other of this.#shares.values()) {
      if (other !== share) ahead += Math.min(other.queue.length, Math.max(0, own - other.running + 1));
    }
    return expectedWait({
      perPerson,
      together,
      ownRunning: share.running,
      ownWaiting: share.queue.length,
      running: this.#running,
      ahead,
      turnMs: this.#times.typical(performance.now()),
    });
  }

  /** Begins a turn. @returns its start time */
  #begin(share: Share): number {
    const began = performance.now();
    share.running++;
    this.#running++;
    this.#times.begin(began);
    return began;
  }

  #end(share: Share, began: number): void {
    share.running--;
    this.#running--;
    this.#times.end(began, performance.now());
    // moves the person behind others with as many running calls
    this.#shares.delete(share.person);
    this.#shares.set(share.person, share);
    this.#beginNext();
    this.#removeIfIdle(share);
  }

  #removeIfIdle({ person, running, queue }: Share): void {
    if (running === 0 && queue.length === 0) this.#shares.delete(person);
  }

  #beginNext(): void {
    let next: Share | undefined;
    for (const share of this.#shares.values()) {
      if (share.queue.length > 0 && this.#hasTurn(share) && (next === undefined || share.running < next.running))
        next = share;
    }
    if (!next) return;
    next.queue.shift()!.begin(this.#begin(next));
  }

  /** Waits in the queue of the person. @returns the start time of the turn @throws Refusal as `take` */
  #wait(share: Share, disconnected: AbortSignal | undefined): Promise<number> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const index = share.queue.indexOf(waiter);
        if (index === -1) return;
        share.queue.splice(index, 1);
        clearTimeout(timer);
        disconnected?.removeEventListener('abort', leave);
        reject(this.#refusal(share));
        this.#removeIfIdle(share);
      };
      const timer = setTimeout(leave, this.#limits.waitMs);
      const waiter: Waiter = {
        begin: (began) => {
          clearTimeout(timer);
          disconnected?.removeEventListener('abort', leave);
          resolve(began);
        },
      };
      share.queue.push(waiter);
      disconnected?.addEventListener('abort', leave, { once: true });
    });
  }

  #refusal(share: Share): Refusal {
    const { perPerson, busy } = this.#limits;
    const seconds = Math.min(
      MAX_RETRY_SECONDS,
      Math.max(MIN_RETRY_SECONDS, Math.ceil(this.#expectedWait(share) / 1000)),
    );
    return share.running >= perPerson
      ? new Refusal('tooMany', busy ?? 'MSG_generic_0429', { max: perPerson }).withRetryAfter(seconds)
      : new Refusal('unavailable', busy ?? 'MSG_generic_0503').withRetryAfter(seconds);
  }
}
