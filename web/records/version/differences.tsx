import { Table, type TableColumnGroupType, type TableColumnType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isZero } from '../../../generator/language/figures.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import { isAbsent, textOf } from '../../fields/types.ts';
import { groupDigits } from '../../../generator/language/groupDigits.ts';
import { useEntity } from '../model.ts';
import type {
  Change,
  FieldDifference,
  ChildComparison,
  RowDifference,
  Total,
} from '../../../generator/language/comparison.ts';

interface Props {
  comparison: ChildComparison;
  /** also shows unchanged rows and amounts */
  all: boolean;
  /** names of the two versions */
  from: string;
  to: string;
}

const COLOURS: Record<Change, string> = { added: 'success', removed: 'error', changed: 'processing', same: 'default' };
const PAGE_SIZE = 100;

/** The rows of one child in both versions: number of changes, totals, and the amounts of each row side by side. */
export function Differences({ comparison, all, from, to }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(comparison.entity);
  const rows = all ? comparison.rows : comparison.rows.filter(({ change }) => change !== 'same');
  const amounts = shownAmounts(entity, comparison, rows, all);
  const totals = all ? comparison.totals : comparison.totals.filter(({ difference }) => !isSame(difference));
  const headings = { from, to, difference: t('version.difference') };
  return (
    <section className="detail-section">
      <h2>
        {label(entity.label)}
        <Counts counts={comparison.counts} />
      </h2>
      {totals.length > 0 && <Totals entity={entity} totals={totals} from={from} to={to} />}
      {rows.length === 0 ? (
        <p className="version-zero">{t('version.noDifferences')}</p>
      ) : (
        <RowTable entity={entity} rows={rows} amounts={amounts} headings={headings} />
      )}
    </section>
  );
}

/** Number of added, removed, changed and unchanged rows. */
function Counts({ counts }: Pick<ChildComparison, 'counts'>): ReactNode {
  const { t } = useTranslation();
  return (['added', 'removed', 'changed', 'same'] as const)
    .filter((change) => counts[change] > 0)
    .map((change) => (
      <Tag key={change} className="version-count" color={COLOURS[change]}>
        {t(`version.change.${change}`)} {counts[change]}
      </Tag>
    ));
}

interface RowTableProps {
  entity: Entity;
  rows: RowDifference[];
  amounts: readonly Field[];
  headings: Parameters<typeof amountColumns>[2];
}

/** The rows with their amounts in both versions. */
function RowTable({ entity, rows, amounts, headings }: RowTableProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <Table<RowDifference>
      size="small"
      bordered
      rowKey={({ from: a, to: b }) => `${a}-${b}`}
      dataSource={rows}
      scroll={{ x: 'max-content' }}
      pagination={rows.length > PAGE_SIZE ? { pageSize: PAGE_SIZE, showSizeChanger: false } : false}
      columns={[
        {
          key: 'title',
          title: label(entity.label),
          fixed: 'left',
          width: 200,
          render: (_: unknown, row) => (
            <Link to={`/${entity.area}/${entity.name}/${row.to ?? row.from}`}>{label(row.title)}</Link>
          ),
        },
        {
          key: 'change',
          title: t('version.changed'),
          fixed: 'left',
          width: 96,
          render: (_: unknown, { change }) => <Tag color={COLOURS[change]}>{t(`version.change.${change}`)}</Tag>,
        },
        ...amounts.map((field) => amountColumns(field, label(field.label), headings)),
        {
          key: 'others',
          title: t('version.otherChanges'),
          render: (_: unknown, row) => <OtherChanges entity={entity} fields={row.fields} />,
        },
      ]}
    />
  );
}

