import { CloseOutlined, LockOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, type CheckboxProps, Empty, Input, Skeleton, Table, type TableColumnType } from 'antd';
import {
  type ClipboardEvent,
  type ComponentRef,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import { alignOf } from '../../fields/cells.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { errorText } from '../../shell/errorText.ts';
import { operationStates } from '../operations/states.ts';
import { ListLink } from '../detail/listLink.tsx';
import { ConflictDialog } from '../form/conflictDialog.tsx';
import { partKey } from '../form/conflict.ts';
import { gridFields } from '../form/gridFields.ts';
import { useUnsavedGuard } from '../form/guard.tsx';
import { askOutside } from '../form/outside.ts';
import { clipboardCells, rowsOf } from '../form/pasted.ts';
import { useRules } from '../form/ruleBook.ts';
import { useRefresh } from '../form/save.ts';
import { isChildOpen } from '../gate.ts';
import { useBodyHeight } from '../list/bodyHeight.ts';
import { useBulk } from '../list/bulk.tsx';
import { BulkBar } from '../list/bulkBar.tsx';
import { defaultWidth, type ListRow, underHeadings } from '../list/columns.tsx';
import { GridCell } from './cell.tsx';
import { useFilledBelow } from './filled.ts';
import './grid.css';
import { GridRows } from './gridRows.ts';
import { partsQuery } from './parts.ts';
import { Pending } from './pending.tsx';
import { useGridSave } from './save.ts';
import { showSpan, useSideways } from './sideways.ts';
import { GridTotals, totalWidth } from './totals.tsx';

/** From this many rows on only those in sight are drawn. */
const DRAW_ALL_UP_TO = 30;

/** Of the column of check boxes, in pixels. */
const BOX_WIDTH = 40;

interface Props {
  parent: Entity;
  child: Child;
  row: Row;
}

/**
 * The parts of a record in a table of its own (`x-child.grid`): edited in place, saved together, with the totals of
 * their amounts.
 */
export function ChildTable({ parent, child, row }: Props): ReactNode {
  const { t } = useTranslation();
  const { entity } = useRules(parent.name).children.get(child.entity)!;
  const { data, error, refetch } = useQuery(partsQuery(parent, entity, child, row));
  const whole = useMemo(() => data && { ...row, [child.entity]: data }, [row, child.entity, data]);
  if (whole) return <PartsTable parent={parent} child={child} row={whole} />;
  return error ? (
    <Alert
      type="error"
      showIcon
      message={errorText(error, t)}
      action={
        <Button size="small" onClick={() => void refetch()}>
          {t('error.retry')}
        </Button>
      }
    />
  ) : (
    <Skeleton active />
  );
}

/** @param row the record with its parts */
function PartsTable({ parent, child, row }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const rules = useRules(parent.name).children.get(child.entity)!;
  const { entity } = rules;
  const may = useMay(entity);
  const [rows] = useState(() => new GridRows(row, child, rules, askOutside));
  useEffect(() => rows.take(row), [rows, row]);
  useUnsavedGuard(rows);

  const closed = useClosed(child, row);
  const editable = closed === undefined && may('edit') && !child.readOnly;
  const mayAdd = editable && may('add');
  useEffect(() => {
    if (editable) void rows.prepare();
  }, [editable, rows, row]);

  const keys = useSyncExternalStore(rows.subscribe, rows.keys);
  const dirty = useSyncExternalStore(rows.subscribe, rows.isDirty);
  const [filter, setFilter] = useState('');
  const [selected, setSelected] = useState<ListRow[]>([]);
  const fields = useMemo(() => gridFields(entity, child.via), [entity, child.via]);
  const frozen = fields.slice(0, 1).find(({ name }) => entity.key.includes(name));
  const shown = useMemo(() => matching(rows, keys, filter), [rows, keys, filter]);
  const data = useMemo(() => shown.map((id): ListRow => ({ rev: 0, ...rows.row(id), id })), [rows, shown]);

  const refresh = useRefresh(parent.name);
  const bulk = useBulk(entity, () => {
    setSelected([]);
    void refresh();
  });
  const selectable =
    editable && (may('delete') || entity.actions.some(({ bulk: several, name }) => several && may(name)));

  const table = useRef<ComponentRef<typeof Table>>(null);
  const box = useRef<HTMLDivElement>(null);
  useSideways(box, table);
  useFilledBelow(box);
  // as wide as the totals of the rows as they are there; typing moves no column
  const widths = useMemo(
    () =>
      new Map(fields.map((field) => [field.name, Math.max(defaultWidth(field, label), totalWidth(rows, field, keys))])),
    [rows, keys, fields, label],
  );
  const go = useCallback(
    (id: string, name: string): void => {
      rows.activate({ id, name });
      if (shown.length <= DRAW_ALL_UP_TO) return;
      table.current?.scrollTo({ key: id });
      const before = selectable ? BOX_WIDTH : 0;
      const from = fields
        .slice(
          0,
          fields.findIndex((field) => field.name === name),
        )
        .reduce((sum, field) => sum + widths.get(field.name)!, before);
      if (name !== frozen?.name)
        showSpan({ box, table }, from, from + widths.get(name)!, before + (frozen ? widths.get(frozen.name)! : 0));
    },
    [rows, shown, fields, frozen, widths, selectable],
  );
  const showFault = useCallback((): void => {
    const [first] = rows.faults();
    if (!first) return;
    setFilter('');
    go(first.id, first.name);
  }, [go, rows, setFilter]);
  const { saving, save, current, settle } = useGridSave(parent, rows, showFault);

  const move = useCallback(
    (id: string, field: Field, by: 1 | -1): void => {
      const next = shown[shown.indexOf(id) + by];
      if (next !== undefined) go(next, field.name);
    },
    [go, shown],
  );

  /** A block of cells fills the rows shown from here on; rows that are missing are added. */
  const paste = useCallback(
    (event: ClipboardEvent, id: string, field: Field): void => {
      const cells = clipboardCells(event.clipboardData.getData('text/plain'));
      if (cells.length === 1 && cells[0]?.length === 1) return;
      event.preventDefault();
      const pasted = rowsOf(cells, fields, fields.indexOf(field));
      const from = shown.indexOf(id);
      const there = pasted.slice(0, shown.length - from);
      there.forEach((values, offset) => rows.fill(shown[from + offset]!, values));
      if (mayAdd && filter === '' && pasted.length > there.length) rows.add(pasted.slice(there.length));
    },
    [fields, filter, mayAdd, rows, shown],
  );

  const columns = useMemo(
    () =>
      underHeadings(
        fields.map((field): TableColumnType<ListRow> => ({
          key: field.name,
          title: (
            <>
              {label(field.label)}
              {editable && field.required && (
                <span className="form-required" aria-hidden>
                  {' '}
                  *
                </span>
              )}
            </>
          ),
          width: widths.get(field.name)!,
          align: alignOf(field),
          className: 'grid-column',
          ...(field === frozen && { fixed: 'left' as const }),
          render: (_, { id }) => (
            <GridCell rows={rows} id={id} field={field} editable={editable} onPaste={paste} onMove={move} />
          ),
        })),
        entity,
        label,
      ),
    [fields, frozen, label, widths, editable, entity, rows, paste, move],
  );
  const width = [...widths.values()].reduce((sum, one) => sum + one, selectable ? BOX_WIDTH : 0);
  const many = shown.length > DRAW_ALL_UP_TO;
  const lines = (columns.some((column) => 'children' in column) ? 2 : 1) + (shown === keys ? 1 : 2);
  const height = useBodyHeight(box, lines);

  return (
    <section className="detail-section grid-section" aria-label={label(child.tab ?? entity.label)}>
      <div
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
          event.preventDefault();
          void save();
        }}
      >
        <div className="page-header">
          <h2>
            {label(entity.label)}{' '}
            <span className="kind-aside">
              {shown === keys ? keys.length : t('grid.some', { shown: shown.length, count: keys.length })}
            </span>
          </h2>
          <Input.Search
            className="grid-filter"
            allowClear
            size="small"
            aria-label={t('grid.filter')}
            placeholder={t('grid.filter')}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
          {closed ? (
            <span className="meta grid-closed">
              <LockOutlined aria-hidden /> {t('grid.closed', { reason: closed })}
            </span>
          ) : null}
          {closed ? null : <span className="spacer" />}
          <Pending rows={rows} onFault={showFault} />
          <ListLink child={child} entity={entity} row={row} />
          {mayAdd ? (
            <Button
              size="small"
              icon={<PlusOutlined aria-hidden />}
              disabled={child.max !== undefined && keys.length >= child.max}
              onClick={() => {
                setFilter('');
                rows.add();
              }}
            >
              {t('form.addRow')}
            </Button>
          ) : null}
          {editable ? (
            <Button
              size="small"
              type="primary"
              title="Ctrl+S"
              loading={saving}
              disabled={!dirty}
              onClick={() => void save()}
            >
              {t('form.save')}
            </Button>
          ) : null}
        </div>
        {selected.length > 0 && !dirty ? (
          <BulkBar entity={entity} selected={selected} bulk={bulk} onClear={() => setSelected([])} />
        ) : null}
        <div ref={box} className={many ? 'grid-table grid-many' : 'grid-table'}>
          <Table<ListRow>
            ref={table}
            size="small"
            rowKey="id"
            pagination={false}
            virtual={many}
            dataSource={data}
            columns={columns}
            scroll={many ? { x: width, y: height } : { x: width }}
            summary={() => (
              <Table.Summary fixed>
                <GridTotals rows={rows} fields={fields} selectable={selectable} shown={shown} />
              </Table.Summary>
            )}
            locale={{
              emptyText: (
                <Empty
                  image={Empty.PRESENTED_IMAGE_SIMPLE}
                  description={t(filter === '' ? 'detail.noChildren' : 'grid.noMatch')}
                />
              ),
            }}
            {...(selectable && {
              rowSelection: {
                fixed: true,
                columnWidth: BOX_WIDTH,
                selectedRowKeys: selected.map(({ id }) => id),
                onChange: (_: unknown, chosen: ListRow[]) => setSelected(chosen),
                getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectAll') }) as CheckboxProps,
                getCheckboxProps: ({ id }: ListRow) =>
                  ({
                    'aria-label': t('list.selectRow', { id }),
                    disabled: dirty,
                    ...(dirty && { title: t('grid.saveFirst') }),
                  }) as CheckboxProps,
                renderCell: (_: unknown, { id }: ListRow, __: number, checkbox: ReactNode) =>
                  id.startsWith('+') ? (
                    <Button
                      type="text"
                      size="small"
                      icon={<CloseOutlined aria-hidden />}
                      aria-label={t('form.removeRow')}
                      onClick={() => rows.dropAdded(id)}
                    />
                  ) : (
                    checkbox
                  ),
              },
            })}
          />
        </div>
      </div>
      {current && (
        <ConflictDialog
          draft={{
            entity: parent,
            original: rows.parent,
            values: rows.parent,
            children: new Map([[entity.name, { rows: rows.changed() }]]),
            rebase: (now, _values, parts) => rows.rebase(now, (id) => parts?.get(partKey(entity.name, id)) ?? {}),
          }}
          current={current}
          onCancel={settle}
          onSettled={() => {
            settle();
            void save();
          }}
        />
      )}
    </section>
  );
}

/** Why no part may be edited now: as its own gate says (`x-child.gate`), else that of the whole. */
function useClosed(child: Child, row: Row): string | undefined {
  const { t } = useTranslation();
  if (child.gate?.['edit']) return isChildOpen(child, 'edit', row) ? undefined : t('grid.state');
  const edit = operationStates(row).find(({ name }) => name === 'edit');
  return edit?.enabled === false ? (edit.reason ?? t('grid.state')) : undefined;
}

/** The rows in which a word stands; all of them, in the very list that was given, without one. */
function matching(rows: GridRows, keys: readonly string[], filter: string): readonly string[] {
  const words = filter
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return keys;
  return keys.filter((id) => {
    const text = rows.entity.fields
      .map(({ name, options }) => {
        const value = textOf(rows.value(id, name));
        const option = options?.find(({ code }) => code === value);
        return option ? `${value} ${option.en} ${option.zh}` : value;
      })
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
