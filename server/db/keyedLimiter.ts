/** Somebody who takes part of what is shared: one call, however often it is tried again. */
export type Holder = object;

interface Place {
  inside: Set<Holder>;
  waiting: { holder: Holder; enter(): void }[];
}

/** What a place has no room for even in time, or too many wait for. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
}

const MOST_WAITING = 500;

/**
 * Bounds how many may be at one place at once, such as the calls of a person that hold a session, or the transactions
 * that hold or await the lock of a row. The others wait in memory, first come first served, and hold nothing meanwhile.
 */
export class KeyedLimiter {
  readonly #places = new Map<string, Place>();
  readonly #of = new Map<Holder, Set<string>>();
  readonly #most: number;
  /** milliseconds that one waits unless `wait` says otherwise */
  readonly waitMs: number;

  /** @param most at one place at once @param waitMs milliseconds that one waits at most */
  constructor(most: number, waitMs: number) {
    this.#most = most;
    this.waitMs = waitMs;
  }

  /** Takes room at a place. @returns whether there was room, or the holder is there already */
  enter(key: string, holder: Holder): boolean {
    const place = this.#places.get(key) ?? { inside: new Set(), waiting: [] };
    if (place.inside.has(holder)) return true;
    if (place.inside.size >= this.#most) return false;
    this.#places.set(key, place);
    this.#put(key, place, holder);
    return true;
  }

  /** Waits until there is room at a place, and takes it. @throws LimitReached */
  async wait(key: string, holder: Holder, waitMs = this.waitMs): Promise<void> {
    if (this.enter(key, holder)) return;
    const { waiting } = this.#places.get(key)!;
    if (waiting.length >= MOST_WAITING) throw new LimitReached(key);
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1);
        reject(new LimitReached(key));
      }, waitMs);
      const one = {
        holder,
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      waiting.push(one);
    });
  }

  /** Gives back all that a holder took; who waits first takes it. */
  leave(holder: Holder): void {
    for (const key of this.#of.get(holder) ?? []) {
      const place = this.#places.get(key)!;
      place.inside.delete(holder);
      const next = place.waiting.shift();
      if (next) {
        this.#put(key, place, next.holder);
        next.enter();
      } else if (place.inside.size === 0) this.#places.delete(key);
    }
    this.#of.delete(holder);
  }

  /** Does something at a place, once there is room. @throws LimitReached */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const holder = {};
    try {
      if (!this.enter(key, holder)) await this.wait(key, holder);
      return await work();
    } finally {
      this.leave(holder);
    }
  }

  #put(key: string, place: Place, holder: Holder): void {
    place.inside.add(holder);
    const keys = this.#of.get(holder) ?? new Set();
    this.#of.set(holder, keys.add(key));
  }
}
