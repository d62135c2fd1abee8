import { Listeners } from '../../api/listeners.ts';

/** A draft that is lost when its page closes. */
export interface Unsaved {
  isDirty(): boolean;
  subscribe(listener: () => void): () => void;
  /** the draft is also lost when only the query of the address changes */
  lostWithQuery?: boolean;
  /** saves the changes of a draft that is saved apart from its page; those that are refused stay unsaved */
  save?(): Promise<void>;
}

/**
 * The unsaved changes of the open pages.
 *
 * React unmounts the effects of a hidden page as if it were closed, but its drafts must stay registered. So the owner
 * sets which page is shown. A page that unmounts while it is shown is closed. A page that unmounts while another page
 * is shown is only hidden, and its drafts stay until the owner calls `forget`.
 */
export class OpenPages {
  /** the key of the page that is shown */
  shown: string | undefined;
  readonly #drafts = new Map<string, Map<Unsaved, () => void>>();
  readonly #listeners = new Listeners();
  #dirty: readonly string[] = [];

  subscribe = this.#listeners.subscribe;

  /** The keys of all pages with unsaved changes; the same array until it changes. */
  dirtyKeys = (): readonly string[] => this.#dirty;

  isDirty = (key: string): boolean => this.unsaved(key).length > 0;

  /** Whether a page has unsaved changes that a change of the query discards. */
  losesWithQuery = (key: string): boolean => this.unsaved(key).some((draft) => draft.lostWithQuery);

  /** Watches a draft of a page. @returns a function to call when the page unmounts */
  watch(key: string, draft: Unsaved): () => void {
    const drafts = this.#drafts.get(key) ?? new Map<Unsaved, () => void>();
    this.#drafts.set(key, drafts);
    if (!drafts.has(draft)) drafts.set(draft, draft.subscribe(this.#refresh));
    this.#refresh();
    return () => {
      if (this.shown === key) this.#drop(key, draft);
    };
  }

  /** Discards the drafts of a page that is closed or reloaded. */
  forget(key: string): void {
    for (const draft of this.#drafts.get(key)?.keys() ?? []) this.#drop(key, draft);
  }

  /** Discards the drafts of all other pages. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const key of this.#drafts.keys()) if (!keys.has(key)) this.forget(key);
  }

  /** The drafts of a page with unsaved changes. */
  unsaved = (key: string): Unsaved[] => [...(this.#drafts.get(key)?.keys() ?? [])].filter((draft) => draft.isDirty());

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
    this.#listeners.notify();
  };
}
