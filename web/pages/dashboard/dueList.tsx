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
import type { FigureSource } from './cards.ts';
import { useFigureSource } from './figureSource.ts';

const MAX_ROWS = 10;

interface Props {
  source: FigureSource;
  /** the date */
  field: string;
  /** text for none */
  empty: string;
}

/** The records of a figure with the earliest dates, and a link to the list of all. */
export function DueList({ source, field, empty }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const due = useDue();
  const { entity } = useEntity(source.entity);
  const { where, address } = useFigureSource(entity, source);
  const { data } = useQuery(
    shownRows(source.entity, { where: [...where, { name: field, type: 'notNull' }], sort: field, pageSize: MAX_ROWS }),
  );
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (data.records.length === 0) return <p className="card-empty">{empty}</p>;
  return (
    <>
      <ul className="card-list due">
        {data.records.map((row) => {
          const day = textOf(row[field]);
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
