import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../config.ts';
import type { Label } from '../../../generator/model/field.ts';
import type { Model } from '../../../generator/model/entity.ts';
import { labelIn } from '../../../generator/language/message.ts';

/** A node of `menus/*.json`. */
export interface MenuNode {
  name: string;
  title: Label;
  icon?: string;
  viewPath?: string;
  sort: number;
  keepAlive: boolean;
  hide: boolean;
  /** shown only if the model has this entity and the reader may see it */
  entity?: string;
  /** shown only to readers with unrestricted rights */
  administrators?: true;
  children?: MenuNode[];
}

/** An item of the flat list that the client builds its routes and sider from (1§2, "Dynamic routes"). */
export interface MenuItem {
  id: number;
  parentId: number;
  name: string;
  viewPath?: string;
  sort: number;
  keepAlive: boolean;
  hide: boolean;
  icon: string;
  meta: { title: string };
  permissionCde: string;
}

/** The parentId of top-level nodes. */
const ROOT = -1;
/** The first `sort` of groups that no menu file contains. */
const UNLISTED_SORT = 9000;

/** Reads every menu file of a folder, in the order of their names. */
export const readMenus = (folder: string): MenuNode[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as MenuNode[]);

/** The user for whom a menu is built. */
export interface MenuReader {
  language: Language;
  maySee: (entity: string) => boolean;
  isAdministrator: boolean;
}

/**
 * Builds the menu in the reader's language: the nodes of the menu files that the reader may see, and every entity that
 * no file contains, in a group for its area.
 */
export function menuOf(
  tree: readonly MenuNode[],
  model: Model,
  { language, maySee, isAdministrator }: MenuReader,
): MenuItem[] {
  const items: MenuItem[] = [];
  // a group is visible if any of its children is
  const isVisible = (node: MenuNode): boolean =>
    (node.administrators === undefined || isAdministrator) &&
    (node.entity === undefined || (node.entity in model.entities && maySee(node.entity))) &&
    (node.children === undefined || node.children.some(isVisible));
  const add = (node: MenuNode, parentId: number): void => {
    const id = items.length + 1;
    const { viewPath, entity } = node;
    items.push({
      id,
      parentId,
      name: node.name,
      ...(viewPath === undefined ? {} : { viewPath }),
      sort: node.sort,
      keepAlive: node.keepAlive,
      hide: node.hide,
      icon: node.icon ?? '',
      meta: { title: labelIn(node.title, language) },
      permissionCde: entity === undefined ? '' : `${model.entities[entity]!.area}.${entity}`,
    });
    for (const child of bySort(node.children ?? [])) if (isVisible(child)) add(child, id);
  };
  for (const node of bySort([...tree, ...unlistedGroups(tree, model)])) if (isVisible(node)) add(node, ROOT);
  return items;
}

const bySort = (nodes: readonly MenuNode[]): MenuNode[] => nodes.toSorted((a, b) => a.sort - b.sort);

/** Groups by area of the entities that no menu file contains; child entities have no list of their own. */
function unlistedGroups(tree: readonly MenuNode[], model: Model): MenuNode[] {
  const listed = new Set(
    tree.flatMap(function names(node): string[] {
      return [node.entity ?? '', ...(node.children ?? []).flatMap(names)];
    }),
  );
  const unlisted = Object.values(model.entities).filter(
    (entity) => !listed.has(entity.name) && entity.parents.length === 0,
  );
  return [...Map.groupBy(unlisted, (entity) => entity.area)].map(([area, entities], groupIndex) => ({
    name: area,
    title: AREA_TITLES[area] ?? { en: area, zh: area },
    icon: 'FolderOutlined',
    sort: UNLISTED_SORT + groupIndex,
    keepAlive: false,
    hide: false,
    children: entities.map((entity, index) => ({
      name: entity.name,
      title: entity.label,
      icon: 'FileOutlined',
      viewPath: `/${area}/${entity.name}`,
      sort: index,
      keepAlive: true,
      hide: false,
      entity: entity.name,
    })),
  }));
}

/** Titles of the areas of the specification. */
export const AREA_TITLES: Readonly<Record<string, Label>> = {
  system: { en: 'System', zh: '系统' },
  master: { en: 'Master data', zh: '主数据' },
  premium: { en: 'Premium', zh: '保费' },
  claims: { en: 'Claims', zh: '理赔' },
  billing: { en: 'Billing', zh: '账单' },
  bank: { en: 'Bank', zh: '银行' },
  litigation: { en: 'Litigation', zh: '诉讼' },
  logistics: { en: 'Logistics', zh: '物流' },
};
