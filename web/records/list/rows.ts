import { type BaseRecord, useList } from '@refinedev/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Where } from '../../api/where.ts';
import type { ListRow } from './columns.tsx';
import type { ListState } from './state.ts';

/** One page of a list, with its loading state. */
export interface ListRows {
  rows: ListRow[];
  total: number;
  totalIsEstimate: boolean;
  /** the count is still running; `total` is the minimum */
  totalIsPending: boolean;
  /** the list is being loaded for the first time and has no rows to show yet */
  isFirstLoad: boolean;
  /** rows are being reloaded */
  loading: boolean;
  error: unknown;
  refresh: () => void;
}

/** Loads one page of a list. The previous page stays visible until the new page arrives. */
export function useListRows(entity: string, state: ListState, where: Where, enabled: boolean): ListRows {
  const { query, result } = useList<ListRow & BaseRecord>({
    resource: entity,
    pagination: { currentPage: state.page, pageSize: state.pageSize, mode: 'server' },
    sorters: state.sort.map(({ field, descending }) => ({ field, order: descending ? 'desc' : 'asc' })),
    meta: { where, countsLater: true },
    // The list shows failures itself, with a retry.
    errorNotification: false,
    queryOptions: { enabled, placeholderData: keepPreviousData },
  });
  const isUncounted = enabled && !query.isPlaceholderData && query.data?.['totalIsPending'] === true;
  const counted = useQuery({
    // Reloaded rows are counted again.
    queryKey: ['count', entity, where, query.dataUpdatedAt],
    queryFn: ({ signal }) =>
      call<{ total: number; totalIsEstimate?: boolean }>('GET', `/api/${entity}/count`, {
        query: { where: where.length > 0 ? JSON.stringify(where) : undefined },
        signal,
      }),
    enabled: isUncounted,
    staleTime: Infinity,
  });
  const found = isUncounted ? counted.data : undefined;
  return {
    rows: result.data as ListRow[],
    total: found?.total ?? result.total ?? 0,
    totalIsEstimate: found ? found.totalIsEstimate === true : query.data?.['totalIsEstimate'] === true,
    totalIsPending: isUncounted && !found && !counted.error,
    isFirstLoad: query.isPending && enabled,
    loading: query.isFetching,
    error: query.error,
    refresh: () => void query.refetch(),
  };
}
