import { useQueries, useQuery } from '@tanstack/react-query';
import { shownGroups } from '../../records/list/shownRows.ts';
import { type KindYear, kindYears, shownVersions, versionsByYear } from './kindYears.ts';
import { usePremiumKinds } from './useKinds.ts';
import { inVersions, isFormal, type Version, yearsOf } from './versions.ts';
import { versionsQuery } from './versionsQuery.ts';

/** Maximum number of years; the latest years are shown. */
export const MAX_YEARS = 6;

interface Overview {
  /** absent until loaded */
  entries?: readonly KindYear[];
  /** the years with versions, the latest first */
  years: readonly string[];
  /** the versions of these years that the user may see, formal or not */
  versions: readonly Version[];
  error: unknown;
  /** repeats the failed queries */
  retry: () => void;
}

/**
 * Loads the premium of all kinds that the user may see, in the latest years.
 *
 * @param withDrafts counts a version that is not formal for kinds and years without a formal one
 */
export function useOverview(withDrafts: boolean): Overview {
  const { kinds } = usePremiumKinds();
  const versions = useQuery(versionsQuery);
  const types = new Set(kinds.map(({ type }) => type));
  const readable = (versions.data ?? []).filter(({ kind }) => types.has(kind));
  const years = yearsOf(readable).slice(0, MAX_YEARS);
  const ofYears = readable.filter(({ year }) => years.includes(year));
  const recent = withDrafts ? ofYears : ofYears.filter(isFormal);
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
    versions: ofYears,
    error: queries.find(({ error }) => error)?.error,
    retry: () => {
      for (const { error, refetch } of queries) if (error) void refetch();
    },
  };
  if (!versions.data || groups.some(({ isLoading }) => isLoading)) return state;
  const groupsOf = new Map(kinds.map((kind, index) => [kind, groups[index]?.data ?? []]));
  return { ...state, entries: kindYears(kinds, recent, (kind) => groupsOf.get(kind) ?? []) };
}
