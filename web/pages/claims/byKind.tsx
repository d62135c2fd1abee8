import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countOf } from '../../records/list/group.ts';
import { shownGroups } from '../../records/list/shownRows.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { optionLabel } from '../../fields/choice/options.ts';
import { amountText } from '../../fields/decimal/amount.ts';
import { useLabel, useNumberText } from '../../fields/language.ts';
import { useFigureSource } from '../dashboard/figureSource.ts';
import { sumOf, totalOf } from '../dashboard/sums.ts';
import '../dashboard/bars.css';
import { CLAIMS, CURRENCY } from './source.ts';

/** Table of the open cases by kind, with their number, reserve, paid amount and outstanding reserve. */
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
      <Head />
      <tbody>
        {data.map((group) => {
          const code = group.value ?? '';
          return (
            <KindRow
              key={code}
              name={<Link to={address({ [CLAIMS.kind]: code })}>{label(optionLabel(kind, code))}</Link>}
              count={group.count}
              amounts={CLAIMS.amounts.map((name) => sumOf(group, name))}
            />
          );
        })}
        <KindRow
          name={<Link to={address()}>{t('claims.total')}</Link>}
          count={countOf(data)}
          amounts={CLAIMS.amounts.map((name) => totalOf(data, name))}
        />
      </tbody>
    </table>
  );
}

function Head(): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(CLAIMS.entity);
  return (
    <thead>
      <tr>
        <th scope="col">{label(fieldOf(entity, CLAIMS.kind)!.label)}</th>
        <th scope="col">{t('claims.cases')}</th>
        {CLAIMS.amounts.map((name) => (
          <th key={name} scope="col">
            {label(fieldOf(entity, name)!.label)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface RowProps {
  name: ReactNode;
  count: number;
  /** decimal texts in the order of `CLAIMS.amounts` */
  amounts: string[];
}

function KindRow({ name, count, amounts }: RowProps): ReactNode {
  const numberText = useNumberText();
  const { entity } = useEntity(CLAIMS.entity);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{numberText(count)}</td>
      {CLAIMS.amounts.map((field, index) => (
        <td key={field}>{amountText(amounts[index]!, fieldOf(entity, field)!, CURRENCY)}</td>
      ))}
    </tr>
  );
}
