import { usePrefetchQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { rowOperations } from '../../../generator/language/operations.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { useMay } from '../../rights/store.ts';
import { useExtra } from '../extras.ts';
import { opensAsModal } from '../form/layout.ts';
import { useEntity } from '../model.ts';
import { useBulk } from './bulk.tsx';
import type { ListRow } from './columns.tsx';
import { conditionsOf, filtersSuffice } from './filter.ts';
import { preferencesQuery, useListPreferences } from './preferences.ts';
import { usePreset } from './presets.ts';
import { useListRows } from './rows.ts';
import { useLastPage, useListState } from './state.ts';

/** State and operations that the parts of a list page share. */
export type ListModel = ReturnType<typeof useListModel>;

/** State of a list page, from its address and the user's preferences. Suspends while the entity is fetched. */
export function useListModel(name: string) {
  usePrefetchQuery(preferencesQuery(name)); // in parallel with the entity
  const { entity } = useEntity(name);
  const may = useMay(entity);
  const [preferences, prefer] = useListPreferences(name);
  const [state, change] = useListState(entity, preferences.pageSize);
  const [selected, setSelected] = useState<ListRow[]>([]);
  const preset = usePreset(entity, state.preset);
  const where = useMemo(() => [...conditionsOf(entity, state.filters), ...preset], [entity, state.filters, preset]);
  const canLoad = filtersSuffice(entity, where);
  const list = useListRows(name, state, where, canLoad);
  useLastPage(state, list, (page) => change({ page }, { replace: true }));
  const bulk = useBulk(entity, (done) => setSelected((before) => before.filter(({ id }) => !done.has(id))));
  const editor = useEditor(entity);
  const navigate = useNavigate();
  return {
    entity,
    state,
    change,
    preferences,
    prefer,
    shown: preferences.columns ?? entity.list.columns,
    where,
    canLoad,
    list,
    selected,
    setSelected,
    selectable: useIsSelectable(entity, may),
    bulk,
    editor,
    mayEdit: may('edit'),
    mayDelete: may('delete'),
    add: may('add') ? () => editor.open() : undefined,
    startImport: may('import') ? () => void navigate(`/${entity.area}/${name}/import`) : undefined,
  };
}

/** Opens the form of a record, or of a new one: in a modal or on its own page, by its size. */
function useEditor(entity: Entity) {
  const navigate = useNavigate();
  const [editing, setEditing] = useState<{ id?: string }>();
  const open = (id?: string): void => {
    const address = `/${entity.area}/${entity.name}`;
    if (opensAsModal(entity)) setEditing(id === undefined ? {} : { id });
    else void navigate(id === undefined ? `${address}/new` : `${address}/${id}/edit`);
  };
  return { editing, open, close: () => setEditing(undefined) };
}

/** Rows can be selected if the user has a right to any operation on several rows. */
function useIsSelectable(entity: Entity, may: (action: string) => boolean): boolean {
  const hasBulkExtra = useExtra(entity.name, 'bulk') !== undefined;
  return (
    may('delete') ||
    hasBulkExtra ||
    [...rowOperations(entity).values()].some((variants) => variants.some(({ bulk, name }) => bulk && may(name)))
  );
}
