import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Person, personQuery } from '../../api/account.ts';
import { usePreset } from '../list/presets.ts';
import { shownRows } from '../list/shownRows.ts';
import { groupTodos, inboxQueries, type QueryName, type TaskEntity, type TodoGroup } from './todos.ts';

/** Maximum number of to-dos of each query. */
const MAX_ROWS = 200;

/** The to-dos of the user, reloaded each minute while visible. */
interface Todos {
  groups: readonly TodoGroup[];
  isPending: boolean;
  /** some of the to-dos are being read again, so that one may be in the wrong part */
  isFetching: boolean;
  error: unknown;
}

/**
 * Loads the to-dos of the user.
 *
 * @param presets the presets of the list with all to-dos of the user, and with rejected ones
 */
export function useTodos(entity: TaskEntity, presets: { mine: string; returned: string }): Todos {
  const { data: person } = useQuery<Person>(personQuery);
  const mine = usePreset(entity, presets.mine);
  const returned = usePreset(entity, presets.returned);
  const queries = useMemo(() => {
    const all = inboxQueries(entity, person ?? { userCde: '-' }, { mine, returned });
    return (Object.keys(all) as QueryName[]).flatMap((name) => (all[name] ? [{ name, ...all[name] }] : []));
  }, [entity, person, mine, returned]);
  const results = useQueries({
    queries: queries.map(({ where, sort }) => ({
      ...shownRows(entity.name, { where, sort, pageSize: MAX_ROWS }),
      enabled: person !== undefined,
    })),
  });
  const pages = Object.fromEntries(
    queries.flatMap(({ name }, index) => (results[index]!.data ? [[name, results[index]!.data]] : [])),
  );
  return {
    groups: groupTodos(pages),
    isPending: results.some(({ isPending }) => isPending),
    isFetching: results.some(({ isFetching }) => isFetching),
    error: results.find(({ error }) => error)?.error,
  };
}
