import { useQueries, useQuery } from '@tanstack/react-query';
import { shownGroups } from '../../records/list/shownRows.ts';
import { type KindYear, kindYears, shownVersions, versionsByYear } from './kindYears.ts';
import { usePremiumKinds } from './useKinds.ts';
import { inVersions, yearsOf } from './versions.ts';
import { versionsQuery } from './versionsQuery.ts';

/** Maximum number of years; the latest years are shown. */
export const MAX_YEARS = 6;

interface Overview {
  /** absent until loaded */
  entries?: readonly KindYear[];
  /** the years with versions, the latest first */
  years: readonly string[];
  error: unknown;
  /** repeats the failed queries */
  retry: () => void;
}

/** Loads the premium of all kinds that the user may see, in the latest years. */
export function useOverview(): Overview {
  const { kinds } = usePremiumKinds();
  const versions = useQuery(versionsQuery);
  const types = new Set(kinds.map(({ type }) => type));
  const readable = (versions.data ?? []).filter(({ kind }) => types.has(kind));
  const years = yearsOf(readable).slice(0, MAX_YEARS);
  const recent = readable.filter(({ year }) => years.includes(year));
  const groups = useQueries({
    queries: kinds.map((kind) => {
      const shown = [...versionsByYear(kind, recent).values()].flatMap(shownVersions);
      const distinct = [...new Set(shown.filter((version) => version !== undefined))];
      return {
        ...shownGroups(kind.entity, kind.version, inVersions(kind, distinct), [kind.due]),
        enabled: distinct.length > 0,
      };
    }),
  });
  const queries = [versions, ...groups];
  const state = {
    years,
    error: queries.find(({ error }) => error)?.error,
    retry: () => {
      for (const { error, refetch } of queries) if (error) void refetch();
    },
  };
  if (!versions.data || groups.some(({ isLoading }) => isLoading)) return state;
  const groupsOf = new Map(kinds.map((kind, index) => [kind, groups[index]?.data ?? []]));
  return { ...state, entries: kindYears(kinds, recent, (kind) => groupsOf.get(kind) ?? []) };
}
