import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { ListRow } from '../../records/list/columns.tsx';
import { shownRows } from '../../records/list/shownRows.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { cellOf } from '../../fields/cells.ts';
import { textOf } from '../../fields/types.ts';
import { NoticeDialog } from './noticeDialog.tsx';
import { seenQuery } from './seen.ts';
import { useToday } from '../../api/today.ts';

const MAX_ROWS = 6;
/** Maximum age in days of notices that open automatically. */
const NEWS_DAYS = 14;

/**
 * The latest notices. Notices that the user has not opened are marked; new notices open automatically once per visit.
 */
export function Notices(): ReactNode {
  const { t } = useTranslation();
  const today = useToday();
  const { entity } = useEntity('notice');
  const { data } = useQuery(
    shownRows('notice', {
      where: [{ name: 'issueDate', type: 'lte', value: today }],
      sort: '-issueDate,-id',
      pageSize: MAX_ROWS,
    }),
  );
  const { data: seen } = useQuery(seenQuery('notice'));
  const [opened, setOpened] = useState<ListRow[]>();
  const [hasOpenedNews, setHasOpenedNews] = useState(false);
  if (!data || !seen) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (!hasOpenedNews) {
    const firstDay = dayjs(today).subtract(NEWS_DAYS, 'day').format('YYYY-MM-DD');
    const news = data.records.filter((row) => !seen.has(row.id) && textOf(row['issueDate']) >= firstDay);
    setHasOpenedNews(true);
    if (news.length > 0) setOpened(news);
  }
  if (data.records.length === 0) return <p className="card-empty">{t('welcome.noNotices')}</p>;
  return (
    <>
      <ul className="card-list stacked">
        {data.records.map((row) => (
          <NoticeItem
            key={row.id}
            entity={entity}
            row={row}
            isNew={!seen.has(row.id)}
            onOpen={() => setOpened([row])}
          />
        ))}
      </ul>
      {opened ? <NoticeDialog notices={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}

interface ItemProps {
  entity: Entity;
  row: ListRow;
  isNew: boolean;
  onOpen: () => void;
}

/** One notice of the list: its title, type and day. */
function NoticeItem({ entity, row, isNew, onOpen }: ItemProps): ReactNode {
  const type = fieldOf(entity, 'informationType')!;
  const Type = cellOf(type);
  return (
    <li>
      <button type="button" className="notice-link" data-new={isNew} onClick={onOpen}>
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
  );
}
