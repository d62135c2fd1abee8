/** Data of one table, read on first use and cached in memory until a write to the table. */
export class CachedTable<Data> {
  readonly #table: string | undefined;
  readonly #read: () => Promise<Data>;
  /** a write during the read removes it, so that the table is read again */
  #data: Promise<Data> | undefined;

  /** @param table undefined if there is none, so that nothing invalidates the data */
  constructor(table: string | undefined, read: () => Promise<Data>) {
    this.#table = table;
    this.#read = read;
  }

  /** The data. A failed read is not cached. */
  async get(): Promise<Data> {
    const data = (this.#data ??= this.#read());
    try {
      return await data;
    } catch (error) {
      if (this.#data === data) this.#data = undefined;
      throw error;
    }
  }

  /** Invalidates the cache after a write to `table`; without an argument always. */
  invalidate(table?: string): void {
    if (table === undefined || table === this.#table) this.#data = undefined;
  }
}
