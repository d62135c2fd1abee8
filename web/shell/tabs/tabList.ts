import type { Label } from '../../../generator/model/field.ts';

/** A tab of the tab bar. */
export interface Tab {
  /** identifies the tab: the address of a menu screen, of a record or of another page */
  key: string;
  /** current address of the page, with filters and page number */
  at: string;
  /** title that the page has set; a screen of the menu has the title of the menu */
  title?: Label | undefined;
  /** the page stays rendered while another page is shown (`keepAlive` of the menu) */
  keep: boolean;
}

/** The open tabs in order, the active one, and the pages that are rendered. */
export interface TabList {
  tabs: readonly Tab[];
  /** undefined while the address has no tab */
  active: string | undefined;
  /** keys of the rendered pages, visible or hidden, the last visited first */
  rendered: readonly string[];
}

/** Maximum number of rendered pages, including the visible page. Pages with unsaved changes are never dropped. */
export const MAX_KEPT_PAGES = 20;

/** A list without tabs. */
export const NO_TABS: TabList = { tabs: [], active: undefined, rendered: [] };

/**
 * Shows a page in its tab. If it has no open tab, a new tab is added at the end, or at the position of the tab
 * `replaced`, which is closed.
 *
 * @param isDirty whether a page has unsaved changes
 */
export function visit(
  list: TabList,
  page: Tab,
  { replaced, isDirty = () => false }: { replaced?: string | undefined; isDirty?: (key: string) => boolean } = {},
): TabList {
  const added = addOrUpdate(list, page, replaced);
  const isKept = (key: string): boolean => added.tabs.some((tab) => tab.key === key && tab.keep);
  const rendered = [page.key, ...added.rendered.filter((key) => key !== page.key && isKept(key))];
  return { ...added, active: page.key, rendered: withinLimit(rendered, isDirty) };
}

/** Opens a page in a tab without showing it, or replaces the tab `replaced`. The page is rendered when it is shown. */
export const openInBackground = (list: TabList, page: Tab, replaced?: string): TabList =>
  addOrUpdate(list, page, replaced);

function addOrUpdate(list: TabList, page: Tab, replaced: string | undefined): TabList {
  const before = list.tabs.find(({ key }) => key === page.key);
  const tab = { ...before, ...page, title: page.title ?? before?.title };
  if (before) {
    const tabs = list.tabs.map((one) => (one.key === page.key ? tab : one));
    return replaced === undefined || replaced === page.key ? { ...list, tabs } : close({ ...list, tabs }, [replaced]);
  }
  const index = list.tabs.findIndex(({ key }) => key === replaced);
  if (index === -1) return { ...list, tabs: [...list.tabs, tab] };
  return close({ ...list, tabs: list.tabs.toSpliced(index, 0, tab) }, [replaced!]);
}

/** Drops the pages that were visited longest ago. */
function withinLimit(rendered: readonly string[], isDirty: (key: string) => boolean): string[] {
  let excess = rendered.length - MAX_KEPT_PAGES;
  return rendered
    .toReversed()
    .filter((key, fromEnd) => {
      const isDropped = excess > 0 && fromEnd < rendered.length - 1 && !isDirty(key);
      if (isDropped) excess -= 1;
      return !isDropped;
    })
    .toReversed();
}

/** Makes no tab active, for an address without one. */
export function deactivate(list: TabList): TabList {
  const kept = new Set(list.tabs.filter(({ keep }) => keep).map(({ key }) => key));
  return { ...list, active: undefined, rendered: list.rendered.filter((key) => kept.has(key)) };
}

/**
 * Closes tabs and their pages. If the active tab is closed, its right neighbour becomes active, otherwise its left
 * neighbour.
 */
export function close(list: TabList, keys: readonly string[]): TabList {
  const closed = new Set(keys);
  const tabs = list.tabs.filter(({ key }) => !closed.has(key));
  return { tabs, active: neighbour(list, closed), rendered: list.rendered.filter((key) => !closed.has(key)) };
}

function neighbour({ tabs, active }: TabList, closed: ReadonlySet<string>): string | undefined {
  if (active === undefined || !closed.has(active)) return active;
  const index = tabs.findIndex(({ key }) => key === active);
  const isOpen = (tab: Tab): boolean => !closed.has(tab.key);
  return (tabs.slice(index).find(isOpen) ?? tabs.slice(0, index).findLast(isOpen))?.key;
}

/** The tabs to close, relative to one tab. */
export type CloseScope = 'one' | 'left' | 'right' | 'others' | 'all';

/** Keys of the tabs in a scope. */
export function tabsToClose({ tabs }: TabList, key: string, scope: CloseScope): string[] {
  const position = tabs.findIndex((tab) => tab.key === key);
  const within: Record<CloseScope, (index: number) => boolean> = {
    one: (index) => index === position,
    left: (index) => index < position,
    right: (index) => position !== -1 && index > position,
    others: (index) => index !== position,
    all: () => true,
  };
  return tabs.filter((_, index) => within[scope](index)).map((tab) => tab.key);
}

/** Sets the title of a tab. */
export function rename(list: TabList, key: string, title: Label): TabList {
  const same = list.tabs.every((tab) => tab.key !== key || (tab.title?.en === title.en && tab.title.zh === title.zh));
  return same ? list : { ...list, tabs: list.tabs.map((tab) => (tab.key === key ? { ...tab, title } : tab)) };
}
