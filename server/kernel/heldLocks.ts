/** The limit of transactions of this server that lock or wait for one row is reached. */
export class RowBusy extends Error {
  override readonly name = 'RowBusy';
  readonly key: string;

  constructor(key: string) {
    super(key);
    this.key = key;
  }
}

/**
 * The tables of rows in the order in which one transaction locks rows of several: each after those before it (decision
 * 43).
 */
export class LockOrder {
  readonly #ranks: ReadonlyMap<string, number>;
  readonly #covered: ReadonlySet<string>;

  /**
   * @param tables those that are locked together with others; all other tables come before them, by name
   * @param covered those whose rows belong to another row that is locked first, so that their own order does not matter
   */
  constructor(tables: readonly string[], covered: readonly string[] = []) {
    this.#ranks = new Map(tables.map((table, index) => [table, index + 1]));
    this.#covered = new Set(covered);
  }

  /** Below 0 where the row of `a` is locked before that of `b`. */
  compare(a: LockedRow, b: LockedRow): number {
    const rank = (this.#ranks.get(a.table) ?? 0) - (this.#ranks.get(b.table) ?? 0);
    if (rank !== 0) return rank;
    if (a.table === b.table && this.#covered.has(a.table)) return 0;
    if (a.table !== b.table) return a.table < b.table ? -1 : 1;
    return a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  }
}

/** A locked row. `parents`: the tables of its parents, where it is a child. */
export interface LockedRow {
  table: string;
  id: string;
  parents?: readonly string[];
}

/**
 * The rows that one transaction has locked. Checks each further lock against the order: a child comes after its parent,
 * whose lock covers it; any other row comes after all locked rows.
 */
export class HeldLocks {
  readonly #order: LockOrder;
  readonly #broken: (message: string) => void;
  /** in the order of locking, each with the highest row before it */
  readonly #rows: { row: LockedRow; before: LockedRow | undefined }[] = [];
  readonly #keys = new Set<string>();
  readonly #tables = new Map<string, number>();
  #highest: LockedRow | undefined;
  #isRelaxed = false;

  /** @param broken called for a lock that is out of order */
  constructor(order: LockOrder, broken: (message: string) => void) {
    this.#order = order;
    this.#broken = broken;
  }

  /** Notes rows that were locked by one statement. */
  add(rows: readonly LockedRow[]): void {
    if (this.#isRelaxed) return;
    for (const row of rows) {
      const key = keyOf(row);
      if (this.#keys.has(key)) continue;
      const before = this.#highest;
      if (!row.parents) this.#check(row);
      else if (!row.parents.some((table) => this.#tables.has(table)))
        this.#broken(`a row of ${row.table} is locked before its parent (${row.parents.join(', ')})`);
      this.#rows.push({ row, before });
      this.#keys.add(key);
      this.#tables.set(row.table, (this.#tables.get(row.table) ?? 0) + 1);
    }
  }

  /**
   * Allows further locks in any order, for a file or for many rows of one call: a deadlock then repeats the transaction.
   */
  relax(): void {
    this.#isRelaxed = true;
  }

  /** Number of locked rows, for `backTo`. */
  get count(): number {
    return this.#rows.length;
  }

  /** Removes the locks that a rollback to a savepoint released. */
  backTo(count: number): void {
    while (this.#rows.length > count) {
      const { row, before } = this.#rows.pop()!;
      this.#keys.delete(keyOf(row));
      const left = this.#tables.get(row.table)! - 1;
      if (left > 0) this.#tables.set(row.table, left);
      else this.#tables.delete(row.table);
      this.#highest = before;
    }
  }

  #check(row: LockedRow): void {
    const highest = this.#highest;
    if (highest && this.#order.compare(highest, row) > 0) {
      this.#broken(
        `${row.table} ${row.id} is locked after ${highest.table} ${highest.id}, against the order of locks (decision 43)`,
      );
    } else this.#highest = row;
  }
}

const keyOf = ({ table, id }: LockedRow): string => `${table} ${id}`;
