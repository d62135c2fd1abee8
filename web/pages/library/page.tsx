import { EditOutlined, PlusOutlined, TableOutlined } from '@ant-design/icons';
import { CanAccess } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { Where } from '../../api/where.ts';
import type { ListRow } from '../../records/list/columns.tsx';
import { shownGroups, shownRows } from '../../records/list/shownRows.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { useDelayed } from '../../fields/delayed.ts';
import { useLabel } from '../../fields/language.ts';
import { textOf } from '../../fields/types.ts';
import { NoPermission } from '../../rights/noPermission.tsx';
import { FailureBoundary } from '../../shell/failure.tsx';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { ResourceText } from './resource.tsx';
import { PageHeading } from '../../shell/pageTitle.tsx';
import './library.css';

const FormModal = lazyChunk(async () => (await import('../../records/form/modal.tsx')).FormModal);

/** So many are listed; who looks for another types a part of its title. */
const MOST = 100;
const NAME = 'resource-item';

/** The resource library: what there is by type at the left, what it says at the right. */
export function LibraryPage(): ReactNode {
  return (
    <CanAccess resource={NAME} action="query" fallback={<NoPermission />}>
      <Library />
    </CanAccess>
  );
}

function Library(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { entity } = useEntity(NAME);
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useState(search.get('title') ?? '');
  const [editing, setEditing] = useState<{ id?: string }>();
  const type = search.get('type');
  const title = useDelayed(typed.trim());
  const where: Where = [
    ...(type ? [{ name: 'type', type: 'equal', value: type } as const] : []),
    ...(title ? [{ name: 'title', type: 'like', value: title } as const] : []),
  ];
  const { data, isPending } = useQuery(shownRows(NAME, { where, sort: '-updateAt', pageSize: MOST }));
  const rows = data?.records ?? [];
  const chosen = rows.find(({ id }) => id === search.get('id')) ?? rows[0];

  function show(change: Record<string, string | null>): void {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setSearch(next);
  }

  return (
    <div className="page library-page">
      <div className="page-header">
        <PageHeading of={entity.label} />
        {data ? (
          <span className="meta" aria-live="polite">
            {t('list.total', { count: data.total })}
          </span>
        ) : null}
        <span className="spacer" />
        <CanAccess resource={NAME} action="add">
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEditing({})}>
            {t('list.add')}
          </Button>
        </CanAccess>
        {chosen ? (
          <CanAccess resource={NAME} action="edit">
            <Button icon={<EditOutlined aria-hidden />} onClick={() => setEditing({ id: chosen.id })}>
              {t('action.edit')}
            </Button>
          </CanAccess>
        ) : null}
        <Button icon={<TableOutlined aria-hidden />} onClick={() => void navigate('/system/resource-item/table')}>
          {t('library.table')}
        </Button>
      </div>
      <div className="library">
        <div className="library-list">
          <Input.Search
            allowClear
            value={typed}
            placeholder={t('library.search')}
            aria-label={t('library.search')}
            onChange={(event) => setTyped(event.target.value)}
            onSearch={(value) => show({ title: value.trim() || null, id: null })}
          />
          <Types chosen={type} onChoose={(code) => show({ type: code, id: null })} />
          {isPending ? (
            <Skeleton active title={false} paragraph={{ rows: 8 }} />
          ) : rows.length === 0 ? (
            <p className="card-empty">{t(where.length > 0 ? 'list.noMatch' : 'library.empty')}</p>
          ) : (
            <ul>
              {rows.map((row) => (
                <li key={row.id}>
                  <Entry row={row} current={row.id === chosen?.id} onChoose={() => show({ id: row.id })} />
                </li>
              ))}
            </ul>
          )}
          {data && data.total > rows.length ? (
            <p className="card-empty">{t('library.more', { count: rows.length })}</p>
          ) : null}
        </div>
        <article className="library-text" aria-live="polite">
          {chosen ? <ResourceText key={chosen.id} entity={entity} row={chosen} /> : null}
        </article>
      </div>
      {editing ? (
        <FailureBoundary dialog onRetry={() => setEditing(undefined)}>
          <Suspense fallback={null}>
            <FormModal
              entity={NAME}
              id={editing.id}
              onClose={() => setEditing(undefined)}
              onSaved={(row) => {
                setEditing(undefined);
                show({ id: textOf(row['id']) });
              }}
            />
          </Suspense>
        </FailureBoundary>
      ) : null}
    </div>
  );
}

/** The types that there are resources of, each with how many. */
function Types({ chosen, onChoose }: { chosen: string | null; onChoose: (code: string | null) => void }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(NAME);
  const { data } = useQuery(shownGroups(NAME, 'type', []));
  const options = fieldOf(entity, 'type')?.options ?? [];
  const groups = (data ?? []).filter((group): group is { value: string; count: number } => group.value !== null);
  if (groups.length === 0) return null;
  const nameOf = (code: string): string => {
    const option = options.find((one) => one.code === code);
    return option ? label(option) : code;
  };
  return (
    <div className="library-types" role="group" aria-label={label(fieldOf(entity, 'type')!.label)}>
      <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        {t('list.all')}
      </button>
      {groups.map(({ value, count }) => (
        <button key={value} type="button" aria-pressed={chosen === value} onClick={() => onChoose(value)}>
          {nameOf(value)} {count}
        </button>
      ))}
    </div>
  );
}

function Entry({ row, current, onChoose }: { row: ListRow; current: boolean; onChoose: () => void }): ReactNode {
  const { t } = useTranslation();
  const files = Array.isArray(row['attachments']) ? row['attachments'].length : 0;
  return (
    <button type="button" className="library-entry" aria-current={current} onClick={onChoose}>
      <span>{textOf(row['title'])}</span>
      <small>
        {dayjs(textOf(row['updateAt'])).format('YYYY-MM-DD')}
        {files > 0 ? ` · ${t('library.files', { count: files })}` : ''}
      </small>
    </button>
  );
}
