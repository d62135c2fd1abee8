import { Refusal } from '../../errors.ts';
import type { ClassLimits } from './classes.ts';
import { expectedWait, TurnTimes } from './turnTimes.ts';

/** Seconds after which a refused caller may retry: as long as it would wait, within these bounds. */
const SOONEST_RETRY_SECONDS = 2;
const LATEST_RETRY_SECONDS = 60;

/**
 * How many turns there are, and how long calls wait for them; with the key of the refusal's message, where the general
 * one is too vague.
 */
export type TurnLimits = Pick<ClassLimits, 'perPerson' | 'together' | 'waiting' | 'waitMs'> & { busy?: string };

interface Waiter {
  begin: (began: number) => void;
}
interface Share {
  person: string;
  running: number;
  queue: Waiter[];
}

/**
 * The turns of one class of heavy calls: a few at once for each person, and no more than `together` for all. Who has
 * the fewest calls under way is next, so that a person with many calls waits for those with few. A call that would wait
 * for too long is refused when it arrives.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #shares = new Map<string, Share>();
  readonly #times = new TurnTimes();
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Calls that have their turn now. */
  get running(): number {
    return this.#running;
  }

  /** Calls that wait for their turn. */
  get waiting(): number {
    return [...this.#shares.values()].reduce((sum, { queue }) => sum + queue.length, 0);
  }

  /**
   * Decides, without waiting, whether a call of this person would be taken now.
   *
   * @throws Refusal 429 where the person has too many calls under way, 503 where all persons together have
   */
  check(person: string): void {
    const share = this.#shareOf(person);
    if (share.queue.length >= this.#limits.waiting && !this.#hasTurn(share)) throw this.#refusal(share);
    if (this.#expectedWait(share) > this.#limits.waitMs) throw this.#refusal(share);
  }

  /**
   * Waits for a turn.
   *
   * @param gone aborts the wait of a caller that hung up
   * @returns ends the turn; further calls of it do nothing
   * @throws Refusal as `check`, and 503 where the caller hung up
   */
  async take(person: string, gone?: AbortSignal): Promise<() => void> {
    if (gone?.aborted) throw new Refusal('unavailable', 'MSG_generic_0503');
    this.check(person);
    const share = this.#shareOf(person);
    this.#shares.set(person, share);
    const began = share.queue.length > 0 || !this.#hasTurn(share) ? await this.#wait(share, gone) : this.#begin(share);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#end(share, began);
    };
  }

  /** Runs `work` in a turn. @throws Refusal as `take` */
  async run<T>(person: string, work: () => Promise<T>, gone?: AbortSignal): Promise<T> {
    const end = await this.take(person, gone);
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

  /** How long a further call of this person would wait. */
  #expectedWait(share: Share): number {
    const { perPerson, together } = this.#limits;
    const own = share.running + share.queue.length;
    let ahead = share.queue.length;
    // who has fewer calls under way comes first; of persons with as many, either may
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

  /** @returns when the turn began */
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
    // of persons with as many calls, whose last call ended longest ago is next
    this.#shares.delete(share.person);
    this.#shares.set(share.person, share);
    this.#next();
    this.#forget(share);
  }

  #forget({ person, running, queue }: Share): void {
    if (running === 0 && queue.length === 0) this.#shares.delete(person);
  }

  #next(): void {
    let next: Share | undefined;
    for (const share of this.#shares.values()) {
      if (share.queue.length > 0 && this.#hasTurn(share) && (next === undefined || share.running < next.running))
        next = share;
    }
    if (!next) return;
    next.queue.shift()!.begin(this.#begin(next));
  }

  /** @returns when the turn began */
  #wait(share: Share, gone: AbortSignal | undefined): Promise<number> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const place = share.queue.indexOf(waiter);
        if (place === -1) return;
        share.queue.splice(place, 1);
        clearTimeout(timer);
        gone?.removeEventListener('abort', leave);
        reject(this.#refusal(share));
        this.#forget(share);
      };
      const timer = setTimeout(leave, this.#limits.waitMs);
      const waiter: Waiter = {
        begin: (began) => {
          clearTimeout(timer);
          gone?.removeEventListener('abort', leave);
          resolve(began);
        },
      };
      share.queue.push(waiter);
      gone?.addEventListener('abort', leave, { once: true });
    });
  }

  #refusal(share: Share): Refusal {
    const { perPerson, busy } = this.#limits;
    const seconds = Math.min(
      LATEST_RETRY_SECONDS,
      Math.max(SOONEST_RETRY_SECONDS, Math.ceil(this.#expectedWait(share) / 1000)),
    );
    return share.running >= perPerson
      ? new Refusal('tooMany', busy ?? 'MSG_generic_0429', { max: perPerson }).withRetryAfter(seconds)
      : new Refusal('unavailable', busy ?? 'MSG_generic_0503').withRetryAfter(seconds);
  }
}
