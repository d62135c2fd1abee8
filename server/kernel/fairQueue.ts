import { Refusal } from '../errors.ts';

/** The lanes of a queue, which take turns, so that a flood in one delays the others by little. */
const LANES = ['server', 'trusted', 'untrusted'] as const;

/** Whose work it is: within a lane, callers take turns by key. */
export interface Turn { lane: (typeof LANES)[number]; key: string }

/** How much runs at once; how much may wait in a lane, and there for one key. The server's own work always waits. */
export interface QueueLimits { atOnce: number; waiting: number; waitingEach: number }

type Start = () => void;
interface Waiting { start: Start; refuse: (refusal: Refusal) => void }

const RETRY_AFTER_SECONDS = 2;

/**
 * Runs expensive work a little at a time, fairly: lanes take turns, then the keys of a lane, then the work of a key in order.
 * A full lane drops the last work of its greediest key for a key that has less waiting.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #lanes = LANES.map(() => new Map<string, Waiting[]>());
  #running = 0;
  #nextLane = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Runs `work` when its turn comes. @throws Refusal 503 when too much waits already */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.atOnce) await this.#wait(turn);
    else this.#running++;
    try {
      return await work();
    } finally {
      // a waiter takes over the slot of what ended
      const next = this.#takeNext();
      if (next) next.start();
      else this.#running--;
    }
  }

  #wait({ lane, key }: Turn): Promise<void> {
    const keys = this.#lanes[LANES.indexOf(lane)]!;
    const own = keys.get(key) ?? [];
    if (lane !== 'server') {
      if (own.length >= this.#limits.waitingEach) throw overloaded();
      if (countOf(keys) >= this.#limits.waiting) dropFromGreediest(keys, own.length);
    }
    return new Promise((start, refuse) => {
      own.push({ start, refuse });
      keys.set(key, own);
    });
  }

  #takeNext(): Waiting | undefined {
    for (let step = 0; step < LANES.length; step++) {
      const keys = this.#lanes[this.#nextLane]!;
      this.#nextLane = (this.#nextLane + 1) % LANES.length;
      const [entry] = keys;
      if (entry === undefined) continue;
      const [key, waiting] = entry;
      const next = waiting.shift()!;
      // to the end of the lane: a Map keeps the order in which keys were added
      keys.delete(key);
      if (waiting.length > 0) keys.set(key, waiting);
      return next;
    }
    return undefined;
  }
}

const countOf = (keys: Map<string, Waiting[]>): number => [...keys.values()].reduce((sum, { length }) => sum + length, 0);

/** @throws Refusal 503 when no key has more waiting than `own` and one more */
function dropFromGreediest(keys: Map<string, Waiting[]>, own: number): void {
  const greediest = [...keys].reduce((most, entry) => (entry[1].length > most[1].length ? entry : most));
  if (greediest[1].length <= own + 1) throw overloaded();
  greediest[1].pop()!.refuse(overloaded());
}

const overloaded = (): Refusal => new Refusal('unavailable', 'MSG_generic_0503', {}, [], RETRY_AFTER_SECONDS);
