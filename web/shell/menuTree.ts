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
  /** `<area>.<entity>` of a list; blank for other screens and groups */
  permissionCde?: string;
}

/** An item of the menu with the items below it. */
export interface MenuNode extends MenuItem {
  children: MenuNode[];
}

/** `parentId` of the top items. */
const ROOT = '-1';

/**
 * Builds the tree of a menu, in the order of `sort`. Items without a parent are omitted, and hidden items too unless
 * `hidden` is set.
 */
export function treeOf(items: readonly MenuItem[], { hidden = false } = {}): MenuNode[] {
  const childrenOf = (parentId: string): MenuNode[] =>
    items
      .filter((item) => String(item.parentId) === parentId && (hidden || !item.hide))
      .toSorted((a, b) => a.sort - b.sort)
      .map((item) => ({ ...item, children: childrenOf(String(item.id)) }));
  return childrenOf(ROOT);
}

/**
 * Finds the nodes whose title or name contains `text`, with the groups above them; all nodes for an empty text.
 */
export function search(nodes: MenuNode[], text: string): MenuNode[] {
  const pattern = text.trim().toLowerCase();
  if (pattern === '') return nodes;
  return nodes.flatMap((node) => {
    if ([node.meta.title, node.name].some((name) => name.toLowerCase().includes(pattern))) return [node];
    const children = search(node.children, pattern);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** Lists the screens of a tree, each with its title and the titles of its groups. */
export function screens(nodes: MenuNode[], parentTitles: string[] = []): { path: string; titles: string[] }[] {
  return nodes.flatMap((node) => {
    const titles = [...parentTitles, node.meta.title];
    return node.children.length > 0
      ? screens(node.children, titles)
      : node.viewPath
        ? [{ path: node.viewPath, titles }]
        : [];
  });
}
