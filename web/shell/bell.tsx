import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Badge, Button, Popover } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import { titlesOf } from '../../generator/language/title.ts';
import type { ListRow } from '../records/list/columns.tsx';
import { useRecordOf } from '../records/recordOf.ts';
import { usePreset } from '../records/list/presets.ts';
import { shownRows } from '../records/list/shownRows.ts';
import { fieldOf, useEntity, useModel } from '../records/model.ts';
import { useLabel } from '../fields/language.ts';
import { cellOf } from '../fields/cells.ts';
import { useDue } from '../fields/date/due.ts';
import { isAbsent, textOf } from '../fields/types.ts';
import './bell.css';

const MOST = 6;

interface Source {
  entity: string;
  preset: string;
  heading: string;
  none?: string;
  beside: readonly string[];
}

/**
 * What waits for the reader: an entity, the preset of its list that says which rows, what is said where there are none,
 * and the fields of which the first with a value is told beside a row's title.
 */
const WAITING: readonly Source[] = [
  {
    entity: 'task',
    preset: 'mine',
    heading: 'welcome.todos',
    none: 'bell.noTodos',
    beside: ['remark', 'recordEntity'],
  },
  { entity: 'task', preset: 'returned', heading: 'bell.returned', beside: ['remark', 'recordEntity'] },
  { entity: 'mail', preset: 'unread', heading: 'welcome.unreadMails', none: 'welcome.noMails', beside: ['sender'] },
];

interface Waiting {
  source: Source;
  entity: Entity;
  rows: ListRow[];
  total: number;
}

/** How much waits for the reader, asked each minute while the page is looked at; opened, the newest of it. */
export function Bell(): ReactNode {
  const model = useModel();
  const readable = WAITING.filter(({ entity }) =>
    model.some(({ name, permissions }) => name === entity && permissions.includes('query')),
  );
  return readable.length === 0 ? null : <Counted sources={readable} found={[]} />;
}

/** Asks the sources one inside the other, since each has hooks of its own, and shows what they found. */
function Counted({ sources, found }: { sources: readonly Source[]; found: readonly Waiting[] }): ReactNode {
  const [source, ...others] = sources;
  return source === undefined ? (
    <Shown found={found} />
  ) : (
    <Asked key={source.preset} source={source} others={others} found={found} />
  );
}

function Asked({
  source,
  others,
  found,
}: {
  source: Source;
  others: readonly Source[];
  found: readonly Waiting[];
}): ReactNode {
  const { entity } = useEntity(source.entity);
  const where = usePreset(entity, source.preset);
  const { data } = useQuery(shownRows(source.entity, { where, pageSize: MOST }));
  return (
    <Counted
      sources={others}
      found={[...found, { source, entity, rows: data?.records ?? [], total: data?.total ?? 0 }]}
    />
  );
}

function Shown({ found }: { found: readonly Waiting[] }): ReactNode {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  const total = found.reduce((sum, one) => sum + one.total, 0);
  useEffect(() => setOpen(false), [pathname, search]);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      content={
        <div className="bell">
          {found.map((one) => (
            <Section key={one.source.preset} waiting={one} />
          ))}
        </div>
      }
    >
      <Button
        type="text"
        aria-expanded={open}
        aria-label={t('bell.title', { count: total })}
        icon={
          <Badge count={total} size="small" overflowCount={99} offset={[2, -2]}>
            <BellOutlined />
          </Badge>
        }
      />
    </Popover>
  );
}

function Section({ waiting: { source, entity, rows, total } }: { waiting: Waiting }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const list = `/${entity.area}/${entity.name}`;
  const recordOf = useRecordOf(entity);
  if (rows.length === 0 && source.none === undefined) return null;
  return (
    <section>
      <header>
        <h3>{t(source.heading)}</h3>
        {total > 0 ? <Link to={`${list}?_preset=${source.preset}`}>{t('bell.all', { count: total })}</Link> : null}
      </header>
      {rows.length === 0 ? (
        <p>{t(source.none!)}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <Link to={recordOf(row) ?? `${list}/${row.id}`}>
                <span>{label(titlesOf(entity, row))}</span>
                <small>
                  <Beside entity={entity} row={row} fields={source.beside} />
                </small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The day that a to-do tells of, and how far off it is. */
function DueDay({ field, day }: { field: Field; day: string }): ReactNode {
  const label = useLabel();
  const due = useDue();
  return `${label(field.label)} ${day} · ${due(day).text}`;
}

/** Kinds that are drawn as links: one cannot stand in another. */
const LINKS: ReadonlySet<string> = new Set(['email', 'phone', 'url', 'ref', 'multiRef']);

/** The day that the row tells of, else the first of some fields that has a value. */
function Beside({ entity, row, fields }: { entity: Entity; row: ListRow; fields: readonly string[] }): ReactNode {
  const day = entity.tasks?.reminder && fieldOf(entity, entity.tasks.reminder.due);
  if (day && !isAbsent(row[day.name])) return <DueDay field={day} day={textOf(row[day.name])} />;
  const field = fields.flatMap((name) => fieldOf(entity, name) ?? []).find(({ name }) => !isAbsent(row[name]));
  if (!field) return null;
  if (LINKS.has(field.kind)) return textOf(row[field.name]);
  const Cell = cellOf(field);
  return <Cell field={field} value={row[field.name]} row={row} entity={entity} />;
}
