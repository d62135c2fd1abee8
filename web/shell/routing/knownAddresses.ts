/** A node of `menus/*.json`, as far as its address goes. */
export interface MenuFileNode {
  name: string;
  viewPath?: string;
  entity?: string;
  children?: MenuFileNode[];
}

/** The addresses of a menu's nodes: made of names, and those that they lead to, without queries. */
export function addressesOf(nodes: readonly MenuFileNode[], above = ''): Set<string> {
  return new Set(
    nodes.flatMap(({ name, viewPath, children = [] }) => [
      `${above}/${name}`,
      ...(viewPath?.startsWith('/') ? [pathOf(viewPath)] : []),
      ...addressesOf(children, `${above}/${name}`),
    ]),
  );
}

/** The addresses of a menu's nodes that list an entity, without queries. */
export const listsOf = (nodes: readonly MenuFileNode[]): string[] =>
  nodes.flatMap(({ viewPath, entity, children = [] }) => [
    ...(viewPath && entity ? [pathOf(viewPath)] : []),
    ...listsOf(children),
  ]);

const pathOf = (address: string): string => address.split('?')[0]!;
