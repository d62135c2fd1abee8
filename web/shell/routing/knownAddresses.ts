/** A node of `menus/*.json`: the properties that determine its address. */
export interface MenuFileNode {
  name: string;
  viewPath?: string;
  entity?: string;
  children?: MenuFileNode[];
}

/** Addresses of menu nodes: the paths of their names and their `viewPath`, without queries. */
export function addressesOf(nodes: readonly MenuFileNode[], parentPath = ''): Set<string> {
  return new Set(
    nodes.flatMap(({ name, viewPath, children = [] }) => [
      `${parentPath}/${name}`,
      ...(viewPath?.startsWith('/') ? [pathOf(viewPath)] : []),
      ...addressesOf(children, `${parentPath}/${name}`),
    ]),
  );
}

/** Addresses of menu nodes that list an entity, without queries. */
export const listsOf = (nodes: readonly MenuFileNode[]): string[] =>
  nodes.flatMap(({ viewPath, entity, children = [] }) => [
    ...(viewPath && entity ? [pathOf(viewPath)] : []),
    ...listsOf(children),
  ]);

const pathOf = (address: string): string => address.split('?')[0]!;
