import { type MenuItem, type MenuNode, treeOf } from '../menuTree.ts';

/** Where everybody lands who has no better place (1§9). */
export const HOME = '/dashboard/welcome';

/** A screen of the reader's menu, shown there or hidden. */
export interface ScreenNode {
  name: string;
  /** the menu's address: a path, with a query where several screens share one */
  address: string;
  path: string;
  query: URLSearchParams;
  /** whose list it is; absent for a screen that no schema describes */
  entity?: string;
  keepAlive: boolean;
  title: string;
  icon?: string | undefined;
}

/** The dynamic routes (1§2): what the menu of a reader leads to. */
export interface RouteTable {
  screens: readonly ScreenNode[];
  /** where an address made of the menu's names leads, `/base/company` */
  named: ReadonlyMap<string, string>;
  /** the paths `/area/entity` of lists that the menu has elsewhere, and where */
  moved: ReadonlyMap<string, string>;
}

const isElsewhere = (address: string): boolean => /^https?:/.test(address);

/** The form of customs types has an address of its own beside that below its list (1§2, static routes). */
const CUSTOMS_TYPE = { list: '/custemer', form: '/custemerFrom' };

/** Makes the table out of the menu. Addresses outside stay the menu's own affair: they are no routes. */
export function tableOf(items: readonly MenuItem[]): RouteTable {
  const named = new Map<string, string>();
  const screens: ScreenNode[] = [];
  const walk = (nodes: readonly MenuNode[], above: string): void => {
    for (const node of nodes) {
      const name = `${above}/${node.name}`;
      const address = firstScreen(node);
      if (address !== undefined) named.set(name, address);
      if (node.children.length === 0 && address !== undefined) screens.push(screenOf(node, address));
      walk(node.children, name);
    }
  };
  walk(treeOf(items, { hidden: true }), '');
  if (screens.some(({ path }) => path === CUSTOMS_TYPE.list)) named.set(CUSTOMS_TYPE.form, `${CUSTOMS_TYPE.list}/new`);
  return { screens, named, moved: movedLists(screens, items) };
}

function movedLists(screens: readonly ScreenNode[], items: readonly MenuItem[]): Map<string, string> {
  const usual = (name: string): string =>
    `/${(items.find((item) => item.name === name)?.permissionCde ?? '').replace('.', '/')}`;
  const listed = screens.filter(({ entity, query }) => entity !== undefined && query.size === 0);
  return new Map(
    listed.flatMap(({ name, path }) => (screens.some((one) => one.path === usual(name)) ? [] : [[usual(name), path]])),
  );
}

function screenOf(node: MenuNode, address: string): ScreenNode {
  const [path = '', query = ''] = address.split('?');
  const entity = node.permissionCde?.split('.')[1];
  return {
    name: node.name,
    address,
    path,
    query: new URLSearchParams(query),
    ...(entity ? { entity } : {}),
    keepAlive: node.keepAlive,
    title: node.meta.title,
    icon: node.icon ?? undefined,
  };
}

/** A screen's own address; a group leads to its first child that is shown. */
function firstScreen(node: MenuNode): string | undefined {
  if (node.children.length === 0) return node.viewPath && !isElsewhere(node.viewPath) ? node.viewPath : undefined;
  for (const child of node.children) {
    const address = child.hide ? undefined : firstScreen(child);
    if (address !== undefined) return address;
  }
  return undefined;
}

/**
 * The screen at an address: of those with its path the one that the query speaks of most; further conditions and pages
 * do no harm.
 */
export function screenAt({ screens }: RouteTable, pathname: string, search: string): ScreenNode | undefined {
  const asked = new URLSearchParams(search);
  return screens
    .filter(({ path, query }) => path === pathname && [...query].every(([name, value]) => asked.get(name) === value))
    .toSorted((a, b) => b.query.size - a.query.size)[0];
}

/** The screen that an address stands at or under, as a record stands under its list. */
export const screenAbove = (table: RouteTable, pathname: string, search = ''): ScreenNode | undefined =>
  screenAt(table, pathname, search) ??
  table.screens.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
