import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../records/list/columns.tsx';
import { shownRows } from '../../records/list/shownRows.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { cellOf } from '../../fields/cells.ts';
import { textOf } from '../../fields/types.ts';
import { NoticeDialog } from './noticeDialog.tsx';
import { seenQuery } from './seen.ts';
import { useToday } from '../../api/today.ts';

const MOST = 6;
/** A notice that has been out for longer is news to nobody, and opens only by a click. */
const NEWS_DAYS = 14;

/** The latest notices. Those that the reader has not seen stand out; new ones open by themselves, once. */
export function Notices(): ReactNode {
  const { t } = useTranslation();
  const today = useToday();
  const { entity } = useEntity('notice');
  const { data } = useQuery(
    shownRows('notice', {
      where: [{ name: 'issueDate', type: 'lte', value: today }],
      sort: '-issueDate,-id',
      pageSize: MOST,
    }),
  );
  const { data: seen } = useQuery(seenQuery('notice'));
  const [opened, setOpened] = useState<ListRow[]>();
  /** what opened by itself at this visit, which does not come again */
  const [news, setNews] = useState<ListRow[]>();
  if (!data || !seen) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (news === undefined) {
    const fresh = data.records.filter(
      (row) =>
        !seen.has(row.id) && textOf(row['issueDate']) >= dayjs(today).subtract(NEWS_DAYS, 'day').format('YYYY-MM-DD'),
    );
    setNews(fresh);
    if (fresh.length > 0) setOpened(fresh);
  }
  if (data.records.length === 0) return <p className="card-empty">{t('welcome.noNotices')}</p>;
  const type = fieldOf(entity, 'informationType')!;
  const Type = cellOf(type);
  return (
    <>
      <ul className="card-list stacked">
        {data.records.map((row) => (
          <li key={row.id}>
            <button type="button" className="notice-link" data-new={!seen.has(row.id)} onClick={() => setOpened([row])}>
              {textOf(row['title'])}
            </button>
            <span className="card-aside">
              {row['informationType'] ? (
                <>
                  <Type field={type} value={row['informationType']} row={row} entity={entity} /> ·{' '}
                </>
              ) : null}
              {textOf(row['issueDate'])}
            </span>
          </li>
        ))}
      </ul>
      {opened ? <NoticeDialog notices={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}
