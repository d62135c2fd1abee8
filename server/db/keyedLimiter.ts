/** Identity of one user of the limiter, such as a call with all its retries. */
export type Holder = object;

interface Key {
  holders: Set<Holder>;
  queue: Waiter[];
}

interface Waiter {
  holder: Holder;
  admit(): void;
}

/** No place at a key became free within the time limit, or `MAX_WAITING` holders already wait for the key. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
}

/** Limit of holders that wait for one key. */
const MAX_WAITING = 500;

/**
 * Limits the number of simultaneous holders of a key, for example the calls of one person that use a session, or the
 * transactions that lock or await one row. Further holders wait in memory, in order of arrival, and use no session
 * meanwhile.
 */
export class KeyedLimiter {
  readonly #keys = new Map<string, Key>();
  readonly #keysOfHolder = new Map<Holder, Set<string>>();
  readonly #maxHolders: number;
  /** longest wait in milliseconds, unless the caller of `wait` passes another limit */
  readonly waitMs: number;

  /**
   * @param maxHolders limit of simultaneous holders of a key
   * @param waitMs longest wait in milliseconds
   */
  constructor(maxHolders: number, waitMs: number) {
    this.#maxHolders = maxHolders;
    this.waitMs = waitMs;
  }

  /** Takes a place at a key if one is free. @returns whether the holder now has a place at this key */
  enter(name: string, holder: Holder): boolean {
    const key = this.#keys.get(name) ?? { holders: new Set(), queue: [] };
    if (key.holders.has(holder)) return true;
    if (key.holders.size >= this.#maxHolders) return false;
    this.#keys.set(name, key);
    this.#add(name, key, holder);
    return true;
  }

  /** Waits until there is a place at a key, and takes it. @throws LimitReached */
  async wait(name: string, holder: Holder, waitMs = this.waitMs): Promise<void> {
    if (this.enter(name, holder)) return;
    const { queue } = this.#keys.get(name)!;
    if (queue.length >= MAX_WAITING) throw new LimitReached(name);
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiter), 1);
        reject(new LimitReached(name));
      }, waitMs);
      const waiter: Waiter = {
        holder,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      queue.push(waiter);
    });
  }

  /** Releases all places of a holder. Each goes to the holder that has waited longest for its key. */
  leave(holder: Holder): void {
    for (const name of this.#keysOfHolder.get(holder) ?? []) {
      const key = this.#keys.get(name)!;
      key.holders.delete(holder);
      const next = key.queue.shift();
      if (next) {
        this.#add(name, key, next.holder);
        next.admit();
      } else if (key.holders.size === 0) this.#keys.delete(name);
    }
    this.#keysOfHolder.delete(holder);
  }

  /** Runs work with a place at a key. @throws LimitReached */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const holder = {};
    try {
      if (!this.enter(name, holder)) await this.wait(name, holder);
      return await work();
    } finally {
      this.leave(holder);
    }
  }

  #add(name: string, key: Key, holder: Holder): void {
    key.holders.add(holder);
    const names = this.#keysOfHolder.get(holder) ?? new Set();
    this.#keysOfHolder.set(holder, names.add(name));
  }
}
