import { useEffect, useState } from 'react';
import { Listeners } from '../../api/listeners.ts';
import type { Unsaved } from '../../shell/keep/openPages.ts';
import { usePage } from '../../shell/keep/page.ts';

/** The unsaved changes of a list, registered with the page. */
class Changes implements Unsaved {
  /** a change of the query opens another list and discards the changes of the current list */
  readonly lostWithQuery = true;
  readonly #listeners = new Listeners();
  #unsaved = false;

  isDirty = (): boolean => this.#unsaved;

  subscribe = this.#listeners.subscribe;

  set(unsaved: boolean): void {
    this.#unsaved = unsaved;
    this.#listeners.notify();
  }
}

/** Asks before unsaved changes are discarded, because another page or list is opened or the tab is closed. */
export function useKeepUnsaved(unsaved: boolean): void {
  const page = usePage();
  const [changes] = useState(() => new Changes());
  useEffect(() => changes.set(unsaved), [changes, unsaved]);
  useEffect(() => page?.watch(changes), [changes, page]);
}