/** The amounts with columns: all amounts of the rows or, without `all`, only amounts that differ in a shown row. */
function shownAmounts(
  entity: Entity,
  { rows: allRows }: ChildComparison,
  rows: readonly RowDifference[],
  all: boolean,
): Field[] {
  const names = new Set(
    (all ? allRows : rows).flatMap(({ fields }) =>
      fields.filter(({ difference }) => all || !isSame(difference)).map(({ field }) => field),
    ),
  );
  return entity.fields.filter(({ name, kind }) => kind === 'money' && names.has(name));
}

/** Whether an amount is the same in both versions. */
const isSame = (difference: string | null): boolean => difference === null || isZero(difference);

/** The columns of an amount under its label: its values in both versions, and the difference. */
function amountColumns(
  field: Field,
  title: string,
  headings: Record<'from' | 'to' | 'difference', string>,
): TableColumnGroupType<RowDifference> {
  const column = (side: 'from' | 'to' | 'difference'): TableColumnType<RowDifference> => ({
    key: `${field.name}-${side}`,
    title: headings[side],
    align: 'right',
    width: 136,
    render: (_: unknown, row) => {
      const found = row.fields.find((one) => one.field === field.name);
      if (!found || isAbsent(found[side])) return null;
      return side === 'difference' ? (
        <Difference value={found.difference!} />
      ) : (
        <span className="kind-figure">{groupDigits(textOf(found[side]), 2)}</span>
      );
    },
  });
  return { key: field.name, title, children: [column('from'), column('to'), column('difference')] };
}

/** A difference with its sign. */
function Difference({ value }: { value: string }): ReactNode {
  if (isZero(value)) return <span className="kind-figure version-zero">0</span>;
  return (
    <span className="kind-figure version-difference">
      {value.startsWith('-') ? '' : '+'}
      {groupDigits(value, 2)}
    </span>
  );
}

/** Changes of fields other than amounts. */
function OtherChanges({ entity, fields }: { entity: Entity; fields: readonly FieldDifference[] }): ReactNode {
  const label = useLabel();
  const others = fields.flatMap((change) => {
    const field = entity.fields.find(({ name, kind }) => name === change.field && kind !== 'money');
    return field ? [{ field, change }] : [];
  });
  if (others.length === 0) return null;
  return (
    <dl className="version-others">
      {others.map(({ field, change }) => (
        <div key={field.name}>
          <dt>{label(field.label)}</dt>
          <dd>
            <FieldValue entity={entity} field={field} value={change.from} />
            <span aria-hidden> → </span>
            <FieldValue entity={entity} field={field} value={change.to} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldValue({ entity, field, value }: { entity: Entity; field: Field; value: unknown }): ReactNode {
  if (isAbsent(value)) return <span className="version-zero">—</span>;
  const Cell = cellOf(field);
  return <Cell field={field} value={value} entity={entity} />;
}

/** Totals of each amount in both versions. */
function Totals({
  entity,
  totals,
  from,
  to,
}: {
  entity: Entity;
  totals: readonly Total[];
  from: string;
  to: string;
}): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const figure = (value: string): ReactNode => <span className="kind-figure">{groupDigits(value, 2)}</span>;
  return (
    <Table<Total>
      className="version-totals"
      size="small"
      bordered
      pagination={false}
      rowKey={({ field, currency }) => `${field} ${currency}`}
      dataSource={[...totals]}
      scroll={{ x: 'max-content' }}
      columns={[
        {
          key: 'field',
          title: t('version.total'),
          width: 240,
          render: (_: unknown, { field }) => label(entity.fields.find(({ name }) => name === field)!.label),
        },
        { key: 'unit', title: t('version.currency'), width: 88, render: (_: unknown, one) => one.currency },
        { key: 'from', title: from, align: 'right', width: 168, render: (_: unknown, one) => figure(one.from) },
        { key: 'to', title: to, align: 'right', width: 168, render: (_: unknown, one) => figure(one.to) },
        {
          key: 'difference',
          title: t('version.difference'),
          align: 'right',
          width: 168,
          render: (_: unknown, { difference }) => <Difference value={difference} />,
        },
      ]}
    />
  );
}
