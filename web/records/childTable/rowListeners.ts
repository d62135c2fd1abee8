import { afterFrame } from '../../api/afterFrame.ts';
import { Listeners } from '../../api/listeners.ts';

/**
 * Functions that are called on changes of a table or of one of its rows. A table shows thousands of values; with this,
 * a keystroke compares only those of its row. Totals and counters of the table follow in the next frame.
 */
export class RowListeners {
  readonly #table = new Listeners();
  readonly #rows = new Map<string, Listeners>();

  readonly #notifyTable = afterFrame(this.#table.notify);

  subscribe = this.#table.subscribe;

  /** @returns a function that unsubscribes `listener` */
  subscribeRow = (id: string, listener: () => void): (() => void) => {
    const row = this.#rows.get(id) ?? new Listeners();
    this.#rows.set(id, row);
    const unsubscribe = row.subscribe(listener);
    return () => {
      unsubscribe();
      if (row.isEmpty && this.#rows.get(id) === row) this.#rows.delete(id);
    };
  };

  /** Calls the listeners of one row, and those of the table after the frame that shows the row. */
  notifyRow(id: string): void {
    this.#rows.get(id)?.notify();
    this.#notifyTable();
  }

  /** Calls all listeners. */
  notifyAll(): void {
    this.#table.notify();
    for (const row of this.#rows.values()) row.notify();
  }
}
