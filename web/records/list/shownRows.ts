import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Where } from '../../api/where.ts';
import type { ListRow } from './columns.tsx';

/** What is asked of an entity's rows for a place other than its list. */
interface Asked {
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
 * Rows that stand on a page which stays open: asked again each minute while it is looked at, and at once when one of
 * them is saved here.
 */
const LIVING = { staleTime: 10_000, refetchInterval: 60_000, refetchOnWindowFocus: true } as const;

/** The key under which everything shown of any entity outside its list is kept. */
export const SHOWN: readonly string[] = ['shown'];

/** The same of one entity. */
export const shownKey = (entity: string): readonly string[] => [...SHOWN, entity];

/** The first rows of a list, and how many there are. */
export const shownRows = (entity: string, { where = [], sort, pageSize }: Asked) =>
  queryOptions({
    queryKey: [...shownKey(entity), 'rows', where, sort, pageSize],
    queryFn: ({ signal }) =>
      call<Page>('GET', `/api/${entity}`, {
        query: { current: 1, pageSize, sort, where: where.length > 0 ? JSON.stringify(where) : undefined },
        signal,
      }),
    ...LIVING,
  });

/** Rows in one call; the API's largest page. */
const LARGEST_PAGE = 1000;

/** Reads every row of a list that fits, in its order. @throws ApiError */
export async function readAll(entity: string, where: Where, sort: string, signal?: AbortSignal): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  for (let current = 1; ; current += 1) {
    const { records } = await call<Page>('GET', `/api/${entity}`, {
      query: { current, pageSize: LARGEST_PAGE, sort, where: JSON.stringify(where) },
      ...(signal && { signal }),
    });
    rows.push(...records);
    if (records.length < LARGEST_PAGE) return rows;
  }
}

/** Every row of a list that fits, in its order, for a place that shows them all together. */
export const allRows = (entity: string, where: Where, sort: string) =>
  queryOptions({
    queryKey: [...shownKey(entity), 'all', where, sort],
    queryFn: ({ signal }) => readAll(entity, where, sort, signal),
    ...LIVING,
  });

/** How many rows have a value, and the totals of amounts in them, as decimal text. */
export interface Group {
  value: string | null;
  count: number;
  sums?: Record<string, string>;
}

/**
 * How many rows of a list there are of each value of a field, the most first; with the totals of some amounts, the
 * greatest of the first amount first.
 */
export const shownGroups = (entity: string, by: string, where: Where, sum?: readonly string[]) =>
  queryOptions({
    queryKey: [...shownKey(entity), 'groups', by, where, sum],
    queryFn: ({ signal }) =>
      call<Group[]>('GET', `/api/${entity}/groups`, {
        query: { by, ...(sum && { sum: sum.join(',') }), where: where.length > 0 ? JSON.stringify(where) : undefined },
        signal,
      }),
    ...LIVING,
  });
