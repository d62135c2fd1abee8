import { ATTACHMENT_MESSAGE } from '../../generator/language/attachment.ts';
import { Refusal } from '../errors.ts';

/** How many transfers run at once, and how many wait; `each` for one caller. */
export interface TransferLimits { running: number; runningEach: number; waiting: number; waitingEach: number }

interface Waiter { who: string; start(): void }

const RETRY_AFTER_SECONDS = 5;

/**
 * Limits how many transfers of files run at once, in total and for each caller, and so the disk and memory that they take.
 * A few wait for their turn before anything of them is read: a browser sends all the files that somebody chose at once.
 */
export class TransferSlots {
  readonly #limits: TransferLimits;
  readonly #running = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  #total = 0;

  constructor(limits: TransferLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a slot and returns the function that releases it.
   *
   * @throws Refusal 429 while this caller has too many waiting, 503 while all callers together have
   */
  async take(who: string): Promise<() => void> {
    if (!this.#isFree(who)) await this.#wait(who);
    else this.#count(who, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#count(who, -1);
      this.#startNext();
    };
  }

  /** Runs `work` with a slot. @throws what `take` does */
  async run<T>(who: string, work: () => Promise<T>): Promise<T> {
    const release = await this.take(who);
    try {
      return await work();
    } finally {
      release();
    }
  }

  #wait(who: string): Promise<void> {
    const { waiting, waitingEach } = this.#limits;
    if (this.#waiting.filter((other) => other.who === who).length >= waitingEach) throw busy('tooMany');
    if (this.#waiting.length >= waiting) throw busy('unavailable');
    return new Promise((start) => { this.#waiting.push({ who, start }); });
  }

  /** The slot is counted here already, so that nobody takes it before the waiter runs. */
  #startNext(): void {
    const index = this.#waiting.findIndex(({ who }) => this.#isFree(who));
    if (index < 0) return;
    const [next] = this.#waiting.splice(index, 1);
    this.#count(next!.who, 1);
    next!.start();
  }

  #isFree(who: string): boolean {
    return this.#total < this.#limits.running && (this.#running.get(who) ?? 0) < this.#limits.runningEach;
  }

  #count(who: string, change: 1 | -1): void {
    this.#total += change;
    const running = (this.#running.get(who) ?? 0) + change;
    if (running === 0) this.#running.delete(who);
    else this.#running.set(who, running);
  }
}

const busy = (family: 'tooMany' | 'unavailable'): Refusal => new Refusal(family, ATTACHMENT_MESSAGE.busy, {}, [], RETRY_AFTER_SECONDS);
