import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { cellOf } from '../../fields/cells.ts';
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
                <RowAmounts {...{ entity, row, fields }} />
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
                  <div key={currency} className="kind-figure">
                    {amountText(amount, { kind: 'money' }, currency)} <span className="kind-aside">{currency}</span>
                  </div>
                ))}
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function RowAmounts({ entity, row, fields }: { entity: Entity; row: Row; fields: readonly Field[] }): ReactNode {
  const entered = fields.filter(({ name }) => !isAbsent(row[name]));
  return entered.length === 0 && fields.length > 0 ? (
    <span className="kind-aside">—</span>
  ) : (
    entered.map((field) => {
      const Cell = cellOf(field);
      return (
        <div key={field.name}>
          <Cell field={field} value={row[field.name]} row={row} entity={entity} />
        </div>
      );
    })
  );
}
