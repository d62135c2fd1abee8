import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** A person's preferences for a list, on every device. */
export interface ListPreferences {
  /** visible columns in order; absent: those of the schema */
  columns?: string[];
  /** in CSS pixels, by column */
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
interface Kept {
  settings: Partial<ListPreferences>;
  views: ListView[];
}

/** Preferences to change; null restores the default. */
export type PreferenceChange = { [Name in keyof ListPreferences]?: ListPreferences[Name] | null };

const DEFAULTS: ListPreferences = { widths: {}, pageSize: 20, unfolded: false };

const address = (entity: string): string => `/api/lists/${entity}`;
const keyOf = (entity: string): readonly string[] => ['list', entity, 'kept'];

/** Loads the preferences of a list. If that fails, the list has its defaults. */
export const keptQuery = (entity: string) =>
  queryOptions({
    queryKey: keyOf(entity),
    queryFn: async ({ signal }): Promise<Kept> => {
      try {
        return await call<Kept>('GET', address(entity), { signal });
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
  const { settings } = useSuspenseQuery(keptQuery(entity)).data;
  return [
    { ...DEFAULTS, ...settings },
    (change) => {
      client.setQueryData<Kept>(
        keyOf(entity),
        (before) => before && { ...before, settings: withoutNulls({ ...before.settings, ...change }) },
      );
      keep(entity, change);
    },
  ];
}

const withoutNulls = (settings: PreferenceChange): Partial<ListPreferences> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));

/**
 * Changes that wait for the running call: dragging a column's edge makes dozens, and only the last is stored.
 */
const waiting = new Map<string, PreferenceChange>();
const underWay = new Set<string>();

function keep(entity: string, change: PreferenceChange): void {
  waiting.set(entity, { ...waiting.get(entity), ...change });
  if (!underWay.has(entity)) void send(entity);
}

async function send(entity: string): Promise<void> {
  underWay.add(entity);
  for (let change = waiting.get(entity); change; change = waiting.get(entity)) {
    waiting.delete(entity);
    // A change that is not stored applies until the page is left, so the failure is silent.
    await call('PATCH', address(entity), { body: change }).catch(() => undefined);
  }
  underWay.delete(entity);
}

export interface ListViews {
  own: ListView[];
  ofColleagues: ListView[];
  /** stores a search and replaces one of the same name @throws ApiError */
  keep: (name: string, query: string) => Promise<void>;
  /** @throws ApiError */
  share: (view: ListView, shared: boolean) => Promise<void>;
  /** @throws ApiError */
  remove: (view: ListView) => Promise<void>;
}

/** Named searches of a list. A change applies at once and is undone if the server refuses it. */
export function useListViews(entity: string, userCde: string | undefined): ListViews {
  const client = useQueryClient();
  const { views } = useSuspenseQuery(keptQuery(entity)).data;
  const own = views.filter(({ by }) => by === userCde);
  const change = (after: (views: ListView[]) => ListView[], sending: () => Promise<unknown>): Promise<void> =>
    changeViews(client, entity, after, sending);
  const patch = (view: ListView, words: Partial<ListView>): Promise<void> =>
    change(
      (all) => all.map((one) => (one.id === view.id ? { ...one, ...words } : one)),
      () => call('PATCH', `${address(entity)}/views/${view.id}`, { body: words }),
    );
  return {
    own,
    ofColleagues: views.filter(({ by }) => by !== userCde),
    keep: async (name, query) => {
      const taken = own.find((view) => view.name === name);
      if (taken) await patch(taken, { query });
      else {
        const made = await call<ListView>('POST', `${address(entity)}/views`, { body: { name, query } });
        client.setQueryData<Kept>(keyOf(entity), (before) => before && { ...before, views: [...before.views, made] });
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
  sending: () => Promise<unknown>,
): Promise<void> {
  const before = client.getQueryData<Kept>(keyOf(entity));
  client.setQueryData<Kept>(keyOf(entity), (kept) => kept && { ...kept, views: after(kept.views) });
  try {
    await sending();
  } catch (error) {
    client.setQueryData<Kept>(keyOf(entity), (kept) => kept && before && { ...kept, views: before.views });
    throw error;
  }
}
