import { EllipsisOutlined, ImportOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { CanAccess } from '@refinedev/core';
import { usePrefetchQuery } from '@tanstack/react-query';
import { Alert, Button, type CheckboxProps, Dropdown, Pagination, Skeleton, Table } from 'antd';
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { rowOperations } from '../../../generator/language/operations.ts';
import { download } from '../../api/transfer.ts';
import { useLabel, useSide } from '../../fields/language.ts';
import { useMay } from '../../rights/store.ts';
import { errorText } from '../../shell/errorText.ts';
import { FailureBoundary } from '../../shell/failure.tsx';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { opening } from '../detail/opening.ts';
import { ListOperations } from '../operations/listOperations.tsx';
import { opensAsModal } from '../form/layout.ts';
import { useExtra, useListExtra } from '../extras.ts';
import { isOfApproval } from '../gate.ts';
import { useEntity } from '../model.ts';
import { useRecordOf } from '../recordOf.ts';
import { ColumnChooser } from './columnChooser.tsx';
import { type ListRow, tableColumns, underHeadings } from './columns.tsx';
import { EmptyState } from './emptyState.tsx';
import { ExportMenu } from './exportMenu.tsx';
import { FurtherColumns } from './furtherColumns.tsx';
import { conditionsOf, filtersSuffice } from './filter.ts';
import { keptQuery, useListPreferences } from './preferences.ts';
import { usePreset } from './presets.ts';
import { RowButtons } from './rowButtons.tsx';
import { ResizableHeading } from './resizableHeading.tsx';
import { useListRows } from './rows.ts';
import { SearchForm } from './searchForm.tsx';
import { PAGE_SIZES, sortText, useLastPage, useListState } from './state.ts';
import { useBodyHeight, useReachableBody } from './bodyHeight.ts';
import { useBulk } from './bulk.tsx';
import { BulkBar } from './bulkBar.tsx';
import { SavedViews } from './views.tsx';
import { useWithParentColumn } from './parentColumn.tsx';
import { PageHeading } from '../../shell/pageTitle.tsx';
import './list.css';

/** From this many rows on only those in sight are drawn. */
const DRAW_ALL_UP_TO = 100;
/** More presets than these have a line of their own, for the buttons would leave the first one. */
const MOST_BESIDE = 3;

/** The judge of a row is fetched for the lists whose rows may be closed to change. */
const GatedRowButtons = lazyChunk(async () => (await import('./gatedRowButtons.tsx')).GatedRowButtons);

const PresetChoice = lazyChunk(async () => (await import('./presetChoice.tsx')).PresetChoice);

/** The form is fetched when somebody first makes or changes a record. */
const FormModal = lazyChunk(async () => (await import('../form/modal.tsx')).FormModal);

/** The generated list of an entity. */
export function ListPage({ entity: name }: { entity: string }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const side = useSide();
  const navigate = useNavigate();
  // the two are fetched side by side
  usePrefetchQuery(keptQuery(name));
  const { entity } = useEntity(name);
  const may = useMay(entity);
  const [preferences, prefer] = useListPreferences(name);
  const [state, change] = useListState(entity, preferences.pageSize);
  const [selected, setSelected] = useState<ListRow[]>([]);
  const [editing, setEditing] = useState<{ id?: string }>();
  const recordOf = useRecordOf(entity);
  const table = useRef<HTMLDivElement>(null);

  const preset = usePreset(entity, state.preset);
  const where = useMemo(() => [...conditionsOf(entity, state.filters), ...preset], [entity, state.filters, preset]);
  const enough = filtersSuffice(entity, state.filters);
  const list = useListRows(name, state, where, enough);
  useLastPage(state, list, (page) => change({ page }, { replace: true }));
  const bulk = useBulk(entity, (done) => setSelected((before) => before.filter(({ id }) => !done.has(id))));

  const shown = preferences.columns ?? entity.list.columns;
  const columns = useWithParentColumn(
    name,
    tableColumns({
      entity,
      shown,
      widths: preferences.widths,
      sort: state.sort,
      label,
      side,
      recordOf,
      onWidth: (column, width) => prefer({ widths: { ...preferences.widths, [column]: Math.round(width) } }),
    }),
    list.rows,
  );
  const headed = underHeadings(columns, entity, label);
  const height = useBodyHeight(table, headed.some((column) => 'children' in column) ? 2 : 1);
  useReachableBody(table, !list.first && list.rows.length === 0);
  const width = columns.reduce((sum, column) => sum + Number(column.width), 48 + 80);

  const place = `/${entity.area}/${name}`;
  const mayEdit = may('edit');
  const mayDelete = may('delete');
  const mayImport = may('import');
  const Extra = useExtra(name, 'row');
  const hasBulkExtra = useExtra(name, 'bulk') !== undefined;
  const ListExtra = useListExtra(name);
  // rows are selected for what can be done with several, so not by who may do nothing
  const selectable =
    mayDelete ||
    hasBulkExtra ||
    [...rowOperations(entity).values()].some((ways) =>
      ways.some(({ bulk: several, name: own }) => several && may(own)),
    );
  const edit = (id?: string): void => {
    if (opensAsModal(entity)) setEditing(id === undefined ? {} : { id });
    else void navigate(id === undefined ? `${place}/new` : `${place}/${id}/edit`);
  };
  const add = may('add') ? () => edit() : undefined;
  const startImport = mayImport ? () => void navigate(`${place}/import`) : undefined;

  const presets = entity.list.presets ?? [];
  const chooser =
    presets.length === 0 ? null : (
      <Suspense fallback={null}>
        <PresetChoice presets={presets} chosen={state.preset} onChoose={(id) => change({ preset: id })} />
      </Suspense>
    );

  return (
    <div className="page list-page">
      <div className="page-header">
        <PageHeading of={entity.label} />
        {enough && !list.first && !list.error ? (
          <span className="meta" aria-live="polite">
            {t(list.totalIsPending ? 'list.counting' : list.totalIsEstimate ? 'list.aboutTotal' : 'list.total', {
              count: list.total,
            })}
          </span>
        ) : null}
        {presets.length <= MOST_BESIDE ? chooser : null}
        <span className="spacer" />
        {add ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={add}>
            {t('list.add')}
          </Button>
        ) : null}
        {startImport ? (
          <Button icon={<ImportOutlined />} onClick={startImport}>
            {t('list.import')}
          </Button>
        ) : null}
        <ListOperations entity={entity} />
        <CanAccess resource={name} action="export">
          <ExportMenu entity={entity} shown={shown} where={where} sort={sortText(state.sort)} disabled={!enough} />
        </CanAccess>
        {ListExtra ? (
          <Suspense fallback={null}>
            <ListExtra rows={list.rows} />
          </Suspense>
        ) : null}
        <SavedViews entity={name} />
        <ColumnChooser
          entity={entity}
          shown={shown}
          onChange={(chosen) => prefer({ columns: chosen })}
          onReset={() => prefer({ columns: null, widths: null })}
        />
        <Button
          icon={<ReloadOutlined />}
          title={t('list.refresh')}
          aria-label={t('list.refresh')}
          disabled={!enough}
          onClick={list.refresh}
        />
        {mayImport ? (
          <Dropdown
            trigger={['click']}
            menu={{
              items: [
                { key: 'template', label: t('list.template'), onClick: () => void download(`/api/${name}/template`) },
                ...(entity.import?.layouts ?? []).map((layout) => ({
                  key: layout.id,
                  label: t('list.layoutTemplate', { layout: label(layout.label) }),
                  onClick: () => void download(`/api/${name}/template?layout=${layout.id}`),
                })),
              ],
            }}
          >
            <Button icon={<EllipsisOutlined />} title={t('list.more')} aria-label={t('list.more')} />
          </Dropdown>
        ) : null}
      </div>
      {presets.length > MOST_BESIDE ? <div className="list-presets">{chooser}</div> : null}
      <SearchForm
        entity={entity}
        filters={state.filters}
        onSearch={(filters) => change({ filters })}
        unfolded={preferences.unfolded}
        onFold={(unfolded) => prefer({ unfolded })}
      />
      {selected.length > 0 ? (
        <BulkBar entity={entity} selected={selected} bulk={bulk} onClear={() => setSelected([])} />
      ) : null}
      {list.error ? (
        <Alert
          type="error"
          showIcon
          message={errorText(list.error, t)}
          action={
            <Button size="small" onClick={list.refresh}>
              {t('error.retry')}
            </Button>
          }
        />
      ) : null}
      <div className="list-table" ref={table}>
        {list.first && !list.error ? (
          <Skeleton active title={false} paragraph={{ rows: 12, width: '100%' }} />
        ) : (
          <Table<ListRow>
            size="small"
            rowKey="id"
            virtual={list.rows.length > DRAW_ALL_UP_TO}
            pagination={false}
            showSorterTooltip={false}
            loading={{ spinning: list.loading, delay: 300 }}
            dataSource={enough ? list.rows : []}
            rowClassName={(row) => (opening(entity, row) ? 'unopened' : '')}
            columns={mayEdit || mayDelete || Extra ? [...headed, actionColumn()] : headed}
            components={{ header: { cell: ResizableHeading } }}
            scroll={{ x: width, y: height }}
            {...(selectable && {
              rowSelection: {
                fixed: true,
                columnWidth: 40,
                preserveSelectedRowKeys: true,
                selectedRowKeys: selected.map(({ id }) => id),
                onChange: (_, rows) => setSelected(rows),
                getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectAll') }),
                getCheckboxProps: (row) => ({ 'aria-label': t('list.selectRow', { id: row.id }) }) as CheckboxProps,
              },
            })}
            onChange={(_pagination, _filters, sorter, { action }) => {
              if (action !== 'sort' || Array.isArray(sorter)) return;
              change({
                sort: sorter.order
                  ? [{ field: String(sorter.columnKey), descending: sorter.order === 'descend' }]
                  : entity.list.sort,
              });
            }}
            locale={{
              // A page after the last one matches nothing either; what a failure hides is not known.
              emptyText: list.error ? null : (
                <EmptyState
                  entity={entity}
                  reason={enough ? (where.length > 0 || list.total > 0 ? 'noMatch' : 'noRows') : 'noFilter'}
                  onReset={() => change({ filters: {}, preset: undefined })}
                  onAdd={add}
                  onImport={startImport}
                />
              ),
            }}
          />
        )}
      </div>
      <Pagination
        className="list-pages"
        size="small"
        align="end"
        current={state.page}
        pageSize={state.pageSize}
        total={enough ? list.total : 0}
        showSizeChanger
        pageSizeOptions={[...PAGE_SIZES]}
        onChange={(page, pageSize) => {
          if (pageSize !== state.pageSize) prefer({ pageSize });
          change({ page: pageSize === state.pageSize ? page : 1, pageSize });
        }}
      />
      {editing ? (
        <FailureBoundary dialog onRetry={() => setEditing(undefined)}>
          <Suspense fallback={null}>
            <FormModal
              entity={name}
              id={editing.id}
              onSaved={() => setEditing(undefined)}
              onClose={() => setEditing(undefined)}
            />
          </Suspense>
        </FailureBoundary>
      ) : null}
    </div>
  );

  function buttonsOf(row: ListRow): ReactNode {
    // a to-do of an approval goes with its record
    if (isOfApproval(entity, row)) return null;
    const buttons = {
      onEdit: mayEdit ? () => edit(row.id) : undefined,
      onDelete: mayDelete ? () => bulk.remove([row]) : undefined,
    };
    const gated =
      entity.access?.edit !== undefined ||
      ['edit', 'delete'].some((operation) => operation in entity.gate || operation in entity.guards);
    return gated ? (
      <Suspense fallback={null}>
        <GatedRowButtons entity={entity} row={row} {...buttons} />
      </Suspense>
    ) : (
      <RowButtons {...buttons} />
    );
  }

  function actionColumn() {
    return {
      key: 'actions',
      fixed: 'right' as const,
      width: Extra ? 112 : 80,
      title: (
        <>
          <span className="unseen">{t('list.actions')}</span>
          <FurtherColumns table={table} />
        </>
      ),
      render: (_: unknown, row: ListRow) => (
        <span className="row-actions">
          {buttonsOf(row)}
          {Extra ? (
            <Suspense fallback={null}>
              <Extra rows={[row]} place="row" onDone={list.refresh} />
            </Suspense>
          ) : null}
        </span>
      ),
    };
  }
}
