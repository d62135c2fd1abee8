import { useTable } from '@refinedev/antd';
import type { BaseRecord } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { TableProps } from 'antd';
import type { Where } from '../api/where.ts';
import type { Row } from '../fields/types.ts';

/** A table of an entity's rows that loads one page at a time. Its page is not in the address, unlike that of a list. */
export interface RowPages {
  /** properties of antd's table: rows, loading state and pages */
  table: Pick<TableProps<Row>, 'dataSource' | 'loading' | 'pagination' | 'onChange'>;
  rows: readonly Row[];
  /** number of all rows; absent until the first page is loaded */
  total: number | undefined;
  error: unknown;
  toFirstPage: () => void;
}

interface Options {
  where: Where;
  pageSize: number;
  /** reads the rows that the user may choose, which need no right to read them */
  choices?: boolean;
}

/** Loads the rows of an entity in pages. The previous page stays visible until the new page arrives. */
export function useRowPages(entity: string, { where, pageSize, choices = false }: Options): RowPages {
  const { tableProps, tableQuery, result, currentPage, setCurrentPage } = useTable<Row & BaseRecord>({
    resource: entity,
    syncWithLocation: false,
    pagination: { pageSize },
    meta: { where, choices },
    // the caller shows failures itself
    errorNotification: false,
    queryOptions: { placeholderData: keepPreviousData, refetchInterval: 60_000, refetchOnWindowFocus: true },
  });
  return {
    table: {
      ...tableProps,
      loading: { spinning: tableQuery.isFetching, delay: 300 },
      pagination: {
        current: currentPage,
        pageSize,
        total: result.total ?? 0,
        hideOnSinglePage: true,
        showSizeChanger: false,
        size: 'small',
      },
    },
    rows: result.data,
    total: result.total,
    error: tableQuery.error,
    toFirstPage: () => setCurrentPage(1),
  };
}
