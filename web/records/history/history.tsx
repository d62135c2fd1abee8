import { type HttpError, useLogList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Alert, Button, Empty, Skeleton, Timeline } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Action, Transition } from '../../../generator/model/operation.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { LogQuery } from '../../api/auditLogProvider.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import { Several } from '../../fields/several.tsx';
import { isAbsent, textOf } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { errorText } from '../../shell/errorText.ts';
import { fieldOf, useEntity, useModel } from '../model.ts';
import type { FieldChange, HistoryEntry, HistoryPage, HistoryPart } from './entry.ts';
import './history.css';

/** Lines fetched at a time. */
const PAGE_SIZE = 50;

/**
 * Who changed what and when, in a record, its parts and what is related to it, the newest first. The reader may narrow
 * it to some of them.
 */
export function History({ entity, id }: { entity: Entity; id: string }): ReactNode {
  const { t } = useTranslation();
  const [of, setOf] = useState<string[]>([]);
  const sources = useSources(entity);
  return (
    <>
      {sources.length > 1 && (
        <Several
          className="history-of"
          value={of}
          onChange={setOf}
          options={sources}
          optionFilterProp="label"
          placeholder={t('history.everything')}
          aria-label={t('history.of')}
        />
      )}
      <Lines entity={entity} id={id} of={of} />
    </>
  );
}

/** Whose lines there may be: the record's own, those of its parts, and those of what is related to it. */
function useSources(entity: Entity): { value: string; label: string }[] {
  const label = useLabel();
  const model = useModel();
  const { children, related = [] } = entity;
  const others = [...children, ...related].flatMap(({ entity: name }) => model.find((one) => one.name === name) ?? []);
  return [entity, ...others].map((one) => ({ value: one.name, label: label(one.label) }));
}

/** The lines as far as they were fetched; what lies further back is fetched when the reader asks for it. */
function Lines({ entity, id, of }: { entity: Entity; id: string; of: readonly string[] }): ReactNode {
  const { t } = useTranslation();
  const isWhole = entity.children.length > 0 || (entity.related?.length ?? 0) > 0;
  const [lines, setLines] = useState(PAGE_SIZE);
  const meta: LogQuery = { id, lines, parts: isWhole, of };
  const { data, error, isFetching } = useLogList<HistoryPage, HttpError>({
    resource: entity.name,
    meta,
    queryOptions: {
      queryKey: ['row', entity.name, id, 'history', lines, ...of],
      staleTime: 0,
      placeholderData: keepPreviousData,
    },
  });
  if (error && !data) return <Alert type="error" showIcon message={errorText(error, t)} />;
  if (!data) return <Skeleton active />;
  const entries = data.records;
  if (entries.length === 0)
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t(of.length > 0 ? 'history.noneOf' : 'history.none')} />
    );
  return (
    <>
      <Timeline
        className="history"
        items={entries.map((entry) => ({
          key: entry.id,
          children: entry.part ? (
            <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 1 }} />}>
              <PartEntry of={entity} entry={entry} part={entry.part} />
            </Suspense>
          ) : (
            <Entry entity={entity} entry={entry} />
          ),
        }))}
      />
      {error ? <Alert type="error" showIcon message={errorText(error, t)} /> : null}
      {entries.length < data.total ? (
        <div className="history-more">
          <Button loading={isFetching} onClick={() => setLines(lines + PAGE_SIZE)}>
            {t('history.more')}
          </Button>
          <span>{t('history.shown', { shown: entries.length, count: data.total })}</span>
        </div>
      ) : null}
    </>
  );
}

/**
 * What happened to a part of the record, under the part's name. What is related has a page of its own, which tells what
 * it was made with.
 */
function PartEntry({ of, entry, part }: { of: Entity; entry: HistoryEntry; part: HistoryPart }): ReactNode {
  const { entity } = useEntity(part.entity);
  const isMade = entry.action === 'create' && of.related?.some((related) => related.entity === part.entity);
  return <Entry entity={entity} entry={isMade ? { ...entry, changes: [] } : entry} part={part} />;
}

function Entry({ entity, entry, part }: { entity: Entity; entry: HistoryEntry; part?: HistoryPart }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const [step] = stepsNamed(entity, entry.action);
  const place = (name: string): number => entity.fields.findIndex((field) => field.name === name);
  const changes = entry.changes.toSorted((a, b) => place(a.field) - place(b.field));
  const action = step ? label(step.label) : t(`history.action.${entry.action}`, { defaultValue: entry.action });
  return (
    <>
      <div className="history-head">
        <time dateTime={entry.at}>{dayjs(entry.at).format('YYYY-MM-DD HH:mm:ss')}</time>
        <span title={entry.by}>{entry.byName ?? entry.by}</span>
        <strong>{action}</strong>
        {part && <span>{label(entity.label)}</span>}
        {part && (
          <span>
            {entry.parts === undefined ? (
              <PartName entity={entity} part={part} />
            ) : (
              t('history.parts', { count: entry.parts })
            )}
          </span>
        )}
      </div>
      {changes.length > 0 && (
        <dl className="history-changes">
          {changes.map((change) => (
            <Change key={change.field} entity={entity} action={entry.action} change={change} />
          ))}
        </dl>
      )}
    </>
  );
}

/** What a part is called, with the way to its own page where the reader may go there. */
function PartName({ entity, part }: { entity: Entity; part: HistoryPart }): ReactNode {
  const label = useLabel();
  const mayOpen = useMay(entity)('query');
  const title = label(part.title);
  return mayOpen && !part.deleted && title !== '' ? (
    <Link to={`/${entity.area}/${entity.name}/${part.id}`}>{title}</Link>
  ) : (
    title
  );
}

/** The transitions, else the action, of that name. */
const stepsNamed = ({ machines, actions }: Entity, name: string): (Transition | Action)[] => [
  ...machines.flatMap(({ transitions }) => transitions.filter(({ action }) => action === name)),
  ...actions.filter((action) => action.name === name),
];

function Change({ entity, action, change }: { entity: Entity; action: string; change: FieldChange }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  // what a step was told stands beside what it changed
  const field =
    fieldOf(entity, change.field) ??
    stepsNamed(entity, action)
      .flatMap(({ input }) => input?.fields ?? [])
      .find(({ name }) => name === change.field);
  return (
    <div>
      <dt>{field ? label(field.label) : change.field}</dt>
      <dd>
        <Shown entity={entity} field={field} value={change.from} />
        <span className="history-arrow" aria-label={t('history.becomes')} role="img">
          →
        </span>
        <Shown entity={entity} field={field} value={change.to} />
      </dd>
    </div>
  );
}

function Shown({ entity, field, value }: { entity: Entity; field: Field | undefined; value: unknown }): ReactNode {
  if (isAbsent(value)) return <span className="history-blank">—</span>;
  if (!field) return <span>{textOf(value)}</span>;
  const Cell = cellOf(field);
  return <Cell field={field} value={value} entity={entity} />;
}
