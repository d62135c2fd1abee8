import { Empty } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { fieldOf, useChildEntities } from '../model.ts';
import { useChildAddress } from './children.tsx';

/** An event of a record: one of its child rows, with its day. */
interface Event {
  child: Child;
  of: Entity;
  row: Row;
  day: string;
}

/** The child rows of a record that have a day, the latest first (`x-form.tabs[].panels`). */
export function Chronology({ entity, row }: { entity: Entity; row: Row }): ReactNode {
  const { t } = useTranslation();
  const events = useChildEntities(entity).flatMap(({ child, of }): Event[] => {
    const day = dayOf(of);
    const rows = (row[child.entity] as Row[] | undefined) ?? [];
    return day === undefined ? [] : rows.map((childRow) => ({ child, of, row: childRow, day: textOf(childRow[day]) }));
  });
  if (events.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('detail.noChildren')} />;
  return (
    <ol className="chronology">
      {events
        .toSorted((a, b) => b.day.localeCompare(a.day))
        .map((event) => (
          <EventLine key={`${event.of.name} ${textOf(event.row['id'])}`} event={event} />
        ))}
    </ol>
  );
}

/** The date by which the list of an entity is sorted; undefined if it is sorted otherwise. */
function dayOf(entity: Entity): string | undefined {
  const first = entity.list.sort[0];
  return first && fieldOf(entity, first.field)?.kind === 'date' ? first.field : undefined;
}

function EventLine({ event: { child, of, row, day } }: { event: Event }): ReactNode {
  const label = useLabel();
  const addressOf = useChildAddress(child, of);
  const title = label(titlesOf(of, row)).replace(day, '').trim();
  return (
    <li>
      <time dateTime={day}>{day}</time>
      <span>
        <Link to={addressOf(row['id'])}>{label(of.label)}</Link> {title}
      </span>
    </li>
  );
}
