import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { titlesOf } from '../../../generator/language/title.ts';
import { useDue } from '../../fields/date/due.ts';
import { useLabel } from '../../fields/language.ts';
import { textOf } from '../../fields/types.ts';
import { shownRows } from '../../records/list/shownRows.ts';
import { useEntity } from '../../records/model.ts';
import { useFigureSource } from '../dashboard/figureSource.ts';
import { LITIGATION } from './source.ts';

const MAX_ROWS = 10;

/** The open cases with the next deadlines, passed ones first. */
export function Deadlines(): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const due = useDue();
  const { entity } = useEntity(LITIGATION.entity);
  const { where, address } = useFigureSource(entity, { entity: LITIGATION.entity, preset: LITIGATION.open });
  const { data } = useQuery(
    shownRows(LITIGATION.entity, {
      where: [...where, { name: LITIGATION.deadline, type: 'notNull' }],
      sort: LITIGATION.deadline,
      pageSize: MAX_ROWS,
    }),
  );
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (data.records.length === 0) return <p className="card-empty">{t('litigation.noDeadline')}</p>;
  return (
    <>
      <ul className="card-list">
        {data.records.map((row) => {
          const day = textOf(row[LITIGATION.deadline]);
          return (
            <li key={row.id}>
              <Link to={`/${entity.area}/${entity.name}/${row.id}`}>{label(titlesOf(entity, row))}</Link>
              <span className="card-aside">
                {day} · {due(day).text}
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
