import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { type ReactNode, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { childBlockReasons } from '../../../generator/language/blockReasons.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { ErrorAlert } from '../../shell/errorAlert.tsx';
import { childKey } from '../form/conflict.ts';
import { ConflictDialog } from '../form/conflictDialog.tsx';
import { useUnsavedPart } from '../form/unsavedPrompt.ts';
import { fetchLookedUp } from '../form/fetchLookedUp.ts';
import { useRules } from '../form/useRules.ts';
import { useRefresh } from '../form/save.ts';
import { useBodyHeight } from '../list/bodyHeight.ts';
import { useBulk } from '../list/bulk.tsx';
import { BulkBar } from '../list/bulkBar.tsx';
import type { ListRow } from '../list/columns.tsx';
import { operationStates } from '../operations/states.ts';
import { stateSubject } from '../operations/stateSubject.ts';
import { useChildLinks } from './childLinks.tsx';
import { gridFields } from './childFields.ts';
import { contentWidth } from './contentWidth.ts';
import { ChildTableEditor } from './editor.tsx';
import { EmptyRows } from './emptyRows.tsx';
import { useFillWindow } from './fillWindow.ts';
import { matchingKeys } from './matching.ts';
import { type ColumnWidths, useNavigation } from './navigation.ts';
import { childrenQuery } from './readRows.ts';
import { useSaveRows } from './save.ts';
import { SavedRows } from './savedRows.ts';
import { type RowRights, SavedToolbar } from './savedToolbar.tsx';
import { CHECKBOX_WIDTH, rowSelection } from './selection.tsx';
import { totalWidth } from './totals.tsx';

/** Height of a heading or total line, in CSS pixels. */
const LINE_HEIGHT = 24;

interface Props {
  parent: Entity;
  child: Child;
  row: Row;
}

/** The child rows of a record on its page (`x-child.grid`): edited in place and saved together. */
export function SavedTable({ parent, child, row }: Props): ReactNode {
  const { entity } = useRules(parent.name).children.get(child.entity)!;
  const { data, error, refetch } = useQuery(childrenQuery(parent, entity, child, row));
  const record = useMemo(() => data && { ...row, [child.entity]: data }, [row, child.entity, data]);
  if (record) return <LoadedTable parent={parent} child={child} row={record} />;
  if (!error) return <Skeleton active />;
  return <ErrorAlert error={error} onRetry={() => void refetch()} />;
}

/** @param row the record with its child rows */
function LoadedTable({ parent, child, row }: Props): ReactNode {
  const label = useLabel();
  const rows = useRows(parent, child, row);
  const { entity } = rows;
  const rights = useRights(parent, rows, row);
  const view = useView(rows, rights);
  const { shown, filter, setFilter, navigation, showError } = view;
  const { saving, save, current, settle } = useSaveRows(parent, rows, showError);
  useUnsavedPart(rows, save);
  const { bar, selection } = useSelection(parent, rows);
  return (
    <section className="detail-section grid-section" aria-label={label(child.tab ?? entity.label)}>
      <div
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
          event.preventDefault();
          void save();
        }}
      >
        <SavedToolbar
          {...{ rows, row, shown, rights, filter, saving }}
          onFilter={setFilter}
          onError={showError}
          onAdd={navigation.goToAdded}
          onSave={() => void save()}
        />
        {bar}
        <TableBody {...{ parent, row, rows, rights, view }} selection={rights.selectable ? selection : undefined} />
      </div>
      {current && <RowsConflict parent={parent} rows={rows} current={current} onSave={save} onSettle={settle} />}
    </section>
  );
}

interface BodyProps {
  parent: Entity;
  /** the record */
  row: Row;
  rows: SavedRows;
  rights: RowRights;
  view: ReturnType<typeof useView>;
  selection: ReturnType<typeof rowSelection> | undefined;
}

/** The rows. Without rows and without a filter, the ways to add some. */
function TableBody({ parent, row, rows, rights, view, selection }: BodyProps): ReactNode {
  const { t } = useTranslation();
  const { fields, shown, filter, navigation } = view;
  const mayAdd = rights.mayAdd && filter === '';
  return (
    <ChildTableEditor
      {...{ rows, fields, shown, navigation, mayAdd, selection }}
      data={view.data}
      editable={rights.editable}
      {...(mayAdd && {
        empty: <EmptyRows {...{ parent, row, rows, fields }} box={navigation.box} onAdd={navigation.goToAdded} />,
      })}
      emptyText={t(filter === '' ? 'detail.noChildren' : 'grid.noMatch')}
      {...(view.links && { after: view.links.column })}
      widths={view.widths}
      height={view.height}
    />
  );
}

