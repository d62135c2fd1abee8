/** Something that is being written and would be lost with its page. */
export interface Unsaved {
  isDirty(): boolean;
  subscribe(listener: () => void): () => void;
  /** it is lost with another query of the same path already */
  goWithQuery?: boolean;
}

/**
 * Which open pages hold unsaved changes.
 *
 * A page that is hidden loses its effects as one that goes does; what it registered must stay. So the owner says which
 * page is shown: a page that ends while it is shown is gone, one that ends while another is shown is only hidden, until
 * the owner forgets it.
 */
export class OpenPages {
  /** the key of the page that is shown */
  shown: string | undefined;
  readonly #drafts = new Map<string, Map<Unsaved, () => void>>();
  readonly #listeners = new Set<() => void>();
  #dirty: readonly string[] = [];

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The keys of all pages with unsaved changes; the same array until that changes. */
  dirtyKeys = (): readonly string[] => this.#dirty;

  isDirty = (key: string): boolean => this.#unsaved(key).length > 0;

  /** Whether a page has unsaved changes that another query of its path would lose. */
  goWithQuery = (key: string): boolean => this.#unsaved(key).some((draft) => draft.goWithQuery);

  /** Watches a draft of a page; answers what ends that when the page goes. */
  watch(key: string, draft: Unsaved): () => void {
    const drafts = this.#drafts.get(key) ?? new Map<Unsaved, () => void>();
    this.#drafts.set(key, drafts);
    if (!drafts.has(draft)) drafts.set(draft, draft.subscribe(this.#refresh));
    this.#refresh();
    return () => {
      if (this.shown === key) this.#drop(key, draft);
    };
  }

  /** Gives up what a page holds: it is closed, or drawn anew. */
  forget(key: string): void {
    for (const draft of this.#drafts.get(key)?.keys() ?? []) this.#drop(key, draft);
  }

  /** Gives up what pages hold that are no longer there. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const key of this.#drafts.keys()) if (!keys.has(key)) this.forget(key);
  }

  #unsaved = (key: string): Unsaved[] => [...(this.#drafts.get(key)?.keys() ?? [])].filter((draft) => draft.isDirty());

  #drop(key: string, draft: Unsaved): void {
    const drafts = this.#drafts.get(key);
    drafts?.get(draft)?.();
    drafts?.delete(draft);
    if (drafts?.size === 0) this.#drafts.delete(key);
    this.#refresh();
  }

  #refresh = (): void => {
    const dirty = [...this.#drafts.keys()].filter(this.isDirty);
    if (dirty.join('\n') === this.#dirty.join('\n')) return;
    this.#dirty = dirty;
    for (const listener of this.#listeners) listener();
  };
}
