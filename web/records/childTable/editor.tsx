import { PlusOutlined } from '@ant-design/icons';
import { Button, Empty, Table, type TableColumnType, type TableProps } from 'antd';
import { type ClipboardEvent, type ReactNode, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../generator/model/field.ts';
import { alignOf } from '../../fields/cells.ts';
import { useLabel } from '../../fields/language.ts';
import { keyboardScrollable } from '../detail/keyboardScrollable.ts';
import { type ListRow, underHeadings } from '../list/columns.tsx';
import { ChildCell } from './cell.tsx';
import { minWidthOf } from './childFields.ts';
import { RequiredMark } from '../requiredMark.tsx';
import type { ChildRows } from './childRows.ts';
import './childTable.css';
import type { ColumnWidths, Navigation } from './navigation.ts';
import { fillDown } from './fillDown.ts';
import { clipboardCells } from './paste.ts';
import { RowProblems } from './rowProblems.tsx';
import { Totals } from './totals.tsx';
import { usePasteCells } from './usePaste.tsx';

interface Props {
  rows: ChildRows;
  fields: readonly Field[];
  /** the rows that are shown, in order; their values are read from `rows` */
  data: ListRow[];
  /** the keys of `data` */
  shown: readonly string[];
  navigation: Navigation;
  editable: boolean;
  /** whether pasting may add rows */
  mayAdd: boolean;
  emptyText: string;
  /** shown in place of the text: what to do with a table without rows */
  empty?: ReactNode;
  /** columns before and after the fields */
  before?: TableColumnType<ListRow>;
  after?: TableColumnType<ListRow>;
  selection?: TableProps<ListRow>['rowSelection'] | undefined;
  /** widths of the columns; without them, columns are as wide as their contents */
  widths?: ColumnWidths;
  /** height of the body of a virtual table, in pixels */
  height?: number;
}

/** A table of child rows that is edited in place: inputs, pasting, keyboard, problems and totals. */
export function ChildTableEditor(props: Props): ReactNode {
  const { rows, data, navigation, editable, mayAdd, emptyText, empty, selection, widths, height = 0 } = props;
  const { table, box, virtual } = navigation;
  useScrollKeys(navigation, editable, data.length);
  const paste = usePaste(props);
  const columns = useColumns(props, paste);
  const expandable = useProblemLines(rows);
  const summary = summaryOf(props);
  const width = widths && widthOf(widths);
  const isOpenForPaste = data.length === 0 && mayAdd;
  return (
    <div
      ref={box}
      className={virtual ? 'grid-table grid-many' : 'grid-table'}
      {...(isOpenForPaste && { tabIndex: 0, onPaste: (event: ClipboardEvent) => paste(event, undefined, 0) })}
    >
      <Table<ListRow>
        ref={table}
        size="small"
        rowKey="id"
        pagination={false}
        virtual={virtual}
        dataSource={data}
        columns={columns}
        {...(width !== undefined && { scroll: virtual ? { x: width, y: height } : { x: width } })}
        {...(expandable && { expandable })}
        {...(summary && { summary })}
        locale={{ emptyText: empty ?? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={emptyText} /> }}
        {...(selection && { rowSelection: selection })}
      />
    </div>
  );
}

/** The width of all columns, in pixels. */
const widthOf = ({ before, fields, after }: ColumnWidths): number =>
  [...fields.values()].reduce((sum, width) => sum + width, before + after);

/** Draws the line of totals below the rows; undefined without rows, or if no field has a total. */
function summaryOf({ rows, fields, data, shown, before, after, selection, widths }: Props) {
  if (data.length === 0 || !fields.some((field) => rows.isSummed(field))) return undefined;
  return (): ReactNode => (
    <Table.Summary fixed={widths !== undefined}>
      <Totals
        rows={rows}
        fields={fields}
        before={(selection ? 1 : 0) + (before ? 1 : 0)}
        after={after ? 1 : 0}
        shown={shown}
      />
    </Table.Summary>
  );
}

/** Lets the arrow keys scroll a read-only table, in which nothing takes the focus. */
function useScrollKeys({ table, virtual }: Navigation, editable: boolean, count: number): void {
  useEffect(
    () => (editable || virtual ? undefined : keyboardScrollable(table.current)),
    [editable, virtual, table, count],
  );
}

type Paste = (event: ClipboardEvent, id: string | undefined, column: number) => void;

/**
 * Returns a handler that pastes a block of cells from a row and column on. The browser pastes a single value into the
 * input.
 */
function usePaste({ rows, fields, shown, mayAdd }: Props): Paste {
  const pasteCells = usePasteCells();
  return useCallback(
    (event, id, column) => {
      const cells = clipboardCells(event.clipboardData.getData('text/plain'));
      if (id !== undefined && cells.length === 1 && cells[0]?.length === 1) return;
      event.preventDefault();
      pasteCells(cells, { rows, fields, shown, id, column, mayAdd });
    },
    [rows, fields, shown, mayAdd, pasteCells],
  );
}

function useColumns({ rows, fields, shown, navigation, editable, before, after, widths }: Props, paste: Paste) {
  const label = useLabel();
  const { go } = navigation;
  const fill = useCallback(
    (id: string, field: Field) => fillDown(rows, shown, { id, name: field.name }),
    [rows, shown],
  );
  const move = useCallback(
    (id: string, field: Field, by: 1 | -1): void => {
      const next = shown[shown.indexOf(id) + by];
      if (next !== undefined) go(next, field.name);
    },
    [go, shown],
  );
  return useMemo(() => {
    const columns = fields.map((field, column): TableColumnType<ListRow> => ({
      key: field.name,
      title: <Heading text={label(field.label)} required={editable && field.required} />,
      align: alignOf(field),
      className: 'grid-column',
      ...(widths ? { width: widths.fields.get(field.name)! } : {}),
      ...(field === widths?.frozen && { fixed: 'left' as const }),
      ...(!widths && { onHeaderCell: () => ({ 'data-room': minWidthOf(field) }) as object }),
      onCell: ({ id }) => (editable ? { onPaste: (event: ClipboardEvent) => paste(event, id, column) } : {}),
      render: (_, { id }) => (
        <ChildCell rows={rows} id={id} field={field} editable={editable} onMove={move} onFill={fill} />
      ),
    }));
    return [...(before ? [before] : []), ...underHeadings(columns, rows.entity, label), ...(after ? [after] : [])];
  }, [fields, label, editable, widths, rows, move, fill, paste, before, after]);
}

const Heading = ({ text, required }: { text: string; required: boolean }): ReactNode => (
  <>
    {text}
    {required && <RequiredMark />}
  </>
);

/** Expanded lines with the problems of rows; undefined if each cell shows its own problems. */
function useProblemLines(rows: ChildRows): TableProps<ListRow>['expandable'] | undefined {
  const ids = useSyncExternalStore(rows.subscribe, rows.rowsWithProblems);
  return rows.unit === 'row'
    ? {
        showExpandColumn: false,
        expandedRowKeys: ids,
        expandedRowRender: ({ id }) => <RowProblems rows={rows} id={id} />,
      }
    : undefined;
}

/** Button that adds a row and goes to its first field; disabled when the maximum number of rows is reached. */
export function AddRowButton({ rows, onAdd }: { rows: ChildRows; onAdd: () => void }): ReactNode {
  const { t } = useTranslation();
  const count = useSyncExternalStore(rows.subscribe, () => rows.keys().length);
  const { max } = rows.child;
  const isFull = max !== undefined && count >= max;
  return (
    <Button
      size="small"
      icon={<PlusOutlined aria-hidden />}
      disabled={isFull}
      title={isFull ? t('form.childrenFull', { max }) : undefined}
      onClick={() => {
        rows.add();
        onAdd();
      }}
    >
      {t('form.addRow')}
    </Button>
  );
}
