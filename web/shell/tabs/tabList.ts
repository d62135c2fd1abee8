import type { Label } from '../../../generator/model/field.ts';

/** An open page, as the tab bar knows it. */
export interface Tab {
  /** what makes it another tab than the others: a screen of the menu, a record, an address */
  key: string;
  /** where the page stands now: its path with filters and page */
  at: string;
  /** what the page calls itself; a screen of the menu goes by the menu's title */
  title?: Label | undefined;
  /** the page stays as it is while another one is looked at (the menu's flag) */
  keep: boolean;
}

/** The open tabs in their order, the one that is looked at, and which pages are there. */
export interface TabList {
  tabs: readonly Tab[];
  /** undefined while an address without a tab is looked at */
  active: string | undefined;
  /** the pages that are drawn, shown or hidden; the latest first */
  drawn: readonly string[];
}

/** At most so many pages are kept, the shown one included; those with unsaved changes are never dropped. */
export const MOST_KEPT = 20;

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
  const added = put(list, page, replaced);
  const kept = (key: string): boolean => added.tabs.some((tab) => tab.key === key && tab.keep);
  const drawn = [page.key, ...added.drawn.filter((key) => key !== page.key && kept(key))];
  return { ...added, active: page.key, drawn: withinLimit(drawn, isDirty) };
}

/** Opens a page, or moves the one that `replaced` has, without showing it: it is drawn when somebody looks. */
export const openBehind = (list: TabList, page: Tab, replaced?: string): TabList => put(list, page, replaced);

function put(list: TabList, page: Tab, replaced: string | undefined): TabList {
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

/** Drops the pages that were not looked at for longest. */
function withinLimit(drawn: readonly string[], isDirty: (key: string) => boolean): string[] {
  let tooMany = drawn.length - MOST_KEPT;
  return drawn
    .toReversed()
    .filter((key, fromEnd) => {
      const drop = tooMany > 0 && fromEnd < drawn.length - 1 && !isDirty(key);
      if (drop) tooMany -= 1;
      return !drop;
    })
    .toReversed();
}

/** An address without a tab is looked at. */
export function leave(list: TabList): TabList {
  const kept = new Set(list.tabs.filter(({ keep }) => keep).map(({ key }) => key));
  return { ...list, active: undefined, drawn: list.drawn.filter((key) => kept.has(key)) };
}

/**
 * Closes tabs and their pages. Closing the one that is looked at shows its neighbour to the right, else to the left.
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

/** What a closing names, seen from one tab. */
export type Reach = 'one' | 'left' | 'right' | 'others' | 'all';

/** The tabs that would be closed. */
export function reachOf({ tabs }: TabList, key: string, reach: Reach): string[] {
  const place = tabs.findIndex((tab) => tab.key === key);
  const within: Record<Reach, (index: number) => boolean> = {
    one: (index) => index === place,
    left: (index) => index < place,
    right: (index) => place !== -1 && index > place,
    others: (index) => index !== place,
    all: () => true,
  };
  return tabs.filter((_, index) => within[reach](index)).map((tab) => tab.key);
}

/** Calls a tab by the name that its page has for itself. */
export function rename(list: TabList, key: string, title: Label): TabList {
  const same = list.tabs.every((tab) => tab.key !== key || (tab.title?.en === title.en && tab.title.zh === title.zh));
  return same ? list : { ...list, tabs: list.tabs.map((tab) => (tab.key === key ? { ...tab, title } : tab)) };
}
