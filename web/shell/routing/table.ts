import { type MenuItem, type MenuNode, treeOf } from '../menuTree.ts';

/** The first page (1§9). */
export const HOME = '/dashboard/welcome';

/** A screen of the user's menu, visible or hidden. */
export interface ScreenNode {
  name: string;
  /** address in the menu: a path, with a query if several screens share the path */
  address: string;
  path: string;
  query: URLSearchParams;
  /** the entity that the screen lists; absent for a screen without a schema */
  entity?: string;
  keepAlive: boolean;
  title: string;
  icon?: string | undefined;
}

/** The dynamic routes (1§2), from the user's menu. */
export interface RouteTable {
  screens: readonly ScreenNode[];
  /** redirects from paths of menu names, such as `/base/company` */
  named: ReadonlyMap<string, string>;
  /** redirects from `/area/entity` to lists that have another address in the menu */
  moved: ReadonlyMap<string, string>;
}

const isExternal = (address: string): boolean => /^https?:/.test(address);

/** Second address of the form of customs types (1§2, static routes). */
const CUSTOMS_TYPE = { list: '/custemer', form: '/custemerFrom' };

/** Builds the routes of a menu. External addresses are links in the menu, not routes. */
export function tableOf(items: readonly MenuItem[]): RouteTable {
  const named = new Map<string, string>();
  const screens: ScreenNode[] = [];
  const walk = (nodes: readonly MenuNode[], parentPath: string): void => {
    for (const node of nodes) {
      const name = `${parentPath}/${node.name}`;
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

/** Address of a screen, or of the first visible screen in a group. */
function firstScreen(node: MenuNode): string | undefined {
  if (node.children.length === 0) return node.viewPath && !isExternal(node.viewPath) ? node.viewPath : undefined;
  for (const child of node.children) {
    const address = child.hide ? undefined : firstScreen(child);
    if (address !== undefined) return address;
  }
  return undefined;
}

/**
 * Finds the screen at an address: of the screens with its path, the one with the most query parameters, all of which
 * the address must have. Other parameters of the address, such as filters, are ignored.
 */
export function screenAt({ screens }: RouteTable, pathname: string, search: string): ScreenNode | undefined {
  const parameters = new URLSearchParams(search);
  return screens
    .filter(
      ({ path, query }) => path === pathname && [...query].every(([name, value]) => parameters.get(name) === value),
    )
    .toSorted((a, b) => b.query.size - a.query.size)[0];
}

/** Finds the screen at an address or above it, such as the list above a record. */
export const screenAbove = (table: RouteTable, pathname: string, search = ''): ScreenNode | undefined =>
  screenAt(table, pathname, search) ??
  table.screens.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
