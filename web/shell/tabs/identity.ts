import type { FramedPage } from '../routing/page.ts';
import { type RouteTable, screenAbove, screenAt, type ScreenNode } from '../routing/table.ts';

const pathOf = (key: string): string => key.split('?')[0]!;

/**
 * The key of the tab that an address belongs to: a menu's screen by its path and query, a record with its form by the
 * record, anything else by its path. Filters that are changed in a tab stay in it, even those that its address began
 * with.
 */
export function tabKeyOf(
  page: FramedPage,
  { pathname, search }: { pathname: string; search: string },
  table: RouteTable,
  active: string | undefined,
): string {
  if ('kind' in page && page.kind !== 'list') {
    return page.screen.id === undefined ? `${page.list}/${page.kind}` : `${page.list}/${page.screen.id}`;
  }
  const screen = screenAt(table, pathname, search);
  if (screen) return screen.address;
  return active !== undefined && pathOf(active) === pathname ? active : pathname;
}

/**
 * The address that the menu marks for a tab. Of several screens that show one list under different filters none is
 * marked for another choice of its rows, nor for a record, which may be in any of them.
 */
export function markedInMenu(key: string, page: FramedPage, table: RouteTable): string | undefined {
  const screen = screenOfTab(key, page, table);
  const isOneOfSeveral = table.screens.filter(({ path }) => path === screen?.path).length > 1;
  return isOneOfSeveral && screen?.address !== key ? undefined : screen?.address;
}

/**
 * The menu's screen that a tab belongs to: its own, the one that its address stands under, or the list that its record
 * stands in.
 */
export function screenOfTab(key: string, page: FramedPage, table: RouteTable): ScreenNode | undefined {
  const own = table.screens.find(({ address }) => address === key);
  if (own) return own;
  if (!('kind' in page)) return screenAbove(table, pathOf(key));
  const listed = table.screens.filter(({ entity }) => entity === page.summary.name);
  return listed.find(({ path }) => path === page.list) ?? listed[0];
}
