import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { useRefresh } from '../../records/form/save.ts';
import { shownRows } from '../../records/list/shownRows.ts';
import { textOf } from '../../fields/types.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { type Draft, isChanged, merged, valueOf } from './drafts.ts';

const MAX_ENTRIES = 1000;
/** Distance between the sort numbers of new entries, so that other entries can be inserted between them. */
const STEP = 10;

/** The entries of a list with their unsaved changes. */
export interface EntriesModel {
  drafts: readonly Draft[];
  changed: readonly Draft[];
  isLoaded: boolean;
  saving: boolean;
  add: () => void;
  put: (draft: Draft) => void;
  remove: (draft: Draft) => void;
  save: () => Promise<void>;
}

/** Loads the entries of an option list and keeps their changes until they are saved. */
export function useEntries(entity: Entity, list: string): EntriesModel {
  const query = shownRows(entity.name, {
    where: [{ name: 'listCde', type: 'equal', value: list }],
    sort: 'sortNo,code',
    pageSize: MAX_ENTRIES,
  });
  const { data } = useQuery({ ...query, refetchInterval: false });
  const [edited, setEdited] = useState<readonly Draft[]>([]);
  const [added, setAdded] = useState(0);
  const drafts = merged(data?.records ?? [], edited);
  const changed = drafts.filter(isChanged);
  const put = (draft: Draft): void => setEdited((before) => [...before.filter(({ key }) => key !== draft.key), draft]);
  const drop = (key: string): void => setEdited((before) => before.filter((draft) => draft.key !== key));
  const { saving, save } = useSaveEntries(entity, list, { put, drop });
  const remove = useRemoveEntry(entity, drop);

  function add(): void {
    const last = Math.max(0, ...drafts.map((draft) => Number(valueOf(draft, 'sortNo') ?? 0)).filter(Number.isFinite));
    put({ key: `new ${added}`, changes: { sortNo: last + STEP, activeFlag: 'Y' }, problems: [] });
    setAdded(added + 1);
  }

  return { drafts, changed, isLoaded: data !== undefined, saving, add, put, remove, save: () => save(changed) };
}

interface Edits {
  put: (draft: Draft) => void;
  drop: (key: string) => void;
}

/** Saves entries one by one. A refused entry keeps its changes and gets its problems; the other entries are saved. */
function useSaveEntries(entity: Entity, list: string, { put, drop }: Edits) {
  const { t } = useTranslation();
  const { succeeded, failedInDialog } = useFeedback();
  const reload = useReload(entity);
  const [saving, setSaving] = useState(false);

  /** @returns whether the server accepted the entry */
  async function saveOne(draft: Draft): Promise<boolean> {
    const { stored, changes } = draft;
    try {
      if (stored) await call('PATCH', `/api/${entity.name}/${stored.id}`, { body: { rev: stored.rev, ...changes } });
      else await call('POST', `/api/${entity.name}`, { body: { listCde: list, ...changes } });
      drop(draft.key);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.problems.length === 0) throw error;
      put({ ...draft, problems: error.problems });
      return false;
    }
  }

  async function save(drafts: readonly Draft[]): Promise<void> {
    setSaving(true);
    let savedCount = 0;
    try {
      for (const draft of drafts) if (await saveOne(draft)) savedCount++;
      if (savedCount > 0) succeeded(t('dictionary.saved', { count: savedCount }));
    } catch (error) {
      failedInDialog(error);
    } finally {
      await reload();
      setSaving(false);
    }
  }

  return { saving, save };
}

/** Returns a function that deletes an entry, after a confirmation if it is stored. */
function useRemoveEntry(entity: Entity, drop: (key: string) => void): (draft: Draft) => void {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const { failedInDialog } = useFeedback();
  const reload = useReload(entity);
  return ({ key, stored }) => {
    if (!stored) return drop(key);
    modal.confirm({
      title: t('list.confirmDelete', { count: 1 }),
      content: `${textOf(stored['code'])} ${textOf(stored['nameEn'])} ${textOf(stored['nameCh'])}`,
      okText: t('action.delete'),
      okButtonProps: { danger: true },
      cancelText: t('action.cancel'),
      maskClosable: false,
      onOk: async () => {
        try {
          await call('DELETE', `/api/${entity.name}/${stored.id}`, { body: { rev: stored.rev } });
          drop(key);
          await reload();
        } catch (error) {
          failedInDialog(error);
        }
      },
    });
  };
}

/** Returns a function that reloads the entries, and the options of all forms, because they may be from this list. */
function useReload(entity: Entity): () => Promise<void> {
  const client = useQueryClient();
  const refresh = useRefresh(entity.name);
  return async () => {
    await refresh();
    await client.invalidateQueries({ queryKey: ['meta'] });
  };
}
