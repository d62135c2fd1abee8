/** Functions that are called on every change of a value outside React, for `useSyncExternalStore`. */
export class Listeners {
  readonly #listeners = new Set<() => void>();

  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** @returns a function that unsubscribes `listener` */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls all listeners. */
  notify = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
