import { Refusal } from '../../errors.ts';
import type { ClassLimits } from './classes.ts';

/** Seconds after which a refused caller may retry. */
const RETRY_SECONDS = 2;

interface Waiter { begin: () => void }
interface Share { person: string; running: number; queue: Waiter[] }

/**
 * The turns of one class of heavy calls: a few at once for each person, and no more than `together` for all. Who has the fewest calls
 * under way is next, so that a person with many calls waits for those with few.
 */
export class Turns {
  readonly #limits: Pick<ClassLimits, 'perPerson' | 'together' | 'waiting' | 'waitMs'>;
  readonly #shares = new Map<string, Share>();
  #running = 0;

  constructor(limits: Pick<ClassLimits, 'perPerson' | 'together' | 'waiting' | 'waitMs'>) {
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
   * Waits for a turn.
   *
   * @param gone aborts the wait of a caller that hung up
   * @returns ends the turn; further calls of it do nothing
   * @throws Refusal 429 where the person has too many calls under way, 503 where all persons together have or the caller hung up
   */
  async take(person: string, gone?: AbortSignal): Promise<() => void> {
    if (gone?.aborted) throw new Refusal('unavailable', 'MSG_generic_0503');
    const share = this.#shares.get(person) ?? { person, running: 0, queue: [] };
    if (share.queue.length === 0 && share.running === 0) this.#shares.set(person, share);
    if (share.queue.length > 0 || !this.#hasTurn(share)) {
      if (share.queue.length >= this.#limits.waiting) throw this.#refusal(share);
      await this.#wait(share, gone);
    } else this.#begin(share);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#end(share);
    };
  }

  #hasTurn({ running }: Share): boolean {
    return running < this.#limits.perPerson && this.#running < this.#limits.together;
  }

  #begin(share: Share): void {
    share.running++;
    this.#running++;
  }

  #end(share: Share): void {
    share.running--;
    this.#running--;
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
      if (share.queue.length > 0 && this.#hasTurn(share) && (next === undefined || share.running < next.running)) next = share;
    }
    if (!next) return;
    this.#begin(next);
    next.queue.shift()!.begin();
  }

  #wait(share: Share, gone: AbortSignal | undefined): Promise<void> {
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
        begin: () => {
          clearTimeout(timer);
          gone?.removeEventListener('abort', leave);
          resolve();
        },
      };
      share.queue.push(waiter);
      gone?.addEventListener('abort', leave, { once: true });
    });
  }

  #refusal({ running }: Share): Refusal {
    const { perPerson } = this.#limits;
    return running >= perPerson
      ? new Refusal('tooMany', 'MSG_generic_0429', { max: perPerson }, [], RETRY_SECONDS)
      : new Refusal('unavailable', 'MSG_generic_0503', {}, [], RETRY_SECONDS);
  }
}
