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
import { addressOf, INBOX, isUndecided } from '../records/inbox/address.ts';
import type { TaskEntity } from '../records/inbox/todos.ts';
import { RecordNumber, RecordSubject } from '../records/recordNumber.tsx';
import { amountOf } from '../records/inbox/list.tsx';
import { useRecordOf } from '../records/recordOf.ts';
import { usePreset } from '../records/list/presets.ts';
import { shownRows } from '../records/list/shownRows.ts';
import { fieldOf, useEntity, useModel } from '../records/model.ts';
import { useLabel } from '../fields/language.ts';
import { cellOf } from '../fields/cells.ts';
import { useDue } from '../fields/date/due.ts';
import { isAbsent, textOf } from '../fields/types.ts';
import './bell.css';

const MAX_ROWS = 6;

interface Source {
  entity: string;
  /** the preset of its list that selects the rows */
  preset: string;
  /** key of the heading */
  heading: string;
  /** key of the text without rows */
  emptyText?: string;
  /** fields of which the first with a value is shown beside the title of a row */
  details: readonly string[];
}

/** Rows that wait for the user. */
const SOURCES: readonly Source[] = [
  { entity: 'task', preset: 'mine', heading: 'welcome.todos', emptyText: 'bell.noTodos', details: ['remark'] },
  { entity: 'task', preset: 'returned', heading: 'bell.returned', details: ['remark'] },
  {
    entity: 'mail',
    preset: 'unread',
    heading: 'welcome.unreadMails',
    emptyText: 'welcome.noMails',
    details: ['sender'],
  },
];

interface SourceRows {
  source: Source;
  entity: Entity;
  rows: ListRow[];
  total: number;
}

/**
 * Button with the number of rows that wait for the user, reloaded each minute while visible. Its popover shows the
 * latest rows.
 */
export function Bell(): ReactNode {
  const model = useModel();
  const readable = SOURCES.filter(({ entity }) =>
    model.some(({ name, permissions }) => name === entity && permissions.includes('query')),
  );
  return readable.length === 0 ? null : <QuerySources sources={readable} found={[]} />;
}

/** Queries the sources in nested components, because each query needs its own hooks, and shows all rows. */
function QuerySources({ sources, found }: { sources: readonly Source[]; found: readonly SourceRows[] }): ReactNode {
  const [source, ...others] = sources;
  return source === undefined ? (
    <BellPopover found={found} />
  ) : (
    <QuerySource key={source.preset} source={source} others={others} found={found} />
  );
}

function QuerySource({
  source,
  others,
  found,
}: {
  source: Source;
  others: readonly Source[];
  found: readonly SourceRows[];
}): ReactNode {
  const { entity } = useEntity(source.entity);
  const where = usePreset(entity, source.preset);
  const { data } = useQuery(shownRows(source.entity, { where, pageSize: MAX_ROWS }));
  return (
    <QuerySources
      sources={others}
      found={[...found, { source, entity, rows: data?.records ?? [], total: data?.total ?? 0 }]}
    />
  );
}

function BellPopover({ found }: { found: readonly SourceRows[] }): ReactNode {
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

function Section({ waiting: { source, entity, rows, total } }: { waiting: SourceRows }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const list = `/${entity.area}/${entity.name}`;
  const recordOf = useRecordOf(entity);
  if (rows.length === 0 && source.emptyText === undefined) return null;
  return (
    <section>
      <header>
        <h3>{t(source.heading)}</h3>
        {total > 0 ? (
          <Link to={entity.tasks ? INBOX : `${list}?_preset=${source.preset}`}>{t('bell.all', { count: total })}</Link>
        ) : null}
      </header>
      {rows.length === 0 ? (
        <p>{t(source.emptyText!)}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <Link to={(isUndecided(entity, row) ? undefined : recordOf(row)) ?? addressOf(entity, row)}>
                <span>{entity.tasks ? <RecordNumber entity={entity} row={row} /> : label(titlesOf(entity, row))}</span>
                <small>
                  <RowDetail entity={entity} row={row} fields={source.details} />
                </small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Due date of a to-do and the days until then. */
function DueDay({ field, day }: { field: Field; day: string }): ReactNode {
  const label = useLabel();
  const due = useDue();
  return `${label(field.label)} ${day} · ${due(day).text}`;
}

/** Field kinds whose cells are links, which cannot be nested in a link. */
const LINKS: ReadonlySet<string> = new Set(['email', 'phone', 'url', 'ref', 'multiRef']);

/** What a to-do is about, and its amount. */
function TodoDetail({ entity, row }: { entity: TaskEntity; row: ListRow }): ReactNode {
  const amount = amountOf(entity, row);
  return (
    <>
      <RecordSubject entity={entity} row={row} />
      {amount && ` · ${amount}`}
    </>
  );
}

/** Due date of a row, or else its first field with a value, or what it is about. */
function RowDetail({ entity, row, fields }: { entity: Entity; row: ListRow; fields: readonly string[] }): ReactNode {
  const day = entity.tasks?.reminder && fieldOf(entity, entity.tasks.reminder.due);
  if (day && !isAbsent(row[day.name])) return <DueDay field={day} day={textOf(row[day.name])} />;
  const field = fields.flatMap((name) => fieldOf(entity, name) ?? []).find(({ name }) => !isAbsent(row[name]));
  if (!field) return entity.tasks ? <TodoDetail entity={{ ...entity, tasks: entity.tasks }} row={row} /> : null;
  if (LINKS.has(field.kind)) return textOf(row[field.name]);
  const Cell = cellOf(field);
  return <Cell field={field} value={row[field.name]} row={row} entity={entity} />;
}
