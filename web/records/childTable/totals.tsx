import { Table } from 'antd';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { amountText } from '../../fields/decimal/amount.ts';
import type { GridRows } from './gridRows.ts';

interface Props {
  rows: GridRows;
  fields: readonly Field[];
  /** a column of check boxes stands before the fields */
  selectable: boolean;
  /** the rows that the filter leaves; the list of all while there is none */
  shown: readonly string[];
}

/** A bold digit, and what stands around a total: padding and the code of its currency. */
const DIGIT = 8.6;
const AROUND = 62;

/** How wide a column must be for its total, in pixels; 0 for a field that has none. */
export const totalWidth = (rows: GridRows, field: Field, ids: readonly string[]): number =>
  isSummed(field, rows.entity)
    ? Math.ceil(amountText(rows.total(field.name, ids), field, undefined).length * DIGIT) + AROUND
    : 0;

/** Under each amount its exact total, of all rows; while a filter hides some, of those shown too. */
export function GridTotals({ rows, fields, selectable, shown }: Props): ReactNode {
  const { t } = useTranslation();
  const all = useSyncExternalStore(rows.subscribe, rows.keys);
  return (
    <>
      {shown === all ? null : (
        <Line rows={rows} fields={fields} selectable={selectable} ids={shown} title={t('grid.totalShown')} />
      )}
      <Line rows={rows} fields={fields} selectable={selectable} ids={all} title={t('grid.total')} />
    </>
  );
}

function Line({
  rows,
  fields,
  selectable,
  ids,
  title,
}: Omit<Props, 'shown'> & { ids: readonly string[]; title: string }): ReactNode {
  const before = selectable ? 1 : 0;
  return (
    <Table.Summary.Row className="grid-total">
      {selectable && <Table.Summary.Cell index={0} />}
      {fields.map((field, index) => (
        <Table.Summary.Cell
          key={field.name}
          index={index + before}
          align={isSummed(field, rows.entity) ? 'right' : 'left'}
        >
          {index === 0 ? title : isSummed(field, rows.entity) ? <Total rows={rows} field={field} ids={ids} /> : null}
        </Table.Summary.Cell>
      ))}
    </Table.Summary.Row>
  );
}

/**
 * Amounts of one currency are added up; not those whose currency each row chooses, nor the total of a file, which each
 * of its rows states.
 */
const isSummed = (field: Field, { import: taken }: Entity): boolean =>
  field.kind === 'money' &&
  field.currency !== undefined &&
  'code' in field.currency &&
  !taken?.totals?.some(({ equals }) => equals === field.name);

function Total({ rows, field, ids }: { rows: GridRows; field: Field; ids: readonly string[] }): ReactNode {
  const total = useSyncExternalStore(rows.subscribe, () => rows.total(field.name, ids));
  const currency = field.currency && 'code' in field.currency ? field.currency.code : undefined;
  return (
    <span className="kind-figure">
      {amountText(total, field, currency)} <span className="kind-aside">{currency}</span>
    </span>
  );
}
