import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { shownGroups } from '../../records/list/shownRows.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { optionLabel } from '../../fields/choice/options.ts';
import { amountText } from '../../fields/decimal/amount.ts';
import { useLabel, useNumberText } from '../../fields/language.ts';
import { useFigureSource } from '../dashboard/figureSource.ts';
import { countOf, differenceOf, sumOf, totalOf } from '../dashboard/sums.ts';
import '../dashboard/bars.css';
import { CLAIMS, CURRENCY } from './source.ts';

/** Table of the open cases by kind, with their number, estimated amount, paid amount and difference. */
export function ByKind(): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(CLAIMS.entity);
  const { where, address } = useFigureSource(entity, { entity: CLAIMS.entity, preset: CLAIMS.open });
  const { data } = useQuery(shownGroups(CLAIMS.entity, CLAIMS.kind, where, CLAIMS.amounts));
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (data.length === 0) return <p className="card-empty">{t('claims.noOpen')}</p>;
  const kind = fieldOf(entity, CLAIMS.kind)!;
  return (
    <table className="compared">
      <thead>
        <tr>
          <th scope="col">{label(kind.label)}</th>
          <th scope="col">{t('claims.cases')}</th>
          <th scope="col">{label(fieldOf(entity, CLAIMS.estimated)!.label)}</th>
          <th scope="col">{label(fieldOf(entity, CLAIMS.settled)!.label)}</th>
          <th scope="col">{t('claims.remaining')}</th>
        </tr>
      </thead>
      <tbody>
        {data.map((group) => {
          const code = group.value ?? '';
          return (
            <KindRow
              key={code}
              name={<Link to={address({ [CLAIMS.kind]: code })}>{label(optionLabel(kind, code))}</Link>}
              count={group.count}
              estimated={sumOf(group, CLAIMS.estimated)}
              settled={sumOf(group, CLAIMS.settled)}
            />
          );
        })}
        <KindRow
          name={<Link to={address()}>{t('claims.total')}</Link>}
          count={countOf(data)}
          estimated={totalOf(data, CLAIMS.estimated)}
          settled={totalOf(data, CLAIMS.settled)}
        />
      </tbody>
    </table>
  );
}

interface RowProps {
  name: ReactNode;
  count: number;
  /** amounts as decimal text */
  estimated: string;
  settled: string;
}

function KindRow({ name, count, estimated, settled }: RowProps): ReactNode {
  const numberText = useNumberText();
  const { entity } = useEntity(CLAIMS.entity);
  const shown = (amount: string): string => amountText(amount, fieldOf(entity, CLAIMS.estimated)!, CURRENCY);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{numberText(count)}</td>
      <td>{shown(estimated)}</td>
      <td>{shown(settled)}</td>
      <td>{shown(differenceOf(estimated, settled))}</td>
    </tr>
  );
}
