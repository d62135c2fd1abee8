import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { titlesOf } from '../../../generator/language/title.ts';
import { shownRows } from '../../records/list/shownRows.ts';
import { useEntity } from '../../records/model.ts';
import { useDue } from '../../fields/date/due.ts';
import { useLabel } from '../../fields/language.ts';
import { textOf } from '../../fields/types.ts';
import { useFigureSource } from '../dashboard/figureSource.ts';
import { CLAIMS, endingSoon, EXPIRING_WITHIN } from './open.ts';

const MOST = 10;

/** The open cases whose time limit ends first. */
export function Expiring(): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const due = useDue();
  const { entity } = useEntity(CLAIMS.entity);
  const { where, address } = useFigureSource(entity, {
    entity: CLAIMS.entity,
    preset: CLAIMS.open,
    filters: (day) => ({ [CLAIMS.limit]: endingSoon(day) }),
  });
  const { data } = useQuery(shownRows(CLAIMS.entity, { where, sort: CLAIMS.limit, pageSize: MOST }));
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (data.records.length === 0)
    return <p className="card-empty">{t('claims.noExpiring', { days: EXPIRING_WITHIN })}</p>;
  return (
    <>
      <ul className="card-list">
        {data.records.map((row) => {
          const limit = textOf(row[CLAIMS.limit]);
          return (
            <li key={row.id}>
              <Link to={`/${entity.area}/${entity.name}/${row.id}`}>{label(titlesOf(entity, row))}</Link>
              <span className="card-aside">
                {limit} · {due(limit).text}
              </span>
            </li>
          );
        })}
      </ul>
      {data.total > MOST ? (
        <p className="card-empty">
          <Link to={address()}>{t('claims.allExpiring', { count: data.total })}</Link>
        </p>
      ) : null}
    </>
  );
}
