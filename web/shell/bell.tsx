import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Badge, Button, Popover } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { Entity } from '../../generator/model/types.ts';
import { titlesOf } from '../../generator/language/title.ts';
import type { ListRow } from '../entity/list/columns.tsx';
import { usePreset } from '../entity/list/presets.tsx';
import { shownRows } from '../entity/list/shownRows.ts';
import { useEntity, useModel } from '../entity/model.ts';
import { useLabel } from '../kinds/language.ts';
import { textOf } from '../kinds/types.ts';
import './bell.css';

const MOST = 6;

/** What waits for the reader: an entity, the preset of its list that says which rows, and the field told beside a row's title. */
const WAITING = [
  { entity: 'task', preset: 'mine', heading: 'welcome.todos', none: 'bell.noTodos', beside: 'remark' },
  { entity: 'mail', preset: 'unread', heading: 'welcome.unreadMails', none: 'welcome.noMails', beside: 'sender' },
] as const;

type Source = (typeof WAITING)[number];
interface Waiting { source: Source; entity: Entity; rows: ListRow[]; total: number }

/** How much waits for the reader, asked each minute while the page is looked at; opened, the newest of it. */
export function Bell(): ReactNode {
  const model = useModel();
  const readable = WAITING.filter(({ entity }) => model.some(({ name, permissions }) => name === entity && permissions.includes('query')));
  return readable.length === 0 ? null : <Counted sources={readable} found={[]} />;
}

/** Asks the sources one inside the other, since each has hooks of its own, and shows what they found. */
function Counted({ sources, found }: { sources: readonly Source[]; found: readonly Waiting[] }): ReactNode {
  const [source, ...others] = sources;
  return source === undefined ? <Shown found={found} /> : <Asked key={source.entity} source={source} others={others} found={found} />;
}

function Asked({ source, others, found }: { source: Source; others: readonly Source[]; found: readonly Waiting[] }): ReactNode {
  const { entity } = useEntity(source.entity);
  const where = usePreset(entity, source.preset);
  const { data } = useQuery(shownRows(source.entity, { where, pageSize: MOST }));
  return <Counted sources={others} found={[...found, { source, entity, rows: data?.records ?? [], total: data?.total ?? 0 }]} />;
}

function Shown({ found }: { found: readonly Waiting[] }): ReactNode {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  const total = found.reduce((sum, one) => sum + one.total, 0);
  useEffect(() => setOpen(false), [pathname, search]);
  return (
    <Popover
      trigger="click" placement="bottomRight" open={open} onOpenChange={setOpen}
      content={<div className="bell">{found.map((one) => <Section key={one.source.entity} waiting={one} />)}</div>}
    >
      <Button
        type="text" aria-expanded={open} aria-label={t('bell.title', { count: total })}
        icon={<Badge count={total} size="small" overflowCount={99} offset={[2, -2]}><BellOutlined /></Badge>}
      />
    </Popover>
  );
}

function Section({ waiting: { source, entity, rows, total } }: { waiting: Waiting }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const list = `/${entity.area}/${entity.name}`;
  return (
    <section>
      <header><h3>{t(source.heading)}</h3>{total > 0 ? <Link to={`${list}?_preset=${source.preset}`}>{t('bell.all', { count: total })}</Link> : null}</header>
      {rows.length === 0 ? <p>{t(source.none)}</p> : (
        <ul>
          {rows.map((row) => (
            <li key={row.id}><Link to={`${list}/${row.id}`}><span>{label(titlesOf(entity, row))}</span><small>{textOf(row[source.beside])}</small></Link></li>
          ))}
        </ul>
      )}
    </section>
  );
}
