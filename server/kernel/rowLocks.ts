/** Thrown if the limit of transactions of this server that lock or wait for one row is reached. */
export class RowBusy extends Error {
  override readonly name = 'RowBusy';
  readonly key: string;

  constructor(key: string) {
    super(key);
    this.key = key;
  }
}

/**
 * The order in which one transaction locks rows of several tables (decision 43).
 */
export class LockOrder {
  readonly #ranks: ReadonlyMap<string, number>;
  readonly #covered: ReadonlySet<string>;

  /**
   * @param tables tables in the order of locks; all other tables come before them, by name
   * @param covered tables whose rows belong to another row that is locked first, so that their rows need no order
   */
  constructor(tables: readonly string[], covered: readonly string[] = []) {
    this.#ranks = new Map(tables.map((table, index) => [table, index + 1]));
    this.#covered = new Set(covered);
  }

  /** Negative if `a` must be locked before `b`, 0 if they have no order. */
  compare(a: LockedRow, b: LockedRow): number {
    const rank = (this.#ranks.get(a.table) ?? 0) - (this.#ranks.get(b.table) ?? 0);
    if (rank !== 0) return rank;
    if (a.table === b.table && this.#covered.has(a.table)) return 0;
    if (a.table !== b.table) return a.table < b.table ? -1 : 1;
    return a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  }
}

/** A locked row. */
export interface LockedRow {
  table: string;
  id: string;
  /** tables of its parents, if it is a child */
  parents?: readonly string[];
}

/**
 * The rows that one transaction has locked. Each further lock is checked: a child must be locked after its parent, and
 * any other row after all locked rows in the order of locks.
 */
export class RowLocks {
  readonly #order: LockOrder;
  readonly #onViolation: (message: string) => void;
  /** in the order of locking, each with the highest row before it */
  readonly #rows: { row: LockedRow; before: LockedRow | undefined }[] = [];
  readonly #keys = new Set<string>();
  readonly #tables = new Map<string, number>();
  #highest: LockedRow | undefined;
  #isRelaxed = false;

  /** @param onViolation called for a lock that is out of order */
  constructor(order: LockOrder, onViolation: (message: string) => void) {
    this.#order = order;
    this.#onViolation = onViolation;
  }

  /** Adds rows that one statement has locked. */
  add(rows: readonly LockedRow[]): void {
    if (this.#isRelaxed) return;
    for (const row of rows) {
      const key = keyOf(row);
      if (this.#keys.has(key)) continue;
      const before = this.#highest;
      if (!row.parents) this.#check(row);
      else if (!row.parents.some((table) => this.#tables.has(table)))
        this.#onViolation(`a row of ${row.table} is locked before its parent (${row.parents.join(', ')})`);
      this.#rows.push({ row, before });
      this.#keys.add(key);
      this.#tables.set(row.table, (this.#tables.get(row.table) ?? 0) + 1);
    }
  }

  /**
   * Allows further locks in any order, for an import or a call with many rows. After a deadlock, the transaction is
   * retried.
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
      const remaining = this.#tables.get(row.table)! - 1;
      if (remaining > 0) this.#tables.set(row.table, remaining);
      else this.#tables.delete(row.table);
      this.#highest = before;
    }
  }

  #check(row: LockedRow): void {
    const highest = this.#highest;
    if (highest && this.#order.compare(highest, row) > 0) {
      this.#onViolation(
        `${row.table} ${row.id} is locked after ${highest.table} ${highest.id}, against the order of locks (decision 43)`,
      );
    } else this.#highest = row;
  }
}

const keyOf = ({ table, id }: LockedRow): string => `${table} ${id}`;
