import { useTable } from '@refinedev/antd';
import type { BaseRecord } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { TableProps } from 'antd';
import type { Where } from '../api/where.ts';
import type { Row } from '../fields/types.ts';
import { RELOADED } from './list/shownRows.ts';
import { useLastPage } from './list/state.ts';

/** The rows of a table with their pages, as properties of antd's table. */
export type TableRows = Pick<TableProps<Row>, 'dataSource' | 'loading' | 'pagination' | 'onChange'>;

/** A table of an entity's rows that loads one page at a time. Its page is not in the address, unlike that of a list. */
export interface RowPages {
  table: TableRows;
  rows: readonly Row[];
  /** number of all rows; absent until a page is loaded */
  total: number | undefined;
  /** why the page could not be loaded */
  error: unknown;
  retry: () => void;
  toFirstPage: () => void;
}

interface Options {
  where: Where;
  pageSize: number;
  /** reads the choices of a reference, for users who may choose rows but not read them */
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
    queryOptions: { placeholderData: keepPreviousData, ...(choices ? {} : RELOADED) },
  });
  const { data: rows, total } = result;
  const isLoading = tableQuery.isPending || tableQuery.isPlaceholderData;
  useLastPage({ page: currentPage, pageSize }, { rows, total: total ?? 0, loading: isLoading }, setCurrentPage);
  return {
    table: {
      dataSource: rows,
      ...(tableProps.onChange && { onChange: tableProps.onChange }),
      loading: { spinning: isLoading, delay: 300 },
      pagination: { current: currentPage, pageSize, total: total ?? 0, hideOnSinglePage: true, showSizeChanger: false },
    },
    rows,
    total,
    error: tableQuery.error,
    retry: () => void tableQuery.refetch(),
    toFirstPage: () => setCurrentPage(1),
  };
}
