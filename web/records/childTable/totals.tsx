import { Table } from 'antd';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../generator/model/field.ts';
import { amountText, currencyBeside } from '../../fields/decimal/amount.ts';
import type { ChildRows, ColumnTotal } from './childRows.ts';

interface Props {
  rows: ChildRows;
  fields: readonly Field[];
  /** number of columns before and after the fields */
  before: number;
  after: number;
  /** keys of the rows that match the filter; the list of all rows without a filter */
  shown: readonly string[];
}

/** Width of a bold digit, in pixels. */
const DIGIT_WIDTH = 8;
/** Width of the padding and the currency beside a total, in pixels. */
const PADDING_AND_CURRENCY_WIDTH = 52;

/** Width that a column needs for its total, in pixels; 0 without a total. */
export const totalWidth = (rows: ChildRows, field: Field, ids: readonly string[]): number =>
  rows.isSummed(field)
    ? Math.ceil(amountText(rows.total(field, ids).value, field, undefined).length * DIGIT_WIDTH) +
      PADDING_AND_CURRENCY_WIDTH
    : 0;

/** The totals of all rows, and of the shown rows while a filter hides some. */
export function Totals({ shown, ...columns }: Props): ReactNode {
  const { t } = useTranslation();
  const all = useSyncExternalStore(columns.rows.subscribe, columns.rows.keys);
  return (
    <>
      {shown === all ? null : <Line {...columns} ids={shown} title={t('grid.totalShown')} />}
      <Line {...columns} ids={all} title={t('grid.total')} />
    </>
  );
}

interface LineProps extends Omit<Props, 'shown'> {
  ids: readonly string[];
  title: string;
}

function Line({ rows, fields, before, after, ids, title }: LineProps): ReactNode {
  return (
    <Table.Summary.Row className="grid-total">
      {before > 0 && <Table.Summary.Cell index={0} colSpan={before} />}
      {fields.map((field, index) => (
        <Table.Summary.Cell key={field.name} index={index + before} align={rows.isSummed(field) ? 'right' : 'left'}>
          {rows.isSummed(field) ? <Total rows={rows} field={field} ids={ids} /> : index === 0 ? title : null}
        </Table.Summary.Cell>
      ))}
      {after > 0 && <Table.Summary.Cell index={before + fields.length} colSpan={after} />}
    </Table.Summary.Row>
  );
}

function Total({ rows, field, ids }: Pick<LineProps, 'rows' | 'ids'> & { field: Field }): ReactNode {
  const { t } = useTranslation();
  // as text: a new object for each call would render again endlessly
  const total = useSyncExternalStore(rows.subscribe, () => JSON.stringify(rows.total(field, ids)));
  const { value, currency, difference } = JSON.parse(total) as ColumnTotal;
  return (
    <div className={difference === undefined ? 'form-total' : 'form-total form-total-off'}>
      <span className="kind-figure">{amountText(value, field, currency)}</span>
      {currencyBeside(field, currency) ? <span className="kind-aside"> {currency}</span> : null}
      {difference === undefined ? null : (
        <div>{t('form.difference', { difference: amountText(difference, field, currency) })}</div>
      )}
    </div>
  );
}
