import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { shownGroups } from '../../records/list/shownRows.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { amountText } from '../../fields/decimal/amount.ts';
import { useLabel } from '../../fields/language.ts';
import { useFigureSource } from '../dashboard/figureSource.ts';
import '../dashboard/bars.css';
import { CLAIMS, countOf, CURRENCY, remainingOf, sumOf, totalOf } from './open.ts';

/** Open cases of each kind: how many, what they were estimated at, what was paid of that and what was not. */
export function ByKind(): ReactNode {
  const { t, i18n } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(CLAIMS.entity);
  const { where, address } = useFigureSource(entity, { entity: CLAIMS.entity, preset: CLAIMS.open });
  const { data } = useQuery(shownGroups(CLAIMS.entity, CLAIMS.kind, where, CLAIMS.amounts));
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (data.length === 0) return <p className="card-empty">{t('claims.noOpen')}</p>;
  const [kind, estimated, settled] = [CLAIMS.kind, CLAIMS.estimated, CLAIMS.settled].map((name) =>
    fieldOf(entity, name)!,
  );
  const shown = (amount: string): string => amountText(amount, estimated!, CURRENCY);
  const number = new Intl.NumberFormat(i18n.language);
  const line = (name: ReactNode, count: number, before: string, after: string, key: string): ReactNode => (
    <tr key={key}>
      <th scope="row">{name}</th>
      <td>{number.format(count)}</td>
      <td>{shown(before)}</td>
      <td>{shown(after)}</td>
      <td>{shown(remainingOf(before, after))}</td>
    </tr>
  );
  return (
    <table className="compared">
      <thead>
        <tr>
          <th scope="col">{label(kind!.label)}</th>
          <th scope="col">{t('claims.cases')}</th>
          <th scope="col">{label(estimated!.label)}</th>
          <th scope="col">{label(settled!.label)}</th>
          <th scope="col">{t('claims.remaining')}</th>
        </tr>
      </thead>
      <tbody>
        {data.map((group) => {
          const option = kind!.options?.find(({ code }) => code === group.value);
          const code = group.value ?? '';
          return line(
            <Link to={address({ [CLAIMS.kind]: code })}>{option ? label(option) : code}</Link>,
            group.count,
            sumOf(group, CLAIMS.estimated),
            sumOf(group, CLAIMS.settled),
            code,
          );
        })}
        {line(
          <Link to={address()}>{t('claims.total')}</Link>,
          countOf(data),
          totalOf(data, CLAIMS.estimated),
          totalOf(data, CLAIMS.settled),
          'total',
        )}
      </tbody>
    </table>
  );
}
