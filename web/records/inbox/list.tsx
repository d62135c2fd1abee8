import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { amountText } from '../../fields/decimal/amount.ts';
import { useDue } from '../../fields/date/due.ts';
import { isAbsent, textOf } from '../../fields/types.ts';
import { fieldOf } from '../model.ts';
import { RecordNumber, RecordSubject } from '../recordNumber.tsx';
import { inboxAddress } from './address.ts';
import type { Part, TaskEntity, TodoGroup, TodoRow } from './todos.ts';
import { useWaiting } from './waitingDays.ts';

interface Props {
  entity: TaskEntity;
  groups: readonly TodoGroup[];
  /** id of the chosen to-do */
  chosen: string | undefined;
}

/** The to-dos by part, the most urgent first. */
export function TodoList({ entity, groups, chosen }: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <nav className="inbox-list" aria-label={t('inbox.title')}>
      {groups.map(({ part, rows, total }) => (
        <section key={part} aria-labelledby={`inbox-${part}`}>
          <header>
            <h2 id={`inbox-${part}`}>
              {t(`inbox.part.${part}`)} <span className="kind-aside">{total}</span>
            </h2>
            <small>
              {rows.length < total
                ? t('inbox.someOf', { count: rows.length, total })
                : rows.length > 1
                  ? t(part === 'other' ? 'inbox.order.due' : 'inbox.order.waiting')
                  : ''}
            </small>
          </header>
          <ul>
            {rows.map((row) => (
              <li key={row.id}>
                <Item entity={entity} row={row} part={part} isChosen={String(row.id) === chosen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

interface ItemProps {
  entity: TaskEntity;
  row: TodoRow;
  part: Part;
  isChosen: boolean;
}

function Item({ entity, row, part, isChosen }: ItemProps): ReactNode {
  const amount = amountOf(entity, row);
  return (
    <Link
      to={inboxAddress(row.id)}
      replace
      data-todo={String(row.id)}
      {...(isChosen && { 'aria-current': 'true' as const })}
    >
      <span className="inbox-number">
        <RecordNumber entity={entity} row={row} />
      </span>
      {amount && <span className="kind-figure">{amount}</span>}
      <small>
        <RecordSubject entity={entity} row={row} />
      </small>
      <small className="inbox-when">
        <When entity={entity} row={row} part={part} />
      </small>
    </Link>
  );
}

/** The amount of a to-do with its currency; undefined without one. */
export function amountOf(entity: TaskEntity, row: TodoRow): string | undefined {
  const field = fieldOf(entity, entity.tasks.amount);
  if (!field || isAbsent(row[field.name])) return undefined;
  const currency = field.currency && 'code' in field.currency ? field.currency.code : undefined;
  return `${amountText(textOf(row[field.name]), field, currency)} ${currency ?? ''}`.trim();
}

/** How long a to-do has been waiting, or the time until its date. */
function When({ entity: { tasks }, row, part }: Omit<ItemProps, 'isChosen'>): ReactNode {
  const due = useDue();
  const waiting = useWaiting();
  const day = tasks.reminder && row[tasks.reminder.due];
  if (!isAbsent(day)) {
    const { text, state } = due(textOf(day));
    return <em data-due={state}>{text}</em>;
  }
  const since = row[tasks.submitted];
  return part === 'returned' || isAbsent(since) ? null : waiting(textOf(since));
}
