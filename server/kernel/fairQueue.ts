import { Refusal } from '../errors.ts';

/** Lanes of a queue. They take turns, so that much work in one lane hardly delays the others. */
const LANES = ['server', 'trusted', 'untrusted'] as const;

/** The caller of work. */
export interface Turn {
  lane: (typeof LANES)[number];
  /** account or address; within a lane, keys take turns */
  key: string;
}

/** Limits of running and waiting work. */
export interface QueueLimits {
  /** limit of running work */
  atOnce: number;
  /** limit of running untrusted work; absent: `atOnce` */
  untrustedAtOnce?: number;
  /** limit of waiting work in a lane; the server's own work is never dropped */
  waiting: number;
  /** limit of waiting work for one key in a lane */
  waitingEach: number;
}

type Start = () => void;
interface Waiting {
  start: Start;
  refuse: (refusal: Refusal) => void;
}

const RETRY_AFTER_SECONDS = 2;

/**
 * Limits concurrent expensive work fairly: lanes take turns, within a lane its keys, and within a key its work in
 * order. If a lane is full, the last work of the key with the most waiting work is dropped in favour of a key with
 * less.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #overloaded: () => Refusal;
  readonly #lanes = LANES.map(() => new Map<string, Waiting[]>());
  readonly #running = LANES.map(() => 0);
  #nextLane = 0;

  /** @param overloaded builds the refusal (503) of dropped work */
  constructor(limits: QueueLimits, overloaded = serverOverloaded) {
    this.#limits = limits;
    this.#overloaded = overloaded;
  }

  /** Runs `work` when its turn comes. @throws Refusal 503 over the limits */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    const lane = LANES.indexOf(turn.lane);
    if (this.#hasSlot(lane)) this.#running[lane]!++;
    else await this.#wait(turn);
    try {
      return await work();
    } finally {
      this.#running[lane]!--;
      this.#startNext();
    }
  }

  #hasSlot(lane: number): boolean {
    const { atOnce, untrustedAtOnce = atOnce } = this.#limits;
    if (LANES[lane] === 'untrusted' && this.#running[lane]! >= untrustedAtOnce) return false;
    return this.#running.reduce((sum, count) => sum + count) < atOnce;
  }

  #wait({ lane, key }: Turn): Promise<void> {
    const keys = this.#lanes[LANES.indexOf(lane)]!;
    const own = keys.get(key) ?? [];
    if (lane !== 'server') {
      if (own.length >= this.#limits.waitingEach) throw this.#overloaded();
      if (countOf(keys) >= this.#limits.waiting) dropFromLongest(keys, own.length, this.#overloaded);
    }
    return new Promise((start, refuse) => {
      own.push({ start, refuse });
      keys.set(key, own);
    });
  }

  /** Starts the next waiting work, and occupies its slot immediately, so that no new work takes it. */
  #startNext(): void {
    for (let step = 0; step < LANES.length; step++) {
      const lane = (this.#nextLane + step) % LANES.length;
      const keys = this.#lanes[lane]!;
      const [entry] = keys;
      if (entry === undefined || !this.#hasSlot(lane)) continue;
      const [key, waiting] = entry;
      const next = waiting.shift()!;
      // moves the key to the end of the lane: a Map keeps insertion order
      keys.delete(key);
      if (waiting.length > 0) keys.set(key, waiting);
      this.#nextLane = (lane + 1) % LANES.length;
      this.#running[lane]!++;
      next.start();
      return;
    }
  }
}

const countOf = (keys: Map<string, Waiting[]>): number =>
  [...keys.values()].reduce((sum, { length }) => sum + length, 0);

/** Drops work of the key with the most waiting work. @throws Refusal 503 if that key has no more than `own` + 1 */
function dropFromLongest(keys: Map<string, Waiting[]>, own: number, overloaded: () => Refusal): void {
  const [, longest] = [...keys].reduce((longer, entry) => (entry[1].length > longer[1].length ? entry : longer));
  if (longest.length <= own + 1) throw overloaded();
  longest.pop()!.refuse(overloaded());
}

const serverOverloaded = (): Refusal =>
  new Refusal('unavailable', 'MSG_generic_0503').withRetryAfter(RETRY_AFTER_SECONDS);
