import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyOf } from '../../../generator/language/currency.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { amountText } from '../../fields/decimal/amount.ts';
import { useLabel } from '../../fields/language.ts';
import { isAbsent, type Row, textOf } from '../../fields/types.ts';
import '../form/form.css';
import { totalsOf } from '../detail/childAmounts.ts';
import { RowTitle } from '../rowTitle.tsx';
import { decidedAmounts } from './decidedAmounts.ts';

interface Props {
  entity: Entity;
  rows: readonly Row[];
}

/** What a dialog decides about several records: the title and the amount of each, and their totals by currency. */
export function DecidedRecords({ entity, rows }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const fields = decidedAmounts(entity);
  const totals = rows.length > 1 ? [...totalsOf(fields, rows)].filter(([currency]) => currency !== '') : [];
  return (
    <div className="decided-records" tabIndex={0} role="group" aria-label={label(entity.label)}>
      <table>
        <tbody>
          {rows.map((row) => (
            <tr key={textOf(row['id'])}>
              <th scope="row">
                <RowTitle entity={entity} row={row} />
              </th>
              <td>
                <RowAmounts row={row} fields={fields} />
              </td>
            </tr>
          ))}
        </tbody>
        {totals.length > 0 && (
          <tfoot>
            <tr>
              <th scope="row">{t('grid.total')}</th>
              <td>
                {totals.map(([currency, amount]) => (
                  <Amount key={currency} amount={amount} currency={currency} />
                ))}
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** An amount with its currency: no label beside it names one. */
const Amount = ({ amount, currency }: { amount: string; currency: string }): ReactNode => (
  <div className="kind-figure">
    {amountText(amount, { kind: 'money' }, currency)} <span className="kind-aside">{currency}</span>
  </div>
);

function RowAmounts({ row, fields }: { row: Row; fields: readonly Field[] }): ReactNode {
  const entered = fields.filter(({ name }) => !isAbsent(row[name]));
  return entered.length === 0 && fields.length > 0 ? (
    <span className="kind-aside">—</span>
  ) : (
    entered.map((field) => (
      <Amount key={field.name} amount={textOf(row[field.name])} currency={currencyOf(field, row) ?? ''} />
    ))
  );
}
