import type { TableColumnGroupType, TableColumnType } from 'antd';
import type { SortOrder } from 'antd/es/table/interface';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ColumnGroup, SortTerm } from '../../../generator/model/list.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, KindName, Label } from '../../../generator/model/field.ts';
import { alignOf } from '../../fields/cells.ts';
import { isAbsent } from '../../fields/types.ts';
import { kernelFields } from '../kernelFields.ts';
import { addressOf } from '../inbox/address.ts';
import { RecordNumber } from '../recordNumber.tsx';
import { recordFieldsOf } from '../recordOf.ts';
import { daysLeftWidth, ListCell } from './cell.tsx';
import { frozenCount } from './frozenCount.ts';
import type { ResizableProps } from './resizableHeading.tsx';
import { valueFor } from './valueFor.ts';

/** A row of a list in the API. */
export interface ListRow {
  id: string;
  rev: number;
  [field: string]: unknown;
}

/** Widths in CSS pixels that suit most values of a kind. */
const WIDTHS: Partial<Record<KindName, number>> = {
  yesNo: 96,
  date: 112,
  dateTime: 184,
  month: 96,
  year: 88,
  integer: 112,
  decimal: 136,
  money: 168,
  percent: 112,
  rate: 136,
  choice: 136,
  ref: 192,
  longText: 240,
  email: 200,
  phone: 152,
  imo: 104,
  creditCode: 200,
  iban: 216,
  bic: 128,
};
const DEFAULT_WIDTH = 176;
/** Width of a code column: enough for most codes, and more for long codes such as account numbers. */
const codeWidth = (maxLength = 0): number => (maxLength > 30 ? 200 : Math.max(132, Math.min(maxLength, 14) * 9 + 36));
/** Minimum length of fields such as titles and addresses, whose values are seldom short. */
const LONG_TEXT_LENGTH = 200;
const LONG_WIDTH = 264;

/** Kernel fields that a list can show. */
const KERNEL_COLUMNS = new Set(['creater', 'createAt', 'updater', 'updateAt']);

/** Fields that a list can show: its own columns first, the others in the schema's order. */
export function listFields(entity: Entity): Field[] {
  const hidden = new Set(entity.form.hidden);
  const own = entity.fields.filter(
    ({ name, sensitive, writeOnly, kind }) => !sensitive && !writeOnly && kind !== 'password' && !hidden.has(name),
  );
  const all = [...own, ...kernelFields(entity).filter(({ name }) => KERNEL_COLUMNS.has(name))];
  const first = entity.list.columns.flatMap((name) => all.find((field) => field.name === name) ?? []);
  return [...first, ...all.filter((field) => !first.includes(field))];
}

/** The API sorts by the list's columns, the key and the kernel's own fields. */
const isSortable = (entity: Entity, name: string): boolean =>
  entity.list.columns.includes(name) || entity.key.includes(name) || KERNEL_COLUMNS.has(name);

interface ColumnContext {
  entity: Entity;
  /** names of the shown columns, in order */
  shown: string[];
  widths: Record<string, number>;
  sort: SortTerm[];
  label: (label: Label) => string;
  side: 'en' | 'zh';
  onWidth: (name: string, width: number) => void;
  /** address of the record of a to-do */
  recordOf: (row: ListRow) => string | undefined;
}

/** A column of the table, or several under one heading. */
export type ListColumn = TableColumnType<ListRow> | TableColumnGroupType<ListRow>;

/**
 * Puts adjacent columns of a group (`x-list.groups`) under its heading. A column that the user moved out of its group
 * has no heading.
 */
