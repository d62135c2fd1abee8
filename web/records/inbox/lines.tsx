import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyOf } from '../../../generator/language/currency.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { amountText, currencyBeside } from '../../fields/decimal/amount.ts';
import { useLabel } from '../../fields/language.ts';
import { isAbsent, type Row, textOf } from '../../fields/types.ts';
import { totalsOf } from '../detail/childAmounts.ts';
import { shownRows } from '../list/shownRows.ts';
import { RowTitle } from '../rowTitle.tsx';
import { amountFields, byAmount, mainAmount, shownAmounts } from './contentFields.ts';

/** Maximum number of rows; the record has all of them. */
const MAX_ROWS = 6;

interface Props {
  parent: Entity;
  child: Child;
  /** the child's entity */
  entity: Entity;
  /** the record, with its children that are no grids */
  row: Row;
}

/** The rows of a child with amounts, the largest first. Nothing if it has no amounts or no rows. */
export function Lines(props: Props): ReactNode {
  const { parent, child, entity, row } = props;
  const amounts = amountFields(child, entity);
  if (amounts.length === 0 || parent.changeLog?.entity === child.entity) return null;
  if (child.grid) return <ListedLines {...props} amounts={amounts} />;
  const rows = (row[child.entity] as Row[] | undefined) ?? [];
  return (
    <LineTable
      {...props}
      amounts={amounts}
      rows={byAmount(rows, mainAmount(child, amounts)).slice(0, MAX_ROWS)}
      count={rows.length}
      all={rows}
    />
  );
}

/** Rows that are read through their list. Their totals are among the key figures of the record. */
function ListedLines(props: Props & { amounts: readonly Field[] }): ReactNode {
  const { child, entity, row, amounts } = props;
  const by = entity.fields.find(({ name }) => name === child.via)?.ref?.by ?? 'id';
  const { data } = useQuery(
    shownRows(entity.name, {
      where: [{ name: child.via, type: 'equal', value: row[by] }],
      sort: `-${mainAmount(child, amounts).name}`,
      pageSize: MAX_ROWS,
    }),
  );
  return data ? <LineTable {...props} rows={data.records} count={data.total} /> : null;
}

interface TableProps extends Props {
  amounts: readonly Field[];
  rows: readonly Row[];
  /** number of all rows */
  count: number;
  /** all rows, if their totals are shown */
  all?: readonly Row[];
}

function LineTable({ parent, child, entity, amounts: own, row: record, rows, count, all }: TableProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  if (rows.length === 0) return null;
  const amounts = shownAmounts(own, mainAmount(child, own), rows);
  return (
    <section>
      <h3>
        {label(child.tab ?? entity.label)} <span className="kind-aside">{count}</span>
      </h3>
      <table className="inbox-table">
        <Head entity={entity} amounts={amounts} />
        <tbody>
          {rows.map((row) => (
            <Line key={textOf(row['id'])} {...{ entity, amounts, record, row }} />
          ))}
        </tbody>
        {all && all.length > 1 && <Totals amounts={amounts} rows={all} />}
      </table>
      {count > rows.length && (
        <p className="kind-aside">
          {t('inbox.moreLines', { count: count - rows.length, record: label(parent.label) })}
        </p>
      )}
    </section>
  );
}

interface HeadProps {
  entity: Entity;
  amounts: readonly Field[];
}

function Head({ entity, amounts }: HeadProps): ReactNode {
  const label = useLabel();
  return (
    <thead>
      <tr>
        <th scope="col">{label(entity.label)}</th>
        {amounts.map((field) => (
          <th key={field.name} scope="col">
            {label(field.label)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A row; its currency may be that of the record. */
const Line = ({ entity, amounts, record, row }: HeadProps & { record: Row; row: Row }): ReactNode => (
  <tr>
    <th scope="row">
      <RowTitle entity={entity} row={row} />
    </th>
    {amounts.map((field) => (
      <td key={field.name}>
        <Amount field={field} value={row[field.name]} currency={currencyOf(field, { ...record, ...row })} />
      </td>
    ))}
  </tr>
);

function Totals({ amounts, rows }: { amounts: readonly Field[]; rows: readonly Row[] }): ReactNode {
  const { t } = useTranslation();
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('version.total')}</th>
        {amounts.map((field) => (
          <td key={field.name}>
            {[...totalsOf([field], rows)].map(([currency, total]) => (
              <div key={currency}>
                <Amount field={field} value={total} currency={currency} />
              </div>
            ))}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

function Amount({ field, value, currency }: { field: Field; value: unknown; currency: string | undefined }): ReactNode {
  if (isAbsent(value)) return null;
  return (
    <span className="kind-figure">
      {amountText(textOf(value), field, currency)} {currencyBeside(field, currency)}
    </span>
  );
}
