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
import { MultiSelect } from '../../fields/multiSelect.tsx';
import { isAbsent, textOf } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { errorText } from '../../shell/errorText.ts';
import { fieldOf, useEntity, useModel } from '../model.ts';
import type { FieldChange, HistoryEntry, HistoryPage, HistoryChild } from './entry.ts';
import './history.css';

/** Lines fetched at a time. */
const PAGE_SIZE = 50;

/**
 * Changes of a record, its children and its related records, the latest first. The user can restrict them to some
 * entities.
 */
export function History({ entity, id }: { entity: Entity; id: string }): ReactNode {
  const { t } = useTranslation();
  const [of, setOf] = useState<string[]>([]);
  const sources = useSources(entity);
  return (
    <>
      {sources.length > 1 && (
        <MultiSelect
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

/** The entities whose changes are listed: the record's own, its children's and its related records'. */
function useSources(entity: Entity): { value: string; label: string }[] {
  const label = useLabel();
  const model = useModel();
  const { children, related = [] } = entity;
  const others = [...children, ...related].flatMap(({ entity: name }) => model.find((one) => one.name === name) ?? []);
  return [entity, ...others].map((one) => ({ value: one.name, label: label(one.label) }));
}

interface LinesProps {
  entity: Entity;
  id: string;
  of: readonly string[];
  /** lines fetched at a time */
  pageSize?: number;
  /** a summary: earlier lines cannot be loaded, and new rows are listed without their values */
  isBrief?: boolean;
}

/** The loaded lines, with a button that loads earlier ones. */
export function Lines({ entity, id, of, pageSize = PAGE_SIZE, isBrief = false }: LinesProps): ReactNode {
  const { t } = useTranslation();
  const hasParts = entity.children.length > 0 || (entity.related?.length ?? 0) > 0;
  const [lines, setLines] = useState(pageSize);
  const meta: LogQuery = { id, lines, parts: hasParts, of };
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
  const entries = data.records
    .filter((entry) => !isOfHiddenFields(entity, entry))
    .map((entry) => (isBrief && entry.action === 'create' ? { ...entry, changes: [] } : entry));
  // further lines may follow lines that are not shown
  const hasMore = !isBrief && data.records.length < data.total;
  if (entries.length === 0 && !hasMore)
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t(of.length > 0 ? 'history.noneOf' : 'history.none')} />
    );
  return (
    <>
      <Entries entity={entity} entries={entries} />
      {error ? <Alert type="error" showIcon message={errorText(error, t)} /> : null}
      {hasMore ? <MoreLines page={data} isLoading={isFetching} onMore={() => setLines(lines + pageSize)} /> : null}
    </>
  );
}

/** Lines of the record and of its children, the latest first. */
const Entries = ({ entity, entries }: { entity: Entity; entries: readonly HistoryEntry[] }): ReactNode => (
  <Timeline
    className="history"
    items={entries.map((entry) => ({
      key: entry.id,
      children: entry.part ? (
        <ChildEntry of={entity} entry={entry} part={entry.part} />
      ) : (
        <Entry entity={entity} entry={entry} />
      ),
    }))}
  />
);

interface MoreProps {
  page: HistoryPage;
  isLoading: boolean;
  onMore: () => void;
}

/** Button that loads earlier lines, and the number of loaded ones. */
function MoreLines({ page: { records, total }, isLoading, onMore }: MoreProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="history-more">
      <Button loading={isLoading} onClick={onMore}>
        {t('history.more')}
      </Button>
      <span>{t('history.shown', { shown: records.length, count: total })}</span>
    </div>
  );
}

interface ChildEntryProps {
  /** the entity of the record */
  of: Entity;
  entry: HistoryEntry;
  part: HistoryChild;
}

/** Change of a child or a related record, whose entity is loaded first. */
const ChildEntry = (props: ChildEntryProps): ReactNode => (
  <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 1 }} />}>
    <LoadedChildEntry {...props} />
  </Suspense>
);

/** The first values of a related record are omitted, because its own page shows them. */
function LoadedChildEntry({ of, entry, part }: ChildEntryProps): ReactNode {
  const { entity } = useEntity(part.entity);
  const isCreated = entry.action === 'create' && of.related?.some((related) => related.entity === part.entity);
  return <Entry entity={entity} entry={isCreated ? { ...entry, changes: [] } : entry} part={part} />;
}

function Entry({ entity, entry, part }: { entity: Entity; entry: HistoryEntry; part?: HistoryChild }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const [step] = operationsNamed(entity, entry.action);
  const indexOf = (name: string): number => entity.fields.findIndex((field) => field.name === name);
  const changes = entry.changes
    .filter(({ field }) => !isHidden(entity, field))
    .toSorted((a, b) => indexOf(a.field) - indexOf(b.field));
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
              <ChildTitle entity={entity} part={part} />
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

/** Title of a child, linked to its page if the user has the right to it. */
function ChildTitle({ entity, part }: { entity: Entity; part: HistoryChild }): ReactNode {
  const label = useLabel();
  const mayOpen = useMay(entity)('query');
  const title = label(part.title);
  return mayOpen && !part.deleted && title !== '' ? (
    <Link to={`/${entity.area}/${entity.name}/${part.id}`}>{title}</Link>
  ) : (
    title
  );
}

const isHidden = ({ form }: Entity, field: string): boolean => form.hidden?.includes(field) ?? false;

/** Whether a line of the record itself has only changes of fields that no page shows (`x-form.hidden`). */
const isOfHiddenFields = (entity: Entity, { action, changes, part }: HistoryEntry): boolean =>
  !part && action === 'update' && changes.length > 0 && changes.every(({ field }) => isHidden(entity, field));

/** The transitions or the action with a name. */
const operationsNamed = ({ machines, actions }: Entity, name: string): (Transition | Action)[] => [
  ...machines.flatMap(({ transitions }) => transitions.filter(({ action }) => action === name)),
  ...actions.filter((action) => action.name === name),
];

function Change({ entity, action, change }: { entity: Entity; action: string; change: FieldChange }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  // the input of an operation is listed with the fields that it changed
  const field =
    fieldOf(entity, change.field) ??
    operationsNamed(entity, action)
      .flatMap(({ input }) => input?.fields ?? [])
      .find(({ name }) => name === change.field);
  return (
    <div>
      <dt>{field ? label(field.label) : change.field}</dt>
      <dd>
        <FieldValue entity={entity} field={field} value={change.from} />
        <span className="history-arrow" aria-label={t('history.becomes')} role="img">
          →
        </span>
        <FieldValue entity={entity} field={field} value={change.to} />
      </dd>
    </div>
  );
}

function FieldValue({ entity, field, value }: { entity: Entity; field: Field | undefined; value: unknown }): ReactNode {
  if (isAbsent(value)) return <span className="history-blank">—</span>;
  if (!field) return <span>{textOf(value)}</span>;
  const Cell = cellOf(field);
  return <Cell field={field} value={value} entity={entity} />;
}
