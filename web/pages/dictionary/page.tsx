import { TableOutlined } from '@ant-design/icons';
import { CanAccess } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { shownGroups, shownRows } from '../../records/list/shownRows.ts';
import { useEntity } from '../../records/model.ts';
import { useSide } from '../../fields/language.ts';
import { textOf } from '../../fields/types.ts';
import { NoPermission } from '../../rights/noPermission.tsx';
import { Entries } from './entries.tsx';
import { PageHeading } from '../../shell/pageTitle.tsx';
import './dictionary.css';

const NAME = 'dictionary';
/** The list whose entries name the lists. */
const LISTS = 'OPTION_LIST';
const MAX_ROWS = 1000;

/** The dictionary: option lists at the left, and at the right the entries of the chosen list, edited in place. */
export function DictionaryPage(): ReactNode {
  return (
    <CanAccess resource={NAME} action="query" fallback={<NoPermission />}>
      <Dictionary />
    </CanAccess>
  );
}

function Dictionary(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { entity } = useEntity(NAME);
  const [search, setSearch] = useSearchParams();
  const lists = useLists();
  const chosen = search.get('listCde') ?? lists?.[0]?.code;
  const list = lists?.find(({ code }) => code === chosen);
  return (
    <div className="page dictionary-page">
      <div className="page-header">
        <PageHeading of={t('dictionary.title')} />
        <span className="meta">{lists ? t('dictionary.lists', { count: lists.length }) : null}</span>
        <span className="spacer" />
        <Button icon={<TableOutlined aria-hidden />} onClick={() => void navigate('/system/dictionary/table')}>
          {t('library.table')}
        </Button>
      </div>
      <div className="dictionary">
        <ListMenu lists={lists} chosen={chosen} onChoose={(code) => setSearch({ listCde: code })} />
        {chosen === undefined ? null : (
          <Entries key={chosen} entity={entity} list={chosen} name={list?.name ?? chosen} />
        )}
      </div>
    </div>
  );
}

interface MenuProps {
  /** absent until the lists are loaded */
  lists: readonly NamedList[] | undefined;
  chosen: string | undefined;
  onChoose: (code: string) => void;
}

/** The option lists, with a search by code and name. */
function ListMenu({ lists, chosen, onChoose }: MenuProps): ReactNode {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const pattern = typed.trim().toLowerCase();
  const shown = (lists ?? []).filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(pattern));
  return (
    <nav className="dictionary-lists" aria-label={t('dictionary.title')}>
      <Input
        allowClear
        value={typed}
        placeholder={t('dictionary.search')}
        aria-label={t('dictionary.search')}
        onChange={(event) => setTyped(event.target.value)}
      />
      {lists ? null : <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      <ul>
        {shown.map(({ code, name, count }) => (
          <li key={code}>
            <button
              type="button"
              className="dictionary-list"
              aria-current={code === chosen}
              onClick={() => onChoose(code)}
            >
              <span>{name}</span>
              <span className="dictionary-count">{count}</span>
              <small>{code}</small>
            </button>
          </li>
        ))}
      </ul>
      {lists && shown.length === 0 ? <p className="card-empty">{t('list.noMatch')}</p> : null}
    </nav>
  );
}

interface NamedList {
  code: string;
  name: string;
  count: number;
}

/** All lists that have entries or a name, in the order of the list of names; lists without a name come last. */
function useLists(): NamedList[] | undefined {
  const side = useSide();
  const names = useQuery(
    shownRows(NAME, {
      where: [{ name: 'listCde', type: 'equal', value: LISTS }],
      sort: 'sortNo,code',
      pageSize: MAX_ROWS,
    }),
  ).data;
  const groups = useQuery(shownGroups(NAME, 'listCde', [])).data;
  if (!names || !groups) return undefined;
  const counts = new Map(groups.map(({ value, count }) => [value, count]));
  const named = names.records.map((row): NamedList => ({
    code: textOf(row['code']),
    name: textOf(row[side === 'zh' ? 'nameCh' : 'nameEn']),
    count: counts.get(textOf(row['code'])) ?? 0,
  }));
  const known = new Set(named.map(({ code }) => code));
  return [
    ...named,
    ...groups.flatMap(({ value, count }) =>
      value === null || known.has(value) ? [] : [{ code: value, name: value, count }],
    ),
  ];
}
