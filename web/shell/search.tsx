import { SearchOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, type InputRef, Modal } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { isInstant } from '../../generator/language/dates.ts';
import type { Label } from '../../generator/model/field.ts';
import { call } from '../api/client.ts';
import { useDelayed } from '../fields/delayed.ts';
import { useLabel } from '../fields/language.ts';
import { errorText } from './errorText.ts';
import { useMenu } from './menuData.ts';
import { screens } from './menuTree.ts';
import { type Group, Palette } from './palette.tsx';
import { useScreenVisit, useVisitor, visitsOf } from './visits.ts';
import './search.css';

/** Records of one entity, as `GET /api/search` returns them. */
interface EntityMatches {
  entity: string;
  area: string;
  label: Label;
  records: { id: string; title: Label; key?: string; match?: { label: Label; value: string } }[];
  more: boolean;
}

/** Minimum length of a search on the server. */
const MIN_LENGTH = 2;
const MAX_SCREENS = 6;

/** Dialog (Ctrl+K) that finds records by code or name and screens by title, and opens them. */
export function GlobalSearch(): ReactNode {
  const { t, i18n } = useTranslation();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  const menuScreens = screens(useMenu(i18n.language));
  useScreenVisit(menuScreens.find(({ path }) => path === pathname + search || path === pathname)?.path);

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      // wherever the focus is, because the dialog may not have it yet
      if (event.key === 'Escape' && !event.isComposing) setOpen(false);
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    <>
      <Button type="text" icon={<SearchOutlined />} onClick={() => setOpen(true)}>
        {t('search.open')} <kbd className="key">Ctrl K</kbd>
      </Button>
      <SearchDialog open={open} menuScreens={menuScreens} onClose={() => setOpen(false)} />
    </>
  );
}

interface DialogProps {
  open: boolean;
  menuScreens: { path: string; titles: string[] }[];
  onClose: () => void;
}

function SearchDialog({ open, menuScreens, onClose }: DialogProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const input = useRef<InputRef>(null);
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const records = useRecords(text);
  const groups = [...useRecent(text), ...useScreens(text, menuScreens), ...records.groups];
  useEffect(() => {
    if (open) input.current?.focus();
  }, [open]);
  const nothing = useNothingText(text, records);
  return (
    <Modal
      open={open}
      footer={null}
      closable={false}
      width={640}
      title={t('search.title')}
      destroyOnHidden
      // without a transition, because text typed before the input has the focus would be lost
      transitionName=""
      maskTransitionName=""
      onCancel={onClose}
      afterClose={() => setTyped('')}
      afterOpenChange={(shown) => shown && input.current?.focus()}
    >
      <Palette
        ref={input}
        typed={typed}
        groups={groups}
        title={t('search.title')}
        placeholder={t('search.placeholder')}
        nothing={nothing}
        onType={setTyped}
        onChoose={(path) => {
          onClose();
          void navigate(path);
        }}
      />
    </Modal>
  );
}

/** What is shown without a match: that the search runs or failed, or that the text is too short or matches nothing. */
function useNothingText(text: string, { searching, error }: Pick<FoundRecords, 'searching' | 'error'>): string {
  const { t } = useTranslation();
  if (searching) return t('search.searching');
  if (error) return errorText(error, t);
  return t([...text].length < MIN_LENGTH ? 'search.more' : 'search.nothing', { count: MIN_LENGTH });
}

interface FoundRecords {
  groups: Group[];
  searching: boolean;
  error: unknown;
}

/** Records that match the text. Matches of the previous text stay visible until the new ones are loaded. */
function useRecords(text: string): FoundRecords {
  const { t } = useTranslation();
  const label = useLabel();
  const searched = useDelayed(text);
  const isLongEnough = [...searched].length >= MIN_LENGTH;
  const { data, isFetching, error } = useQuery({
    queryKey: ['search', searched],
    queryFn: ({ signal }) => call<EntityMatches[]>('GET', '/api/search', { query: { q: searched }, signal }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
  const shown = isLongEnough && [...text].length >= MIN_LENGTH && !error ? (data ?? []) : [];
  return {
    searching: isFetching || (searched !== text && [...text].length >= MIN_LENGTH),
    error,
    groups: shown.map(({ entity, area, label: kind, records, more }) => ({
      name: entity,
      label: (
        <>
          {label(kind)}
          {more ? <span className="search-more">{t('search.moreRecords')}</span> : null}
        </>
      ),
      options: records.map((record) => ({
        value: `/${area}/${entity}/${record.id}`,
        label: <FoundRecord record={record} />,
      })),
    })),
  };
}

/** Title of a found record, the rest of its key, and the field that matches the text. */
function FoundRecord({ record: { title, key, match } }: { record: EntityMatches['records'][number] }): ReactNode {
  const label = useLabel();
  return (
    <>
      {label(title)}
      {key === undefined ? null : <span className="search-key">{localKey(key)}</span>}
      {match ? (
        <span className="search-match">
          {label(match.label)} {match.value}
        </span>
      ) : null}
    </>
  );
}

/** Formats the part of a key that the title lacks, with instants in the user's time zone. */
const localKey = (key: string): string =>
  key
    .split(' ')
    .map((one) => (isInstant(one) ? dayjs(one).format('YYYY-MM-DD HH:mm') : one))
    .join(' ');

/** The records opened last, shown until a text is typed. */
function useRecent(text: string): Group[] {
  const { t } = useTranslation();
  const label = useLabel();
  const { records } = visitsOf(useVisitor());
  if (text !== '' || records.length === 0) return [];
  return [
    {
      name: 'recent',
      label: t('search.recent'),
      options: records.map(({ path, title, kind }) => ({
        value: path,
        label: (
          <>
            {label(title)}
            <span className="search-match">{label(kind)}</span>
          </>
        ),
      })),
    },
  ];
}

function useScreens(text: string, menuScreens: DialogProps['menuScreens']): Group[] {
  const { t } = useTranslation();
  const pattern = text.toLowerCase();
  const found = menuScreens
    .map(({ path, titles }) => ({ value: path, label: titles.join(' › ') }))
    .filter(({ label }) => label.toLowerCase().includes(pattern));
  return found.length === 0
    ? []
    : [{ name: 'screens', label: t('search.screens'), options: text === '' ? found : found.slice(0, MAX_SCREENS) }];
}
