import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePreset } from '../../records/list/presets.ts';
import { shownRows } from '../../records/list/shownRows.ts';
import { useEntity } from '../../records/model.ts';
import { textOf } from '../../fields/types.ts';

const MAX_ROWS = 5;

/** The unread mails, the latest first; opening one marks it as read. */
export function Mails(): ReactNode {
  const { t } = useTranslation();
  const { entity } = useEntity('mail');
  const where = usePreset(entity, 'unread');
  const { data, isPending } = useQuery(shownRows('mail', { where, pageSize: MAX_ROWS }));
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  if (!data || data.records.length === 0) return <p className="card-empty">{t('welcome.noMails')}</p>;
  return (
    <ul className="card-list stacked">
      {data.records.map((row) => (
        <li key={row.id}>
          <Link to={`/${entity.area}/${entity.name}/${row.id}`}>
            <strong>{textOf(row['title'])}</strong>
          </Link>
          <span className="card-aside">
            {dayjs(textOf(row['sendDate'])).format('YYYY-MM-DD HH:mm')} · {textOf(row['sender'])}
          </span>
        </li>
      ))}
    </ul>
  );
}
