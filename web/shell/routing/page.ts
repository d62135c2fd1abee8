import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import type { Label } from '../../../generator/model/field.ts';
import type { RouteTable } from './table.ts';

/** What an entity's screen is given: the entity's name, and the record's id where the address has one. */
export interface ScreenProps {
  entity: string;
  id?: string;
}

/** Which of an entity's screens stands at an address. */
export type ScreenKind = 'list' | 'import' | 'new' | 'record' | 'edit' | 'compare';

/** An entity that the reader may see. */
export interface Listed {
  name: string;
  area: string;
  label: Label;
}

/** A page at an address. */
export type FramedPage = OwnPage | EntityPage;

/** A screen that no schema describes. */
export interface OwnPage {
  path: string;
  Page: ComponentType;
}

/** A screen that every entity has, at a path below its list's. */
export interface EntityScreen {
  kind: ScreenKind;
  path: string;
  /** the right that it needs */
  action: string;
  Page: ComponentType<ScreenProps>;
}

export interface EntityPage extends EntityScreen {
  /** the list's address */
  list: string;
  summary: Listed;
  screen: ScreenProps;
}

/** All pages that there are. */
export interface Pages {
  own: readonly OwnPage[];
  ofEntities: readonly EntityScreen[];
}

/**
 * The page that is drawn at `pathname` for a reader of these entities; undefined where there is none, or none for them.
 */
export function pageAmong(
  { own, ofEntities }: Pages,
  pathname: string,
  table: RouteTable,
  model: readonly Listed[],
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

/** Where lists stand: at `/area/entity`, and where else the menu has them. */
function lists({ screens }: RouteTable, model: readonly Listed[]): { list: string; summary: Listed }[] {
  const byName = new Map(model.map((one) => [one.name, one]));
  return [
    ...model.map((summary) => ({ list: `/${summary.area}/${summary.name}`, summary })),
    ...screens.flatMap(({ path, entity }) => {
      const summary = byName.get(entity ?? '');
      return summary ? [{ list: path, summary }] : [];
    }),
  ];
}
