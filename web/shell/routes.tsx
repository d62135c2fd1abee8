import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import type { EntitySummary } from '../entity/model.ts';
import { part } from './part.ts';
import type { RouteTable } from './routing/table.ts';

/** What an entity's screen is given: the entity's name, and the record's id where the address has one. */
export interface ScreenProps { entity: string; id?: string }

/** Which of an entity's screens stands at an address. */
export type ScreenKind = 'list' | 'import' | 'new' | 'record' | 'edit';

// Each screen is its own chunk; what a reader never opens is never fetched.

/** The screens that no schema describes, by their address; one that is that of an entity's list or record takes its place. */
const PAGES: readonly OwnPage[] = [
  { path: '/dashboard/welcome', Page: part(async () => (await import('../pages/welcome.tsx')).WelcomePage) },
  { path: '/system/resource-item', Page: part(async () => (await import('../pages/library/page.tsx')).LibraryPage) },
  { path: '/system/dictionary', Page: part(async () => (await import('../pages/dictionary/page.tsx')).DictionaryPage) },
  { path: '/system/dictionary/table', Page: part(async () => (await import('../pages/tables.tsx')).DictionaryTable) },
  { path: '/system/resource-item/table', Page: part(async () => (await import('../pages/tables.tsx')).LibraryTable) },
];

/** The screens of every entity, by the address below its list's, and the right that each needs. */
const ENTITY_PAGES: readonly { kind: ScreenKind; path: string; action: string; Page: ComponentType<ScreenProps> }[] = [
  { kind: 'list', action: 'query', path: '/', Page: part(async () => (await import('../entity/list/page.tsx')).ListPage) },
  { kind: 'import', action: 'import', path: '/import', Page: part(async () => (await import('../entity/import/page.tsx')).ImportPage) },
  { kind: 'new', action: 'add', path: '/new', Page: part(async () => (await import('../entity/form/pages.tsx')).CreatePage) },
  { kind: 'record', action: 'query', path: '/:id', Page: part(async () => (await import('../entity/detail/page.tsx')).DetailPage) },
  { kind: 'edit', action: 'edit', path: '/:id/edit', Page: part(async () => (await import('../entity/form/pages.tsx')).EditPage) },
];

/** A page at an address. */
export type FramedPage = OwnPage | EntityPage;

export interface OwnPage { path: string; Page: ComponentType }

export interface EntityPage {
  path: string;
  kind: ScreenKind;
  /** the right that it needs */
  action: string;
  /** the list's address */
  list: string;
  summary: EntitySummary;
  screen: ScreenProps;
  Page: ComponentType<ScreenProps>;
}

/** The page that is drawn at `pathname` for a reader of these entities; undefined where there is none, or none for them. */
export function pageAt(pathname: string, table: RouteTable, model: readonly EntitySummary[]): FramedPage | undefined {
  const own = PAGES.find(({ path }) => matchPath(path, pathname));
  if (own) return own;
  for (const { list, summary } of lists(table, model)) {
    if (pathname !== list && !pathname.startsWith(`${list}/`)) continue;
    const rest = pathname.slice(list.length) || '/';
    for (const { kind, path, action, Page } of ENTITY_PAGES) {
      const match = matchPath(path, rest);
      if (!match) continue;
      const id = (match.params as { id?: string }).id;
      return { path: kind === 'list' ? list : list + path, kind, list, summary, action, Page, screen: { entity: summary.name, ...(id === undefined ? {} : { id }) } };
    }
  }
  return undefined;
}

/** Where lists stand: at `/area/entity`, and where else the menu has them. */
function lists({ screens }: RouteTable, model: readonly EntitySummary[]): { list: string; summary: EntitySummary }[] {
  const byName = new Map(model.map((one) => [one.name, one]));
  return [
    ...model.map((summary) => ({ list: `/${summary.area}/${summary.name}`, summary })),
    ...screens.flatMap(({ path, entity }) => {
      const summary = byName.get(entity ?? '');
      return summary ? [{ list: path, summary }] : [];
    }),
  ];
}
