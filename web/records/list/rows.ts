import { type BaseRecord, useList } from '@refinedev/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Where } from '../../api/where.ts';
import type { ListRow } from './columns.tsx';
import type { ListState } from './state.ts';

export interface ListRows {
  rows: ListRow[];
  total: number;
  totalIsEstimate: boolean;
  /** it is still being counted, and there are at least so many */
  totalIsPending: boolean;
  /** nothing to show yet */
  first: boolean;
  /** what is shown is being replaced */
  loading: boolean;
  error: unknown;
  refresh: () => void;
}

/** One page of the list. While the next one is on its way the old one stays. */
export function useListRows(entity: string, state: ListState, where: Where, enabled: boolean): ListRows {
  const { query, result } = useList<ListRow & BaseRecord>({
    resource: entity,
    pagination: { currentPage: state.page, pageSize: state.pageSize, mode: 'server' },
    sorters: state.sort.map(({ field, descending }) => ({ field, order: descending ? 'desc' : 'asc' })),
    meta: { where },
    // The list shows a failure itself, with a way to try again.
    errorNotification: false,
    queryOptions: { enabled, placeholderData: keepPreviousData },
  });
  const left = enabled && !query.isPlaceholderData && query.data?.['totalIsPending'] === true;
  const counted = useQuery({
    // rows that were read anew may be others by now
    queryKey: ['count', entity, where, query.dataUpdatedAt],
    queryFn: ({ signal }) =>
      call<{ total: number; totalIsEstimate?: boolean }>('GET', `/api/${entity}/count`, {
        query: { where: where.length > 0 ? JSON.stringify(where) : undefined },
        signal,
      }),
    enabled: left,
    staleTime: Infinity,
  });
  const found = left ? counted.data : undefined;
  return {
    rows: result.data as ListRow[],
    total: found?.total ?? result.total ?? 0,
    totalIsEstimate: found ? found.totalIsEstimate === true : query.data?.['totalIsEstimate'] === true,
    totalIsPending: left && !found && !counted.error,
    first: query.isPending && enabled,
    loading: query.isFetching,
    error: query.error,
    refresh: () => void query.refetch(),
  };
}
