import type { ResourceProps } from '@refinedev/core';
import type { MenuItem } from './menuTree.ts';

/**
 * Declares each entry of the user's menu as a Refine resource: an entity's list with its form and record pages.
 * Resources have no title, because Refine uses the resource in the key of access decisions, and a title would change
 * with the language.
 */
export function menuResources(items: readonly MenuItem[]): ResourceProps[] {
  const names = new Map(items.map(({ id, name }) => [String(id), name]));
  return items.map(({ name, parentId, viewPath, permissionCde, hide }) => {
    const [area, entity] = (permissionCde ?? '').split('.');
    const list = viewPath?.startsWith('/') ? viewPath.split('?')[0]! : undefined;
    const parent = names.get(String(parentId));
    return {
      identifier: name,
      name: entity || name,
      ...(list !== undefined && { list }),
      ...(list !== undefined && entity && { create: `${list}/new`, show: `${list}/:id`, edit: `${list}/:id/edit` }),
      meta: { hide, ...(area && { area }), ...(parent !== undefined && { parent }) },
    };
  });
}
