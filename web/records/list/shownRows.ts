import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Where } from '../../api/where.ts';
import type { ListRow } from './columns.tsx';
import type { Group } from './group.ts';

/** A query of an entity's rows for a page other than its list. */
interface RowQuery {
  where?: Where;
  sort?: string;
  pageSize: number;
}

interface Page {
  records: ListRow[];
  total: number;
  totalIsEstimate?: boolean;
}

/**
 * Options of rows on pages that stay open: reloaded each minute while visible, and at once when a row is saved here.
 */
export const RELOADED = { staleTime: 10_000, refetchInterval: 60_000, refetchOnWindowFocus: true } as const;

/** Query key of rows shown outside their lists, apart from tables with pages (`useRowPages`), whose key is Refine's. */
export const SHOWN: readonly string[] = ['shown'];

const shownKeys = new Map<string, readonly string[]>();

/** Query key of an entity's rows shown outside its list; the same array for each call. */
export function shownKey(entity: string): readonly string[] {
  const known = shownKeys.get(entity) ?? [...SHOWN, entity];
  shownKeys.set(entity, known);
  return known;
}

/** Query of the first rows of a list and their number. */
export const shownRows = (entity: string, { where = [], sort, pageSize }: RowQuery) =>
  queryOptions({
    queryKey: [...shownKey(entity), 'rows', where, sort, pageSize],
    queryFn: ({ signal }) =>
      call<Page>('GET', `/api/${entity}`, {
        query: { current: 1, pageSize, sort, where: where.length > 0 ? JSON.stringify(where) : undefined },
        signal,
      }),
    ...RELOADED,
  });

/** Largest page of the API. */
const MAX_PAGE_SIZE = 1000;

/** Loads all rows that match, in order. @throws ApiError */
export async function readAll(entity: string, where: Where, sort: string, signal?: AbortSignal): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  for (let current = 1; ; current += 1) {
    const { records } = await call<Page>('GET', `/api/${entity}`, {
      query: { current, pageSize: MAX_PAGE_SIZE, sort, where: JSON.stringify(where) },
      ...(signal && { signal }),
    });
    rows.push(...records);
    if (records.length < MAX_PAGE_SIZE) return rows;
  }
}

/** Query of all rows that match, in order. */
export const allRows = (entity: string, where: Where, sort: string) =>
  queryOptions({
    queryKey: [...shownKey(entity), 'all', where, sort],
    queryFn: ({ signal }) => readAll(entity, where, sort, signal),
    ...RELOADED,
  });

/**
 * Query of the number of rows for each value of a field, the largest first. With amounts it has their totals, the
 * largest total of the first amount first.
 */
export const shownGroups = (entity: string, by: string, where: Where, sum?: readonly string[]) =>
  queryOptions({
    queryKey: [...shownKey(entity), 'groups', by, where, sum],
    queryFn: ({ signal }) =>
      call<Group[]>('GET', `/api/${entity}/groups`, {
        query: { by, ...(sum && { sum: sum.join(',') }), where: where.length > 0 ? JSON.stringify(where) : undefined },
        signal,
      }),
    ...RELOADED,
  });

/** Query of the number of different values of some fields for each value of a field. */
export const shownDistinct = (entity: string, by: string, where: Where, distinct: readonly string[]) =>
  queryOptions({
    queryKey: [...shownKey(entity), 'distinct', by, where, distinct],
    queryFn: ({ signal }) =>
      call<Group[]>('GET', `/api/${entity}/groups`, {
        query: { by, distinct: distinct.join(','), where: JSON.stringify(where) },
        signal,
      }),
    ...RELOADED,
  });