export function underHeadings(
  columns: readonly TableColumnType<ListRow>[],
  { list }: Entity,
  label: (label: Label) => string,
): ListColumn[] {
  const groupOf = (column: TableColumnType<ListRow>): ColumnGroup | undefined =>
    list.groups?.find((group) => group.columns.includes(String(column.key)));
  const result: ListColumn[] = [];
  let last: { group: ColumnGroup; fixed: unknown; children: TableColumnType<ListRow>[] } | undefined;
  for (const column of columns) {
    const group = groupOf(column);
    if (group && last?.group === group && last.fixed === column.fixed) last.children.push(column);
    else if (group) {
      last = { group, fixed: column.fixed, children: [column] };
      result.push({
        key: `${group.label.en} ${result.length}`,
        title: label(group.label),
        align: 'center',
        children: last.children,
        ...(column.fixed && { fixed: column.fixed }),
      });
    } else {
      last = undefined;
      result.push(column);
    }
  }
  return result;
}

/**
 * Columns of the table: leading key fields stay at the left, the first links to the record; numbers are aligned right.
 */
export function tableColumns({
  entity,
  shown,
  widths,
  sort,
  label,
  side,
  onWidth,
  recordOf,
}: ColumnContext): TableColumnType<ListRow>[] {
  const fields = listFields(entity);
  const chosen = shown.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  const widthOfColumn = (field: Field): number =>
    widths[field.name] ?? defaultWidth(field, label) + daysLeftWidth(entity, field);
  const frozen = frozenCount(
    chosen.map((field) => ({ isKey: entity.key.includes(field.name), width: widthOfColumn(field) })),
  );
  return chosen.map((field, index) => {
    const width = widthOfColumn(field);
    const column: TableColumnType<ListRow> = {
      key: field.name,
      dataIndex: field.name,
      title: label(field.label),
      width,
      align: alignOf(field),
      ellipsis: { showTitle: false },
      onHeaderCell: (): ResizableProps => ({ columnWidth: width, onResize: (wider) => onWidth(field.name, wider) }),
      render: (_, row): ReactNode => (
        <LinkedCell
          entity={entity}
          field={field}
          row={row}
          value={valueFor(side, field, row)}
          record={field.name === recordFieldsOf(entity)?.number ? recordOf(row) : undefined}
          isFirst={index === 0}
        />
      ),
    };
    if (index < frozen) column.fixed = 'left';
    if (isSortable(entity, field.name)) {
      column.sorter = true;
      column.sortOrder = orderOf(sort, field.name);
    }
    return column;
  });
}

interface LinkedCellProps {
  entity: Entity;
  field: Field;
  row: ListRow;
  value: unknown;
  /** address of the record that the value names */
  record: string | undefined;
  isFirst: boolean;
}

/** A cell of the table: a number links the record that it names, and the first cell the page of its row. */
function LinkedCell({ entity, field, row, value, record, isFirst }: LinkedCellProps): ReactNode {
  if (record !== undefined && !isAbsent(value))
    return (
      <Link to={record}>
        <RecordNumber entity={entity} row={row} />
      </Link>
    );
  const cell = <ListCell entity={entity} field={field} row={row} value={value} />;
  if (!isFirst) return cell;
  return <Link to={addressOf(entity, row)}>{value === null || value === '' ? `#${row.id}` : cell}</Link>;
}

function orderOf(sort: SortTerm[], name: string): SortOrder {
  const first = sort[0];
  if (first?.field !== name) return null;
  return first.descending ? 'descend' : 'ascend';
}

const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character.charCodeAt(0) > 0x2e80 ? 15 : 8), 0);

/** Width that fits the values of the field kind, the options of a choice, and the heading with its sort mark. */
function defaultWidth(field: Field, label: (label: Label) => string): number {
  const usual =
    (field.kind === 'code' || field.ref?.bare ? codeWidth(field.maxLength) : WIDTHS[field.kind]) ??
    ((field.maxLength ?? 0) >= LONG_TEXT_LENGTH ? LONG_WIDTH : undefined) ??
    Math.min(DEFAULT_WIDTH, Math.max(96, (field.maxLength ?? 40) * 9 + 24));
  const options =
    field.kind === 'choice' ? Math.max(0, ...(field.options ?? []).map((option) => widthOf(label(option)))) : 0;
  return Math.max(usual, Math.min(widthOf(label(field.label)) + 48, 260), Math.min(options + 32, 220));
}
