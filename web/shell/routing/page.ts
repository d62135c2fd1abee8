import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import type { Label } from '../../../generator/model/field.ts';
import type { RouteTable } from './table.ts';

/** Props of an entity's screen: the name of the entity, and the id of the record if the address has one. */
export interface ScreenProps {
  entity: string;
  id?: string;
}

/** The screens of an entity. */
export type ScreenKind = 'list' | 'import' | 'new' | 'record' | 'edit' | 'compare';

/** An entity that the user may see. */
export interface ListedEntity {
  name: string;
  area: string;
  label: Label;
}

/** A page in the frame. */
export type FramedPage = OwnPage | EntityPage;

/** A screen that no schema describes. */
export interface OwnPage {
  path: string;
  Page: ComponentType;
}

/** A screen of every entity, at a path below the address of its list. */
export interface EntityScreen {
  kind: ScreenKind;
  path: string;
  /** the right that it needs */
  action: string;
  Page: ComponentType<ScreenProps>;
}

/** The page of an entity's list or record. */
export interface EntityPage extends EntityScreen {
  /** the list's address */
  list: string;
  summary: ListedEntity;
  screen: ScreenProps;
}

/** All pages of the frame. */
export interface Pages {
  own: readonly OwnPage[];
  ofEntities: readonly EntityScreen[];
}

/** Finds the page at `pathname`. Undefined if no page has this address, or if `model` lacks its entity. */
export function findPage(
  { own, ofEntities }: Pages,
  pathname: string,
  table: RouteTable,
  model: readonly ListedEntity[],
): FramedPage | undefined {
  const page = own.find(({ path }) => matchPath(path, pathname));
  if (page) return page;
  for (const { list, summary } of lists(table, model)) {
    if (pathname !== list && !pathname.startsWith(`${list}/`)) continue;
    const rest = pathname.slice(list.length) || '/';
    for (const screen of ofEntities) {
      const match = matchPath(screen.path, rest);
      if (!match) continue;
      const { id } = match.params as { id?: string };
      return {
        ...screen,
        path: screen.kind === 'list' ? list : list + screen.path,
        list,
        summary,
        screen: { entity: summary.name, ...(id === undefined ? {} : { id }) },
      };
    }
  }
  return undefined;
}

/** Addresses of lists: `/area/entity`, and the addresses of lists in the menu. */
function lists({ screens }: RouteTable, model: readonly ListedEntity[]): { list: string; summary: ListedEntity }[] {
  const byName = new Map(model.map((one) => [one.name, one]));
  return [
    ...model.map((summary) => ({ list: `/${summary.area}/${summary.name}`, summary })),
    ...screens.flatMap(({ path, entity }) => {
      const summary = byName.get(entity ?? '');
      return summary ? [{ list: path, summary }] : [];
    }),
  ];
}