/** The columns, the rows that match the filter, and the movement between their cells. */
function useView(rows: SavedRows, { selectable, editable }: RowRights) {
  const { child, entity } = rows;
  const [filter, setFilter] = useState('');
  const keys = useSyncExternalStore(rows.subscribe, rows.keys);
  const fields = useMemo(
    () => gridFields(entity, child.via, editable ? undefined : keys.map((id) => rows.row(id))),
    [entity, child.via, editable, rows, keys],
  );
  const shown = useMemo(() => matchingKeys(rows, keys, filter), [rows, keys, filter]);
  const data = useMemo(() => shown.map((id): ListRow => ({ rev: 0, ...rows.row(id), id })), [rows, shown]);
  const links = useChildLinks(rows);
  const widths = useWidths(rows, fields, { before: selectable ? CHECKBOX_WIDTH : 0, after: links?.width ?? 0 });
  const navigation = useNavigation(rows, fields, shown, widths);
  const { box, go } = navigation;
  useFillWindow(box);
  const height = useBodyHeight(box, linesAround(rows, fields, shown === keys), LINE_HEIGHT);
  const showError = useCallback((): void => {
    const [first] = rows.errors();
    if (!first) return;
    setFilter('');
    go(first.id, first.name);
  }, [go, rows]);
  return { filter, setFilter, fields, shown, data, links, widths, navigation, height, showError };
}

/**
 * Check boxes of stored rows, and the bar of operations on selected rows. Neither is available with unsaved changes.
 */
function useSelection(parent: Entity, rows: SavedRows) {
  const { t } = useTranslation();
  const { entity } = rows;
  const [selected, setSelected] = useState<ListRow[]>([]);
  const dirty = useSyncExternalStore(rows.subscribe, rows.isDirty);
  const refresh = useRefresh(parent.name);
  const bulk = useBulk(entity, (done) => {
    if (done.size > 0) setSelected([]);
    void refresh();
  });
  return {
    selection: rowSelection({ rows, selected, onSelect: setSelected, dirty, t }),
    bar:
      selected.length > 0 && !dirty ? (
        <BulkBar entity={entity} selected={selected} bulk={bulk} onClear={() => setSelected([])} />
      ) : null,
  };
}

/** The rows while they are edited, updated whenever the record is read again. */
function useRows(parent: Entity, child: Child, row: Row): SavedRows {
  const rules = useRules(parent.name).children.get(child.entity)!;
  const [rows] = useState(() => new SavedRows(row, child, rules, fetchLookedUp));
  useEffect(() => rows.replaceRecord(row), [rows, row]);
  return rows;
}

function useRights(parent: Entity, rows: SavedRows, row: Row): RowRights {
  const { child, entity } = rows;
  const may = useMay(entity);
  const blockReason = useBlockReason(parent, child, row);
  const editable = blockReason === undefined && may('edit') && !child.readOnly;
  useEffect(() => {
    if (editable) void rows.prepare();
  }, [editable, rows, row]);
  const hasBulk = may('delete') || entity.actions.some(({ bulk, name }) => bulk && may(name));
  return { blockReason, editable, mayAdd: editable && may('add'), selectable: editable && hasBulk };
}

/**
 * Why no row may be edited now, by the gate of the child (`x-child.gate`) or, without one, by the gate of the record.
 */
function useBlockReason(parent: Entity, child: Child, row: Row): string | undefined {
  const { t } = useTranslation();
  if (child.gate?.['edit'])
    return childBlockReasons(stateSubject(parent, row), child, 'edit').length > 0 ? t('grid.state') : undefined;
  const edit = operationStates(row).find(({ name }) => name === 'edit');
  return edit?.enabled === false ? (edit.reason ?? t('grid.state')) : undefined;
}

/** Number of heading and total lines around the rows. */
function linesAround(rows: SavedRows, fields: readonly Field[], isAll: boolean): number {
  const headings = rows.entity.list.groups?.some(({ columns }) => fields.some(({ name }) => columns.includes(name)))
    ? 2
    : 1;
  const totals = fields.some((field) => rows.isSummed(field)) ? (isAll ? 1 : 2) : 0;
  return headings + totals;
}

/** Widths of the columns, with room for their totals as the rows were read, so that typing does not change them. */
function useWidths(
  rows: SavedRows,
  fields: readonly Field[],
  { before, after }: Pick<ColumnWidths, 'before' | 'after'>,
): ColumnWidths {
  const label = useLabel();
  const keys = useSyncExternalStore(rows.subscribe, rows.keys);
  return useMemo(() => {
    const widthOf = (field: Field): number =>
      Math.max(
        contentWidth(
          field,
          label(field.label),
          keys.map((id) => rows.row(id)),
        ),
        totalWidth(rows, field, keys),
      );
    return {
      fields: new Map(fields.map((field) => [field.name, widthOf(field)])),
      before,
      after,
      frozen: fields.slice(0, 1).find(({ name }) => rows.entity.key.includes(name)),
    };
  }, [rows, fields, keys, label, before, after]);
}

interface ConflictProps {
  parent: Entity;
  rows: SavedRows;
  /** the record as somebody else saved it */
  current: Row;
  onSave: () => Promise<void>;
  onSettle: () => void;
}

function RowsConflict({ parent, rows, current, onSave, onSettle }: ConflictProps): ReactNode {
  const { name } = rows.entity;
  return (
    <ConflictDialog
      draft={{
        entity: parent,
        original: rows.parent,
        values: rows.parent,
        children: new Map([[name, { rows: rows.changed() }]]),
        rebase: (now, _values, children) => rows.rebase(now, (id) => children?.get(childKey(name, id)) ?? {}),
      }}
      current={current}
      onCancel={onSettle}
      onSettled={() => {
        onSettle();
        void onSave();
      }}
    />
  );
}
