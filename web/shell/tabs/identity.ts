import type { FramedPage } from '../routing/page.ts';
import { type RouteTable, screenAbove, screenAt, type ScreenNode } from '../routing/table.ts';

const pathOf = (key: string): string => key.split('?')[0]!;

/**
 * Key of the tab of an address: path and query of a menu screen, the address of the record for a record and its form,
 * path and query of an import, otherwise the path. A tab of a list keeps its key when its filters change, even filters
 * in its first address.
 */
export function tabKeyOf(
  page: FramedPage,
  { pathname, search }: { pathname: string; search: string },
  table: RouteTable,
  active: string | undefined,
): string {
  if ('kind' in page && page.kind !== 'list') {
    return page.screen.id === undefined ? `${page.list}/${page.kind}${search}` : `${page.list}/${page.screen.id}`;
  }
  const screen = screenAt(table, pathname, search);
  if (screen) return screen.address;
  return active !== undefined && pathOf(active) === pathname ? active : pathname;
}

/**
 * Address of the menu entry that is selected for a tab. If several screens show one list with different filters, no
 * entry is selected for other filters or for a record, because any of the screens may contain it.
 */
export function selectedMenuAddress(key: string, page: FramedPage, table: RouteTable): string | undefined {
  const screen = screenOfTab(key, page, table);
  const isOneOfSeveral = table.screens.filter(({ path }) => path === screen?.path).length > 1;
  return isOneOfSeveral && screen?.address !== key ? undefined : screen?.address;
}

/** Menu screen of a tab: its own screen, the screen above its address, or the list of its record. */
export function screenOfTab(key: string, page: FramedPage, table: RouteTable): ScreenNode | undefined {
  const own = table.screens.find(({ address }) => address === key);
  if (own) return own;
  if (!('kind' in page)) return screenAbove(table, pathOf(key));
  const listed = table.screens.filter(({ entity }) => entity === page.summary.name);
  return listed.find(({ path }) => path === page.list) ?? listed[0];
}
