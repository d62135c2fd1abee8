import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { amountText } from '../../fields/decimal/amount.ts';
import { useLabel } from '../../fields/language.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { fieldOf } from '../model.ts';
import { previousVersion } from '../version/series.ts';
import { versionsQuery } from '../version/versions.ts';
import { type Amounts, amountsOf, differencesOf } from './childAmounts.ts';
import { childGroupsQuery } from './childGroups.ts';
import type { ChildGroups } from './childTotals.ts';

interface Props {
  parent: Entity;
  row: Row;
  of: ChildGroups;
}

/** The key figures of a child (`x-child.figures`): number of rows, totals, and the difference to the version before. */
export function ChildFigures({ parent, row, of }: Props): ReactNode {
  const label = useLabel();
  const { child, entity, groups, parts } = of;
  if (!child.figures || groups.length === 0) return null;
  const { count, sums, compare } = child.figures;
  const partsOf = (name: string) =>
    (child.figures?.parts ?? []).flatMap((part, index) =>
      part.of === name ? [{ ...part, groups: parts[index]! }] : [],
    );
  return (
    <>
      <div>
        <dt>{label(count)}</dt>
        <dd>{of.count}</dd>
      </div>
      {sums
        .flatMap((name) => fieldOf(entity, name) ?? [])
        .flatMap((field) => {
          const own = partsOf(field.name);
          const figures = own.length > 0 ? own : [{ label: field.label, groups }];
          return figures.map((figure) => (
            <Totals
              key={`${field.name} ${figure.label.en}`}
              field={field}
              title={label(figure.label)}
              amounts={amountsOf(field, figure.groups)}
              isLast={field.name === sums.at(-1)}
            />
          ));
        })}
      {compare !== undefined && parent.version && (
        <Difference parent={parent} row={row} of={of} field={fieldOf(entity, compare)!} />
      )}
    </>
  );
}

interface TotalsProps {
  field: Field;
  title: string;
  amounts: Amounts;
  isLast: boolean;
}

/** One figure. The only currency is named at the last one, so that the amounts have room. */
function Totals({ field, title, amounts, isLast }: TotalsProps): ReactNode {
  const [currency] = amounts.keys();
  return (
    <div>
      <dt title={title}>
        {title} {isLast && amounts.size === 1 && <span className="kind-aside">{currency}</span>}
      </dt>
      <dd>{amounts.size === 0 ? '0' : <AmountLines field={field} amounts={amounts} />}</dd>
    </div>
  );
}

function AmountLines({ field, amounts, signed }: { field: Field; amounts: Amounts; signed?: true }): ReactNode {
  return [...amounts].map(([currency, amount]) => (
    <span key={currency} className="kind-figure">
      {signed && !amount.startsWith('-') && !/^[0.]*$/.test(amount) ? '+' : ''}
      {amountText(amount, field, currency)}
      {amounts.size > 1 && <span className="kind-aside"> {currency}</span>}
    </span>
  ));
}

/** The difference of an amount to the version before, with a link to the comparison. */
function Difference({ parent, row, of, field }: Props & { field: Field }): ReactNode {
  const { t } = useTranslation();
  const { data: versions } = useQuery(versionsQuery(parent, row));
  const before = versions && previousVersion(parent, versions, row);
  const query = childGroupsQuery(parent, of.child, of.entity, before ?? row);
  const { data } = useQuery({ ...query, enabled: before !== undefined });
  if (!before || !data) return null;
  const amounts = differencesOf(amountsOf(field, of.groups), amountsOf(field, data.groups));
  const address = `/${parent.area}/${parent.name}/${textOf(before['id'])}/compare?with=${textOf(row['id'])}`;
  return (
    <div>
      <dt>
        <Link to={address}>{t('version.differenceTo', { version: textOf(before[parent.version!.keys.at(-1)!]) })}</Link>
      </dt>
      <dd>
        <AmountLines field={field} amounts={amounts} signed />
      </dd>
    </div>
  );
}
