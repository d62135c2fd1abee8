import { useEffect, useState } from 'react';
import type { Unsaved } from '../../shell/keep/openPages.ts';
import { usePage } from '../../shell/keep/page.ts';

/** Whether entries were changed, for who asks before they are lost. */
class Changes implements Unsaved {
  /** another list has another query, and the changes of this one go */
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

/** While there are unsaved changes, going elsewhere (another list included) or closing the tab asks first. */
export function useKeepUnsaved(unsaved: boolean): void {
  const page = usePage();
  const [changes] = useState(() => new Changes());
  useEffect(() => changes.set(unsaved), [changes, unsaved]);
  useEffect(() => page?.watch(changes), [changes, page]);
}
