import { useEffect, useState } from 'react';
import type { Unsaved } from '../../shell/keep/openPages.ts';
import { usePage } from '../../shell/keep/page.ts';

/** The unsaved changes of a list, registered with the page. */
class Changes implements Unsaved {
  /** a change of the query opens another list and discards the changes of this one */
  readonly lostWithQuery = true;
  readonly #listeners = new Set<() => void>();
  #unsaved = false;

  isDirty = (): boolean => this.#unsaved;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(unsaved: boolean): void {
    this.#unsaved = unsaved;
    for (const listener of this.#listeners) listener();
  }
}

/** Asks before unsaved changes are discarded by another page, another list or closing the tab. */
export function useKeepUnsaved(unsaved: boolean): void {
  const page = usePage();
  const [changes] = useState(() => new Changes());
  useEffect(() => changes.set(unsaved), [changes, unsaved]);
  useEffect(() => page?.watch(changes), [changes, page]);
}
