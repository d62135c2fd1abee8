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
import { optionLabel } from '../../fields/choice/options.ts';
import { useLabel } from '../../fields/language.ts';
import { textOf } from '../../fields/types.ts';
import { NoPermission } from '../../rights/noPermission.tsx';
import { FailureBoundary } from '../../shell/failure.tsx';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { ResourceText } from './resource.tsx';
import { PageHeading } from '../../shell/pageTitle.tsx';
import './library.css';

const FormModal = lazyChunk(async () => (await import('../../records/form/modal.tsx')).FormModal);

const MAX_ROWS = 100;
const NAME = 'resource-item';

/** The resource library: resources by type at the left, and the text of the chosen resource at the right. */
export function LibraryPage(): ReactNode {
  return (
    <CanAccess resource={NAME} action="query" fallback={<NoPermission />}>
      <Library />
    </CanAccess>
  );
}

function Library(): ReactNode {
  const { entity } = useEntity(NAME);
  const { search, show } = useAddressQuery();
  const [typed, setTyped] = useState(search.get('title') ?? '');
  const [editing, setEditing] = useState<{ id?: string }>();
  const type = search.get('type');
  const title = useDelayed(typed.trim());
  const where: Where = [
    ...(type ? [{ name: 'type', type: 'equal', value: type } as const] : []),
    ...(title ? [{ name: 'title', type: 'like', value: title } as const] : []),
  ];
  const { data, isPending } = useQuery(shownRows(NAME, { where, sort: '-updateAt', pageSize: MAX_ROWS }));
  const rows = data?.records ?? [];
  const chosen = rows.find(({ id }) => id === search.get('id')) ?? rows[0];

  return (
    <div className="page library-page">
      <Header total={data?.total} chosen={chosen} onEdit={setEditing} />
      <div className="library">
        <div className="library-list">
          <TitleSearch typed={typed} onType={setTyped} onSearch={(value) => show({ title: value, id: null })} />
          <Types chosen={type} onChoose={(code) => show({ type: code, id: null })} />
          <Entries
            rows={rows}
            total={data?.total ?? 0}
            pending={isPending}
            filtered={where.length > 0}
            chosen={chosen?.id}
            onChoose={(id) => show({ id })}
          />
        </div>
        <article className="library-text" aria-live="polite">
          {chosen ? <ResourceText key={chosen.id} entity={entity} row={chosen} /> : null}
        </article>
      </div>
      {editing ? <Editor id={editing.id} onClose={() => setEditing(undefined)} onSaved={(id) => show({ id })} /> : null}
    </div>
  );
}

/** The query of the address, and a function that changes some of its parameters; null removes one. */
function useAddressQuery(): { search: URLSearchParams; show: (change: Record<string, string | null>) => void } {
  const [search, setSearch] = useSearchParams();
  const show = (change: Record<string, string | null>): void => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setSearch(next);
  };
  return { search, show };
}

interface HeaderProps {
  /** absent until the total is loaded */
  total: number | undefined;
  chosen: ListRow | undefined;
  /** opens the form, without an id for a new resource */
  onEdit: (editing: { id?: string }) => void;
}

function Header({ total, chosen, onEdit }: HeaderProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { entity } = useEntity(NAME);
  return (
    <div className="page-header">
      <PageHeading of={entity.label} />
      {total === undefined ? null : (
        <span className="meta" aria-live="polite">
          {t('list.total', { count: total })}
        </span>
      )}
      <span className="spacer" />
      <CanAccess resource={NAME} action="add">
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => onEdit({})}>
          {t('list.add')}
        </Button>
      </CanAccess>
      {chosen ? (
        <CanAccess resource={NAME} action="edit">
          <Button icon={<EditOutlined aria-hidden />} onClick={() => onEdit({ id: chosen.id })}>
            {t('action.edit')}
          </Button>
        </CanAccess>
      ) : null}
      <Button icon={<TableOutlined aria-hidden />} onClick={() => void navigate('/system/resource-item/table')}>
        {t('library.table')}
      </Button>
    </div>
  );
}

interface SearchProps {
  typed: string;
  onType: (text: string) => void;
  /** stores the title in the address; null removes it */
  onSearch: (title: string | null) => void;
}

function TitleSearch({ typed, onType, onSearch }: SearchProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Input.Search
      allowClear
      value={typed}
      placeholder={t('library.search')}
      aria-label={t('library.search')}
      onChange={(event) => onType(event.target.value)}
      onSearch={(value) => onSearch(value.trim() || null)}
    />
  );
}

/** The types that have resources, with the number of their resources. */
function Types({ chosen, onChoose }: { chosen: string | null; onChoose: (code: string | null) => void }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(NAME);
  const { data } = useQuery(shownGroups(NAME, 'type', []));
  const field = fieldOf(entity, 'type')!;
  const groups = (data ?? []).filter((group): group is { value: string; count: number } => group.value !== null);
  if (groups.length === 0) return null;
  return (
    <div className="library-types" role="group" aria-label={label(field.label)}>
      <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        {t('list.all')}
      </button>
      {groups.map(({ value, count }) => (
        <button key={value} type="button" aria-pressed={chosen === value} onClick={() => onChoose(value)}>
          {label(optionLabel(field, value))} {count}
        </button>
      ))}
    </div>
  );
}

interface EntriesProps {
  rows: readonly ListRow[];
  total: number;
  pending: boolean;
  /** a filter is set */
  filtered: boolean;
  /** id of the resource that is shown */
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

function Entries({ rows, total, pending, filtered, chosen, onChoose }: EntriesProps): ReactNode {
  const { t } = useTranslation();
  if (pending) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  return (
    <>
      {rows.length === 0 ? (
        <p className="card-empty">{t(filtered ? 'list.noMatch' : 'library.empty')}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <Entry row={row} current={row.id === chosen} onChoose={() => onChoose(row.id)} />
            </li>
          ))}
        </ul>
      )}
      {total > rows.length ? <p className="card-empty">{t('library.more', { count: rows.length })}</p> : null}
    </>
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

interface EditorProps {
  /** absent for a new resource */
  id: string | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
}

/** The form of a resource in a dialog. */
function Editor({ id, onClose, onSaved }: EditorProps): ReactNode {
  return (
    <FailureBoundary dialog onRetry={onClose}>
      <Suspense fallback={null}>
        <FormModal
          entity={NAME}
          id={id}
          onClose={onClose}
          onSaved={(row) => {
            onClose();
            onSaved(textOf(row['id']));
          }}
        />
      </Suspense>
    </FailureBoundary>
  );
}
