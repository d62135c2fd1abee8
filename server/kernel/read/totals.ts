/**
 * A list's total, and whether it is only the planner's estimate; `totalIsPending`: it is still being counted, and there
 * are at least so many.
 */
export interface Total {
  total: number;
  totalIsEstimate?: true;
  totalIsPending?: true;
}

interface Entry {
  total: Total;
  version: number;
  until: number;
}

const MOST_ENTRIES = 5000;
/** Characters of a key: a caller may ask for a thousand long values at once, and the key holds them all. */
const LONGEST_KEY = 2000;
const LIFETIME_MS = 5000;

/**
 * Totals of lists, kept for a few seconds. Counting is nearly all of a list's time, and a page turn does not change the
 * count. A total dies with any write to its table: each write raises the table's version.
 */
export class Totals {
  readonly #entries = new Map<string, Entry>();
  readonly #versions = new Map<string, number>();
  /** what is being counted, so that nobody counts it a second time meanwhile */
  readonly #counting = new Map<string, { version: number; total: Promise<Total> }>();

  /** The cached total of `key`, or the one that `count` finds. */
  async of(table: string, key: string, count: () => Promise<Total>): Promise<Total> {
    const version = this.#versions.get(table) ?? 0;
    const known = this.#entries.get(key);
    if (known && known.version === version && known.until > performance.now()) return known.total;
    const running = this.#counting.get(key);
    if (running?.version === version) return running.total;
    const counting = { version, total: this.#counted(table, key, version, count) };
    this.#counting.set(key, counting);
    try {
      return await counting.total;
    } finally {
      if (this.#counting.get(key) === counting) this.#counting.delete(key);
    }
  }

  async #counted(table: string, key: string, version: number, count: () => Promise<Total>): Promise<Total> {
    const total = await count();
    // a write may have come while we counted; then this total is already of the past
    if (key.length <= LONGEST_KEY && (this.#versions.get(table) ?? 0) === version) {
      if (this.#entries.size >= MOST_ENTRIES) this.#entries.clear();
      this.#entries.set(key, { total, version, until: performance.now() + LIFETIME_MS });
    }
    return total;
  }

  /** Something in `table` was written. */
  written(table: string): void {
    this.#versions.set(table, (this.#versions.get(table) ?? 0) + 1);
  }

  /** Other servers may have written anything: their news did not reach us. */
  clear(): void {
    this.#entries.clear();
  }
}
