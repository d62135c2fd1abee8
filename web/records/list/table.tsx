import { type CheckboxProps, Skeleton, Table, type TableProps } from 'antd';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel, useSide } from '../../fields/language.ts';
import { openTransition } from '../detail/runOnOpen.ts';
import { useExtra } from '../extras.ts';
import { useRecordOf } from '../recordOf.ts';
import { useBodyHeight, useReachableBody } from './bodyHeight.ts';
import { type ListColumn, type ListRow, tableColumns, underHeadings } from './columns.tsx';
import { EmptyState } from './emptyState.tsx';
import { FurtherColumns } from './furtherColumns.tsx';
import type { ListModel } from './listModel.ts';
import { useWithParentColumn } from './parentColumn.tsx';
import { ResizableHeading } from './resizableHeading.tsx';
import { RowActions } from './rowActions.tsx';

/** Maximum number of rows that are all rendered; a longer table renders only the visible rows. */
const MAX_ROWS_RENDERED = 100;

const CHECKBOX_WIDTH = 48;
const ACTIONS_WIDTH = 80;

/** The rows of a list. */
export function ListTable({ model }: { model: ListModel }): ReactNode {
  const { entity, list, canLoad } = model;
  const element = useRef<HTMLDivElement>(null);
  const { columns, width, headings } = useColumns(model, element);
  const height = useBodyHeight(element, headings);
  useReachableBody(element, !list.isFirstLoad && list.rows.length === 0);
  const selection = useSelection(model);
  return (
    <div className="list-table" ref={element}>
      {list.isFirstLoad && !list.error ? (
        <Skeleton active title={false} paragraph={{ rows: 12, width: '100%' }} />
      ) : (
        <Table<ListRow>
          size="small"
          rowKey="id"
          virtual={list.rows.length > MAX_ROWS_RENDERED}
          pagination={false}
          showSorterTooltip={false}
          loading={{ spinning: list.loading, delay: 300 }}
          dataSource={canLoad ? list.rows : []}
          rowClassName={(row) => (openTransition(entity, row) ? 'unopened' : '')}
          columns={columns}
          components={{ header: { cell: ResizableHeading } }}
          scroll={{ x: width, y: height }}
          {...selection}
          onChange={onSort(model)}
          // Nothing is known about rows after a failure.
          locale={{ emptyText: list.error ? null : <Empty model={model} /> }}
        />
      )}
    </div>
  );
}

/** The list's columns under their headings, their total width and the number of heading rows. */
function useColumns(
  model: ListModel,
  element: RefObject<HTMLDivElement | null>,
): { columns: ListColumn[]; width: number; headings: number } {
  const { entity, shown, preferences, prefer, state, list } = model;
  const label = useLabel();
  const side = useSide();
  const recordOf = useRecordOf(entity);
  const { widths } = preferences;
  const onWidth = (column: string, width: number): void =>
    prefer({ widths: { ...widths, [column]: Math.round(width) } });
  const own = tableColumns({ entity, shown, widths, sort: state.sort, label, side, recordOf, onWidth });
  const all = useWithParentColumn(entity.name, own, list.rows);
  const headed = underHeadings(all, entity, label);
  const actions = useActionColumn(model, element);
  return {
    columns: actions ? [...headed, actions] : headed,
    width: all.reduce((sum, column) => sum + Number(column.width), CHECKBOX_WIDTH + ACTIONS_WIDTH),
    headings: headed.some((column) => 'children' in column) ? 2 : 1,
  };
}

/** The column of the row buttons; undefined if the user may use none of them. */
function useActionColumn(model: ListModel, element: RefObject<HTMLDivElement | null>): ListColumn | undefined {
  const { t } = useTranslation();
  const hasExtra = useExtra(model.entity.name, 'row') !== undefined;
  if (!model.mayEdit && !model.mayDelete && !hasExtra) return undefined;
  return {
    key: 'actions',
    fixed: 'right',
    width: hasExtra ? 112 : ACTIONS_WIDTH,
    title: (
      <>
        <span className="unseen">{t('list.actions')}</span>
        <FurtherColumns table={element} />
      </>
    ),
    render: (_, row) => <RowActions model={model} row={row} />,
  };
}

function useSelection({ selectable, selected, setSelected }: ListModel): Pick<TableProps<ListRow>, 'rowSelection'> {
  const { t } = useTranslation();
  if (!selectable) return {};
  return {
    rowSelection: {
      fixed: true,
      columnWidth: 40,
      preserveSelectedRowKeys: true,
      selectedRowKeys: selected.map(({ id }) => id),
      onChange: (_, rows) => setSelected(rows),
      getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectAll') }) as CheckboxProps,
      getCheckboxProps: (row) => ({ 'aria-label': t('list.selectRow', { id: row.id }) }) as CheckboxProps,
    },
  };
}

const onSort =
  ({ entity, change }: ListModel): NonNullable<TableProps<ListRow>['onChange']> =>
  (_pagination, _filters, sorter, { action }) => {
    if (action !== 'sort' || Array.isArray(sorter)) return;
    change({
      sort: sorter.order
        ? [{ field: String(sorter.columnKey), descending: sorter.order === 'descend' }]
        : entity.list.sort,
    });
  };

function Empty({ model: { entity, canLoad, where, list, change, add, startImport } }: { model: ListModel }): ReactNode {
  // A page after the last one has no rows either.
  const isFiltered = where.length > 0 || list.total > 0;
  return (
    <EmptyState
      entity={entity}
      reason={canLoad ? (isFiltered ? 'noMatch' : 'noRows') : 'noFilter'}
      onReset={() => change({ filters: {}, preset: undefined })}
      onAdd={add}
      onImport={startImport}
    />
  );
}
