import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { call } from '../../api/client.ts';
import { cellOf } from '../../fields/cells.ts';
import { useLabel } from '../../fields/language.ts';
import { isAbsent, type Row, textOf } from '../../fields/types.ts';
import type { ApprovalRound } from '../approval/round.ts';
import type { HistoryPage } from '../history/entry.ts';
import { fieldOf, useModel } from '../model.ts';
import { changedSince, endOfPrevious } from './changed.ts';
import { VersionChanges } from './versionChanges.tsx';

/** Lines of the history that are read. */
const MAX_LINES = 200;

interface Props {
  entity: Entity;
  row: Row;
  round: ApprovalRound | undefined;
  rounds: readonly ApprovalRound[];
}

/** What changed: since the record was submitted before, and since the version before. */
export function Changes({ entity, row, round, rounds }: Props): ReactNode {
  const since = round && endOfPrevious(rounds, round);
  return (
    <>
      {since !== undefined && <RecordChanges entity={entity} row={row} since={since} />}
      {entity.version && <VersionChanges entity={entity} row={row} />}
    </>
  );
}

/** Changes of the fields and children of a record since its former approval ended. */
function RecordChanges({ entity, row, since }: { entity: Entity; row: Row; since: string }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const changes = useChanges(entity, row, since);
  if (!changes) return null;
  const { fields, tables } = changes;
  return (
    <section>
      <h3>{t('inbox.changedSince', { date: dayjs(since).format('YYYY-MM-DD') })}</h3>
      {fields.length + tables.length === 0 && <p>{t('inbox.nothingChanged')}</p>}
      <dl className="inbox-changes">
        {fields.map(({ field, from, to }) => (
          <div key={field}>
            <dt>{label(fieldOf(entity, field)!.label)}</dt>
            <dd>
              <Value entity={entity} field={fieldOf(entity, field)!} value={from} />
              <span aria-label={t('history.becomes')} role="img">
                {' → '}
              </span>
              <Value entity={entity} field={fieldOf(entity, field)!} value={to} row={row} />
            </dd>
          </div>
        ))}
        {tables.map(({ child, count }) => (
          <div key={child.name}>
            <dt>{label(child.label)}</dt>
            <dd>{t('inbox.changedRows', { count })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/**
 * The changed fields of a record, with their first and last values, and the number of changed rows of each child;
 * undefined until they are loaded.
 */
function useChanges(entity: Entity, row: Row, since: string) {
  const model = useModel();
  const id = textOf(row['id']);
  const { data } = useQuery({
    queryKey: ['row', entity.name, id, 'changes', since],
    queryFn: ({ signal }) =>
      call<HistoryPage>('GET', `/api/${entity.name}/${id}/history`, {
        query: { current: 1, pageSize: MAX_LINES, parts: true },
        signal,
      }),
    staleTime: 0,
  });
  if (!data) return undefined;
  const keeps = JSON.stringify(entity.approval?.keeps ?? {});
  const { fields, children } = changedSince(data.records, since, (name) => {
    const field = fieldOf(entity, name);
    return field !== undefined && !field.state && !keeps.includes(`"${name}"`);
  });
  const tables = [...children].flatMap(([name, count]) => {
    const child = entity.children.some((one) => one.entity === name) && model.find((one) => one.name === name);
    return child ? [{ child, count }] : [];
  });
  return { fields, tables };
}

interface ValueProps {
  entity: Entity;
  field: Field;
  value: unknown;
  /** the row of the value, whose currency is shown with it */
  row?: Row;
}

/** A value of a field, or a dash without one. */
function Value({ entity, field, value, row }: ValueProps): ReactNode {
  if (isAbsent(value)) return <span className="kind-aside">—</span>;
  const Cell = cellOf(field);
  return <Cell field={field} value={value} entity={entity} {...(row && { row })} />;
}
