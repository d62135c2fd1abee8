import type { Location } from 'react-router';
import { type Destination, destinationOf } from './routing/destination.ts';
import type { FramedPage } from './routing/page.ts';
import type { RouteTable } from './routing/table.ts';
import { screenOfTab, tabKeyOf } from './tabs/identity.ts';
import { leave, NO_TABS, openBehind, type Tab, type TabList, visit } from './tabs/tabList.ts';

/** What an open tab shows. */
export interface Place {
  location: Pick<Location, 'pathname' | 'search' | 'hash' | 'state' | 'key'>;
  page: FramedPage;
  /** counts up when the page is drawn anew */
  round: number;
}

/** All that is open, and what the browser's address asks for now. */
export interface Desk {
  list: TabList;
  places: ReadonlyMap<string, Place>;
  /** the location that this answers */
  seen: Location | undefined;
  /** where the address leads on to; nothing is drawn for it */
  leadsTo: string | undefined;
  /** the tab that closes once the address has led on */
  replaced: string | undefined;
  /** nothing is at the address */
  missing: boolean;
}

/** What the reader's addresses may lead to. */
export interface Surroundings {
  table: RouteTable;
  known: ReadonlySet<string>;
  pageAt(pathname: string): FramedPage | undefined;
  isDirty(key: string): boolean;
}

/** The navigation that led to a location. */
export type Navigation = 'PUSH' | 'REPLACE' | 'POP';

/** A tab that was opened before, or in another way than by going there. */
interface Opened {
  key: string;
  at: string;
  title?: Tab['title'];
}

/**
 * A desk with tabs that a reader left open, as far as there is still something at their addresses. None of them is
 * drawn yet.
 */
export function deskOf(opened: readonly Opened[], around: Surroundings): Desk {
  let list = NO_TABS;
  const places = new Map<string, Place>();
  for (const { key, at, title } of opened) {
    const found = pageIn(locationOf(at), around, key);
    if (found?.key !== key) continue;
    list = openBehind(list, { ...tabOf(found, around), title });
    places.set(key, placeOf(found, 0));
  }
  return { list, places, seen: undefined, leadsTo: undefined, replaced: undefined, missing: false };
}

/**
 * The desk after the browser's address has changed. A page that replaces another one (a record its form) closes that
 * one's tab.
 */
export function arrive(desk: Desk, location: Location, navigation: Navigation, around: Surroundings): Desk {
  const destination = destinationAt(location, around);
  const leading = { seen: location, replaced: undefined, missing: false };
  if (destination.to === 'refresh')
    return { ...renewed(desk, destination.address, around), ...leading, leadsTo: destination.address };
  if (destination.to === 'elsewhere') return { ...desk, ...leading, leadsTo: destination.address };
  const found = pageIn(location, around, desk.list.active);
  if (!found) return { ...desk, list: leave(desk.list), ...leading, leadsTo: undefined, missing: true };
  const { active } = desk.list;
  // A redirect replaces its own address, not the page that it was asked for from.
  const goes =
    navigation === 'REPLACE' && desk.leadsTo === undefined && desk.seen && active !== found.key
      ? active
      : desk.replaced;
  const left = reopened(desk, found.key, location, navigation);
  if (left !== undefined) return { ...desk, ...leading, leadsTo: left, replaced: goes };
  const list = visit(desk.list, tabOf(found, around), { replaced: goes, isDirty: around.isDirty });
  return { ...leading, list, places: only(withPlace(desk.places, found), list), leadsTo: undefined };
}

/** The desk after a page that is hidden went somewhere: its tab is moved on, and the address and what is shown stay. */
export function moveBehind(desk: Desk, key: string, to: string, replace: boolean, around: Surroundings): Desk {
  const found = pageIn(locationOf(to), around, key);
  if (!found || !desk.list.tabs.some((tab) => tab.key === key)) return desk;
  const list = openBehind(desk.list, tabOf(found, around), replace ? key : undefined);
  return { ...desk, list, places: only(withPlace(desk.places, found), list) };
}

/**
 * Where a list that is open was left, for who goes to its bare address from another page: its filters are still there.
 */
function reopened(
  { list, places, seen }: Desk,
  key: string,
  { search }: Location,
  navigation: Navigation,
): string | undefined {
  const place = places.get(key)?.location;
  if (navigation === 'POP' || !seen || list.active === key || search !== '' || !place?.search) return undefined;
  return place.pathname + place.search;
}

function renewed(desk: Desk, address: string, around: Surroundings): Desk {
  const found = pageIn(locationOf(address), around, desk.list.active);
  const place = found && desk.places.get(found.key);
  return found && place
    ? { ...desk, places: new Map(desk.places).set(found.key, { ...place, round: place.round + 1 }) }
    : desk;
}

interface Found {
  key: string;
  page: FramedPage;
  location: Place['location'];
}

/** The page at a location and its tab's key. */
function pageIn(
  location: Place['location'],
  { table, pageAt }: Surroundings,
  active: string | undefined,
): Found | undefined {
  const page = pageAt(location.pathname);
  return page && { key: tabKeyOf(page, location, table, active), page, location };
}

/** The key of the tab that a location would have; undefined where no page is. */
export const keyAt = (
  location: Place['location'],
  around: Surroundings,
  active: string | undefined,
): string | undefined =>
  destinationAt(location, around).to === 'page' ? pageIn(location, around, active)?.key : undefined;

const tabOf = ({ key, page, location }: Found, { table }: Surroundings): Tab => ({
  key,
  at: location.pathname + location.search,
  keep: screenOfTab(key, page, table)?.keepAlive ?? false,
});

const placeOf = ({ page, location }: Found, round: number): Place => ({ page, location, round });

const withPlace = (places: Desk['places'], found: Found): Map<string, Place> =>
  new Map(places).set(found.key, placeOf(found, places.get(found.key)?.round ?? 0));

const only = (places: Map<string, Place>, { tabs }: TabList): Map<string, Place> =>
  new Map([...places].filter(([key]) => tabs.some((tab) => tab.key === key)));

/** Where an address leads, for this reader. */
export const destinationAt = (
  location: { pathname: string; search: string },
  { table, known }: Surroundings,
): Destination => destinationOf(location, table, known);

function locationOf(address: string): Place['location'] {
  const { pathname, search, hash } = new URL(address, 'http://local');
  return { pathname, search, hash, state: null, key: 'default' };
}
