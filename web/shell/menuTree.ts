/** One line of the server's flat menu list; the root's `parentId` is -1. */
export interface MenuItem {
  id: string | number;
  parentId: string | number;
  name: string;
  viewPath?: string | null;
  sort: number;
  keepAlive: boolean;
  hide: boolean;
  icon?: string | null;
  /** `title` is in the language of the call */
  meta: { title: string };
  /** `<area>.<entity>` of the list that it leads to; blank for other screens and groups */
  permissionCde?: string;
}

export interface MenuNode extends MenuItem {
  children: MenuNode[];
}

/** The topmost items' `parentId`. */
const ROOT = '-1';

/**
 * Hangs every item under its parent, in the order of `sort`; an item whose parent is missing is left out with it, so is
 * a hidden one unless `hidden` asks for it.
 */
export function treeOf(items: readonly MenuItem[], { hidden = false } = {}): MenuNode[] {
  const below = (parentId: string): MenuNode[] =>
    items
      .filter((item) => String(item.parentId) === parentId && (hidden || !item.hide))
      .toSorted((a, b) => a.sort - b.sort)
      .map((item) => ({ ...item, children: below(String(item.id)) }));
  return below(ROOT);
}

/**
 * The nodes whose title, or name in the addresses, holds `text`, with the groups above them; all of them for no text.
 */
export function search(nodes: MenuNode[], text: string): MenuNode[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return nodes;
  return nodes.flatMap((node) => {
    if ([node.meta.title, node.name].some((name) => name.toLowerCase().includes(wanted))) return [node];
    const children = search(node.children, wanted);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** The screens of the tree, groups left out, each with the titles above it. */
export function screens(nodes: MenuNode[], above: string[] = []): { path: string; titles: string[] }[] {
  return nodes.flatMap((node) => {
    const titles = [...above, node.meta.title];
    return node.children.length > 0
      ? screens(node.children, titles)
      : node.viewPath
        ? [{ path: node.viewPath, titles }]
        : [];
  });
}
