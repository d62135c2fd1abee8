import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { amountText } from '../../fields/decimal/amount.ts';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import { useIsMet } from '../conditions.ts';
import { amountsOf } from '../detail/childAmounts.ts';
import { useChildGroups } from '../detail/childGroups.ts';
import type { ChildGroups } from '../detail/childTotals.ts';
import { fieldOf } from '../model.ts';
import { RowTitle } from '../rowTitle.tsx';

/** What a dialog decides: the title of the record, the number of its rows and their total (`x-child.figures`). */
export function DecidedRecord({ entity, row }: { entity: Entity; row: Row }): ReactNode {
  const { t } = useTranslation();
  const tables = useChildGroups(entity, row, useIsMet(entity, row)).filter(({ groups }) => groups.length > 0);
  const withFigures = tables.filter(({ child }) => child.figures);
  const hasFigures = entity.children.some(({ figures }) => figures);
  return (
    <p className="decided-record">
      <strong>
        <RowTitle entity={entity} row={row} />
      </strong>
      {hasFigures && withFigures.length === 0 && <span>{t('steps.noRows')}</span>}
      {withFigures.map((table) => (
        <TableFigures key={table.child.entity} of={table} />
      ))}
    </p>
  );
}

function TableFigures({ of: { child, entity, groups, count: number } }: { of: ChildGroups }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { count, sums, compare = sums.at(-1)! } = child.figures!;
  const field = fieldOf(entity, compare)!;
  const amounts = [...amountsOf(field, groups)].map(
    ([currency, amount]) => `${amountText(amount, field, currency)} ${currency}`,
  );
  return (
    <span>
      {t('steps.decided', {
        what: label(count),
        count: number,
        amount: label(field.label),
        total: amounts.join(t('steps.also')),
      })}
    </span>
  );
}
