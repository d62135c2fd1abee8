import { type BaseRecord, useList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { Where } from '../../api/where.ts';
import type { ListRow } from './columns.tsx';
import type { ListState } from './state.ts';

export interface ListRows {
  rows: ListRow[];
  total: number;
  totalIsEstimate: boolean;
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
  return {
    rows: result.data as ListRow[],
    total: result.total ?? 0,
    totalIsEstimate: query.data?.['totalIsEstimate'] === true,
    first: query.isPending && enabled,
    loading: query.isFetching,
    error: query.error,
    refresh: () => void query.refetch(),
  };
}
