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
import { CLAIMS, EXPIRING_WITHIN_DAYS, expiringPeriod } from './source.ts';

const MAX_ROWS = 10;

/** The open cases whose time bar expires first. */
export function Expiring(): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const due = useDue();
  const { entity } = useEntity(CLAIMS.entity);
  const { where, address } = useFigureSource(entity, {
    entity: CLAIMS.entity,
    preset: CLAIMS.open,
    filters: (day) => ({ [CLAIMS.timeBar]: expiringPeriod(day) }),
  });
  const { data } = useQuery(shownRows(CLAIMS.entity, { where, sort: CLAIMS.timeBar, pageSize: MAX_ROWS }));
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (data.records.length === 0)
    return <p className="card-empty">{t('claims.noExpiring', { days: EXPIRING_WITHIN_DAYS })}</p>;
  return (
    <>
      <ul className="card-list">
        {data.records.map((row) => {
          const timeBar = textOf(row[CLAIMS.timeBar]);
          return (
            <li key={row.id}>
              <Link to={`/${entity.area}/${entity.name}/${row.id}`}>{label(titlesOf(entity, row))}</Link>
              <span className="card-aside">
                {timeBar} · {due(timeBar).text}
              </span>
            </li>
          );
        })}
      </ul>
      {data.total > MAX_ROWS ? (
        <p className="card-empty">
          <Link to={address()}>{t('claims.allExpiring', { count: data.total })}</Link>
        </p>
      ) : null}
    </>
  );
}
