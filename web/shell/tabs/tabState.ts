import type { Location } from 'react-router';
import { type Destination, destinationOf } from '../routing/destination.ts';
import type { FramedPage } from '../routing/page.ts';
import type { RouteTable } from '../routing/table.ts';
import { screenOfTab, tabKeyOf } from './identity.ts';
import { deactivate, NO_TABS, openInBackground, type Tab, type TabList, visit } from './tabList.ts';

/** The page of an open tab. */
export interface TabContent {
  location: Pick<Location, 'pathname' | 'search' | 'hash' | 'state' | 'key'>;
  page: FramedPage;
  /** increases each time the user reloads the tab */
  refreshCount: number;
}

/** The open tabs with their pages, and the result of the latest navigation. */
export interface TabState {
  list: TabList;
  /** the pages, by the key of their tab */
  contents: ReadonlyMap<string, TabContent>;
  /** the location of the browser that this state belongs to */
  location: Location | undefined;
  /** the address that the location redirects to; no page is shown until the redirect */
  redirectTo: string | undefined;
  /** key of the tab to close after the redirect */
  replaced: string | undefined;
  /** the location has no page */
  notFound: boolean;
}

/** Resolves addresses for a user. */
export interface Routing {
  table: RouteTable;
  known: ReadonlySet<string>;
  pageAt(pathname: string): FramedPage | undefined;
  /** whether the page of a tab has unsaved changes */
  isDirty(key: string): boolean;
}

/** Type of the navigation that led to a location, as React Router names it. */
export type Navigation = 'PUSH' | 'REPLACE' | 'POP';

/** A tab in the browser's storage. */
interface StoredAddress {
  key: string;
  at: string;
  title?: Tab['title'];
}

/** Restores the tabs of an earlier visit whose addresses still have a page. None of them is rendered yet. */
export function restoreTabs(stored: readonly StoredAddress[], routing: Routing): TabState {
  let list = NO_TABS;
  const contents = new Map<string, TabContent>();
  for (const { key, at, title } of stored) {
    const found = locatePage(locationOf(at), routing, key);
    if (found?.key !== key) continue;
    list = openInBackground(list, { ...tabOf(found, routing), title });
    contents.set(key, contentOf(found, 0));
  }
  return { list, contents, location: undefined, redirectTo: undefined, replaced: undefined, notFound: false };
}

/**
 * Returns the tabs after the browser's address has changed. A page that replaces another page, as a record replaces its
 * form, closes the tab of the other page.
 */
export function tabsAfterNavigation(
  tabs: TabState,
  location: Location,
  navigation: Navigation,
  routing: Routing,
): TabState {
  const destination = destinationAt(location, routing);
  const common = { location, replaced: undefined, notFound: false };
  if (destination.to === 'refresh')
    return { ...refreshPage(tabs, destination.address, routing), ...common, redirectTo: destination.address };
  if (destination.to === 'redirect') return { ...tabs, ...common, redirectTo: destination.address };
  const { active } = tabs.list;
  const found = locatePage(location, routing, active);
  if (!found) return { ...tabs, list: deactivate(tabs.list), ...common, redirectTo: undefined, notFound: true };
  // A redirect replaces only its own address, not the page from which the user went there.
  const replaced =
    navigation === 'REPLACE' && tabs.redirectTo === undefined && tabs.location && active !== found.key
      ? active
      : tabs.replaced;
  const redirectTo = lastAddress(tabs, found.key, location, navigation);
  if (redirectTo !== undefined) return { ...tabs, ...common, redirectTo, replaced };
  const list = visit(tabs.list, tabOf(found, routing), { replaced, isDirty: routing.isDirty });
  return { ...common, list, contents: contentsOfTabs(withContent(tabs.contents, found), list), redirectTo: undefined };
}

/** A navigation of a hidden page: the address, and whether it replaces the page. */
export interface HiddenNavigation {
  key: string;
  to: string;
  replace: boolean;
}

/**
 * Returns the tabs after a navigation of a hidden page. Its tab changes, but not the browser's address and the shown
 * page.
 */
export function moveHiddenTab(tabs: TabState, { key, to, replace }: HiddenNavigation, routing: Routing): TabState {
  const found = locatePage(locationOf(to), routing, key);
  if (!found || !tabs.list.tabs.some((tab) => tab.key === key)) return tabs;
  const list = openInBackground(tabs.list, tabOf(found, routing), replace ? key : undefined);
  return { ...tabs, list, contents: contentsOfTabs(withContent(tabs.contents, found), list) };
}

/** Last address of an open list with its filters, to which a navigation to the list without a query is redirected. */
function lastAddress(
  { list, contents, location: before }: TabState,
  key: string,
  { search }: Location,
  navigation: Navigation,
): string | undefined {
  const last = contents.get(key)?.location;
  if (navigation === 'POP' || !before || list.active === key || search !== '' || !last?.search) return undefined;
  return last.pathname + last.search;
}

function refreshPage(tabs: TabState, address: string, routing: Routing): TabState {
  const found = locatePage(locationOf(address), routing, tabs.list.active);
  const content = found && tabs.contents.get(found.key);
  if (!found || !content) return tabs;
  const refreshed = { ...content, refreshCount: content.refreshCount + 1 };
  return { ...tabs, contents: new Map(tabs.contents).set(found.key, refreshed) };
}

interface LocatedPage {
  key: string;
  page: FramedPage;
  location: TabContent['location'];
}

/** Finds the page at a location and the key of its tab. */
function locatePage(
  location: TabContent['location'],
  { table, pageAt }: Routing,
  active: string | undefined,
): LocatedPage | undefined {
  const page = pageAt(location.pathname);
  return page && { key: tabKeyOf(page, location, table, active), page, location };
}

/** Key of the tab that a location opens; undefined if it has no page. */
export const keyAt = (
  location: TabContent['location'],
  routing: Routing,
  active: string | undefined,
): string | undefined =>
  destinationAt(location, routing).to === 'page' ? locatePage(location, routing, active)?.key : undefined;

const tabOf = ({ key, page, location }: LocatedPage, { table }: Routing): Tab => ({
  key,
  at: location.pathname + location.search,
  keep: screenOfTab(key, page, table)?.keepAlive ?? false,
});

const contentOf = ({ page, location }: LocatedPage, refreshCount: number): TabContent => ({
  page,
  location,
  refreshCount,
});

const withContent = (contents: TabState['contents'], found: LocatedPage): Map<string, TabContent> =>
  new Map(contents).set(found.key, contentOf(found, contents.get(found.key)?.refreshCount ?? 0));

/** The contents of tabs that are still open. */
const contentsOfTabs = (contents: Map<string, TabContent>, { tabs }: TabList): Map<string, TabContent> =>
  new Map([...contents].filter(([key]) => tabs.some((tab) => tab.key === key)));

/** Resolves an address for this user. */
export const destinationAt = (location: { pathname: string; search: string }, { table, known }: Routing): Destination =>
  destinationOf(location, table, known);

function locationOf(address: string): TabContent['location'] {
  const { pathname, search, hash } = new URL(address, 'http://local');
  return { pathname, search, hash, state: null, key: 'default' };
}
