import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** A person's preferences for a list, on every device. */
export interface ListPreferences {
  /** visible columns in order; absent: those of the schema */
  columns?: string[];
  /** widths in CSS pixels, by column */
  widths: Record<string, number>;
  pageSize: number;
  /** all search fields are shown */
  unfolded: boolean;
}

/** A named search of the person, or one shared by a colleague. */
export interface ListView {
  id: string;
  name: string;
  query: string;
  shared: boolean;
  by: string;
  byName: string | null;
}

/** Response of `GET /api/lists/{entity}`. */
interface StoredList {
  settings: Partial<ListPreferences>;
  views: ListView[];
}

/** Preferences to change; null restores the default. */
export type PreferenceChange = { [Name in keyof ListPreferences]?: ListPreferences[Name] | null };

const DEFAULTS: ListPreferences = { widths: {}, pageSize: 20, unfolded: false };

const address = (entity: string): string => `/api/lists/${entity}`;
const keyOf = (entity: string): readonly string[] => ['list', entity, 'preferences'];

/** Loads the preferences of a list. If the call fails, the list uses the defaults. */
export const preferencesQuery = (entity: string) =>
  queryOptions({
    queryKey: keyOf(entity),
    queryFn: async ({ signal }): Promise<StoredList> => {
      try {
        return await call<StoredList>('GET', address(entity), { signal });
      } catch (error) {
        if (signal.aborted) throw error;
        return { settings: {}, views: [] };
      }
    },
    staleTime: Infinity,
  });

/**
 * The person's preferences for a list and a function to change them. A change applies at once and is stored later.
 */
export function useListPreferences(entity: string): [ListPreferences, (change: PreferenceChange) => void] {
  const client = useQueryClient();
  const { settings } = useSuspenseQuery(preferencesQuery(entity)).data;
  return [
    { ...DEFAULTS, ...settings },
    (change) => {
      client.setQueryData<StoredList>(
        keyOf(entity),
        (before) => before && { ...before, settings: withoutNulls({ ...before.settings, ...change }) },
      );
      storeLater(entity, change);
    },
  ];
}

const withoutNulls = (settings: PreferenceChange): Partial<ListPreferences> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));

/**
 * Changes to store after the running call. Dragging a column's edge makes dozens of changes, of which only the last is
 * stored.
 */
const pending = new Map<string, PreferenceChange>();
const running = new Set<string>();

function storeLater(entity: string, change: PreferenceChange): void {
  pending.set(entity, { ...pending.get(entity), ...change });
  if (!running.has(entity)) void storePending(entity);
}

async function storePending(entity: string): Promise<void> {
  running.add(entity);
  for (let change = pending.get(entity); change; change = pending.get(entity)) {
    pending.delete(entity);
    // A change that is not stored applies until the page is left, so the failure is silent.
    await call('PATCH', address(entity), { body: change }).catch(() => undefined);
  }
  running.delete(entity);
}

/** The named searches of a list, and functions to change them. */
export interface ListViews {
  own: ListView[];
  ofColleagues: ListView[];
  /** stores a search and replaces one of the same name @throws ApiError */
  store: (name: string, query: string) => Promise<void>;
  /** @throws ApiError */
  share: (view: ListView, shared: boolean) => Promise<void>;
  /** @throws ApiError */
  remove: (view: ListView) => Promise<void>;
}

/** Named searches of a list. A change applies at once and is undone if the server refuses it. */
export function useListViews(entity: string, userCde: string | undefined): ListViews {
  const client = useQueryClient();
  const { views } = useSuspenseQuery(preferencesQuery(entity)).data;
  const own = views.filter(({ by }) => by === userCde);
  const change = (after: (views: ListView[]) => ListView[], store: () => Promise<unknown>): Promise<void> =>
    changeViews(client, entity, after, store);
  const patch = (view: ListView, values: Partial<ListView>): Promise<void> =>
    change(
      (all) => all.map((one) => (one.id === view.id ? { ...one, ...values } : one)),
      () => call('PATCH', `${address(entity)}/views/${view.id}`, { body: values }),
    );
  return {
    own,
    ofColleagues: views.filter(({ by }) => by !== userCde),
    store: async (name, query) => {
      const sameName = own.find((view) => view.name === name);
      if (sameName) await patch(sameName, { query });
      else {
        const created = await call<ListView>('POST', `${address(entity)}/views`, { body: { name, query } });
        client.setQueryData<StoredList>(
          keyOf(entity),
          (before) => before && { ...before, views: [...before.views, created] },
        );
      }
    },
    share: (view, shared) => patch(view, { shared }),
    remove: (view) =>
      change(
        (all) => all.filter((one) => one !== view),
        () => call('DELETE', `${address(entity)}/views/${view.id}`),
      ),
  };
}

async function changeViews(
  client: QueryClient,
  entity: string,
  after: (views: ListView[]) => ListView[],
  store: () => Promise<unknown>,
): Promise<void> {
  const before = client.getQueryData<StoredList>(keyOf(entity));
  client.setQueryData<StoredList>(keyOf(entity), (list) => list && { ...list, views: after(list.views) });
  try {
    await store();
  } catch (error) {
    client.setQueryData<StoredList>(keyOf(entity), (list) => list && before && { ...list, views: before.views });
    throw error;
  }
}
