/** Total of a list: exact, an estimate of the planner, or a lower bound while it is counted (`totalIsPending`). */
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

const MAX_ENTRIES = 5000;
/** Totals with longer keys, from conditions with many long values, are not cached. */
const MAX_KEY_LENGTH = 2000;
const LIFETIME_MS = 5000;

/**
 * Caches list totals for a few seconds, because counting takes most of the time of a list. A write to a table
 * invalidates its totals by incrementing the version of the table.
 */
export class Totals {
  readonly #entries = new Map<string, Entry>();
  readonly #versions = new Map<string, number>();
  /** running counts, which concurrent callers share */
  readonly #counting = new Map<string, { version: number; total: Promise<Total> }>();

  /** Returns the cached total of `key`, or else the result of `count`. */
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
    // a write during the count makes the total outdated
    if (key.length <= MAX_KEY_LENGTH && (this.#versions.get(table) ?? 0) === version) {
      if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
      this.#entries.set(key, { total, version, until: performance.now() + LIFETIME_MS });
    }
    return total;
  }

  /** Invalidates the totals of a table. */
  invalidate(table: string): void {
    this.#versions.set(table, (this.#versions.get(table) ?? 0) + 1);
  }

  /** Removes all totals, after notifications of other servers may have been lost. */
  clear(): void {
    this.#entries.clear();
  }
}
