import type { Label } from '../../../generator/model/field.ts';

/** A tab of the tab bar. */
export interface Tab {
  /** identifies the tab: the address of a menu screen, of a record or of another page */
  key: string;
  /** current address of the page, with filters and page number */
  at: string;
  /** title that the page has set; a screen of the menu has the title of the menu */
  title?: Label | undefined;
  /** the page is kept while another one is shown (`keepAlive` of the menu) */
  keep: boolean;
}

/** The open tabs in order, the active one, and the pages that are rendered. */
export interface TabList {
  tabs: readonly Tab[];
  /** undefined while the address has no tab */
  active: string | undefined;
  /** keys of the rendered pages, visible or hidden; the latest visited first */
  drawn: readonly string[];
}

/** Maximum number of rendered pages, the visible one included; pages with unsaved changes are never dropped. */
export const MAX_KEPT_PAGES = 20;

export const NO_TABS: TabList = { tabs: [], active: undefined, drawn: [] };

/**
 * Shows a page: in its tab if that is open, else in a new one at the end, or in the place of `replaced`, which is then
 * closed.
 *
 * @param isDirty whether a page has unsaved changes
 */
export function visit(
  list: TabList,
  page: Tab,
  { replaced, isDirty = () => false }: { replaced?: string | undefined; isDirty?: (key: string) => boolean } = {},
): TabList {
  const added = addOrUpdate(list, page, replaced);
  const kept = (key: string): boolean => added.tabs.some((tab) => tab.key === key && tab.keep);
  const drawn = [page.key, ...added.drawn.filter((key) => key !== page.key && kept(key))];
  return { ...added, active: page.key, drawn: withinLimit(drawn, isDirty) };
}

/** Opens a page without showing it, or replaces the page of the tab `replaced`. It is rendered when it is shown. */
export const openInBackground = (list: TabList, page: Tab, replaced?: string): TabList =>
  addOrUpdate(list, page, replaced);

function addOrUpdate(list: TabList, page: Tab, replaced: string | undefined): TabList {
  const before = list.tabs.find(({ key }) => key === page.key);
  const tab = { ...before, ...page, title: page.title ?? before?.title };
  if (before) {
    const tabs = list.tabs.map((one) => (one.key === page.key ? tab : one));
    return replaced === undefined || replaced === page.key ? { ...list, tabs } : close({ ...list, tabs }, [replaced]);
  }
  const place = list.tabs.findIndex(({ key }) => key === replaced);
  if (place === -1) return { ...list, tabs: [...list.tabs, tab] };
  return close({ ...list, tabs: list.tabs.toSpliced(place, 0, tab) }, [replaced!]);
}

/** Drops the pages that were visited longest ago. */
function withinLimit(drawn: readonly string[], isDirty: (key: string) => boolean): string[] {
  let tooMany = drawn.length - MAX_KEPT_PAGES;
  return drawn
    .toReversed()
    .filter((key, fromEnd) => {
      const drop = tooMany > 0 && fromEnd < drawn.length - 1 && !isDirty(key);
      if (drop) tooMany -= 1;
      return !drop;
    })
    .toReversed();
}

/** Makes no tab active, for an address without one. */
export function deactivate(list: TabList): TabList {
  const kept = new Set(list.tabs.filter(({ keep }) => keep).map(({ key }) => key));
  return { ...list, active: undefined, drawn: list.drawn.filter((key) => kept.has(key)) };
}

/**
 * Closes tabs and their pages. If the active one closes, its neighbour to the right becomes active, else to the left.
 */
export function close(list: TabList, keys: readonly string[]): TabList {
  const gone = new Set(keys);
  const tabs = list.tabs.filter(({ key }) => !gone.has(key));
  return { tabs, active: neighbour(list, gone), drawn: list.drawn.filter((key) => !gone.has(key)) };
}

function neighbour({ tabs, active }: TabList, gone: ReadonlySet<string>): string | undefined {
  if (active === undefined || !gone.has(active)) return active;
  const place = tabs.findIndex(({ key }) => key === active);
  const open = (tab: Tab): boolean => !gone.has(tab.key);
  return (tabs.slice(place).find(open) ?? tabs.slice(0, place).findLast(open))?.key;
}

/** The tabs to close, relative to one tab. */
export type CloseScope = 'one' | 'left' | 'right' | 'others' | 'all';

/** Keys of the tabs in a scope. */
export function tabsToClose({ tabs }: TabList, key: string, reach: CloseScope): string[] {
  const place = tabs.findIndex((tab) => tab.key === key);
  const within: Record<CloseScope, (index: number) => boolean> = {
    one: (index) => index === place,
    left: (index) => index < place,
    right: (index) => place !== -1 && index > place,
    others: (index) => index !== place,
    all: () => true,
  };
  return tabs.filter((_, index) => within[reach](index)).map((tab) => tab.key);
}

/** Sets the title of a tab. */
export function rename(list: TabList, key: string, title: Label): TabList {
  const same = list.tabs.every((tab) => tab.key !== key || (tab.title?.en === title.en && tab.title.zh === title.zh));
  return same ? list : { ...list, tabs: list.tabs.map((tab) => (tab.key === key ? { ...tab, title } : tab)) };
}
