import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Condition } from '../../../api/where.ts';
import { allRows, shownGroups } from '../../../records/list/shownRows.ts';
import { useEntity } from '../../../records/model.ts';
import { type Row, textOf } from '../../../fields/types.ts';
import { type PremiumKind, VERSIONS } from '../kinds.ts';
import { useKindFields } from '../useKinds.ts';
import { decidingVersion, inVersions, type Version, versionOf } from '../versions.ts';
import { type Plan, planOf, type Stage, stageOf, versionsThatCount } from './plan.ts';

/** The entities of instalments, policy years and their stages. */
export const INSTALMENTS = { lines: 'premium-stage', years: 'policy-year', stages: 'policy-stage' } as const;

const equal = (name: string, value: string): Condition => ({ name, type: 'equal', value });

interface Years {
  /** the years, the latest first */
  years: readonly string[];
  /** years that have instalments */
  split: ReadonlySet<string>;
  error: unknown;
  pending: boolean;
}

/** The policy years of a type. */
export function useYears(type: string): Years {
  const years = useQuery(allRows(INSTALMENTS.years, [equal('policyType', type)], '-policyYear'));
  const groups = useQuery(shownGroups(INSTALMENTS.lines, 'policyYear', [equal('premiumType', type)]));
  return {
    years: (years.data ?? []).map((row) => textOf(row['policyYear'])),
    split: new Set((groups.data ?? []).flatMap(({ value }) => value ?? [])),
    error: years.error ?? groups.error,
    pending: years.isPending || groups.isPending,
  };
}

/** A loaded plan, or the error that prevented it. */
export interface LoadedPlan {
  loaded?: {
    plan: Plan;
    stages: readonly Stage[];
    /** the version whose premium is split */
    deciding: Version | undefined;
  };
  error: unknown;
  /** repeats the failed queries */
  retry: () => void;
}

/** Loads the plan of a year: its stages, its instalments, and the premiums that are split. */
export function usePlan(kind: PremiumKind, year: string): LoadedPlan {
  const { type } = kind;
  const { entity, object, name } = useKindFields(kind);
  const lines = useQuery(
    allRows(INSTALMENTS.lines, [equal('policyYear', year), equal('premiumType', type)], 'vslCde,subject,stageNo'),
  );
  const { stages, ...ofStages } = useStages(type, year);
  const { versions, deciding, ...ofVersions } = useVersions(type, year, lines.data);
  const covers = useQuery({
    ...allRows(kind.entity, inVersions(kind, versions ?? []), entity.premium!.from),
    enabled: versions !== undefined && versions.length > 0,
  });
  const queries = [...ofStages.queries, lines, ...ofVersions.queries, covers];
  const state = {
    error: queries.find(({ error }) => error)?.error,
    retry: () => {
      for (const { error, refetch } of queries) if (error) void refetch();
    },
  };
  if (!stages || !lines.data || !versions || (versions.length > 0 && !covers.data)) return state;
  const fields = {
    object: object.map((field) => field.name),
    name: name?.name,
    total: kind.due,
    currency: kind.currency,
  };
  const plan = planOf({ stages, lines: lines.data, covers: covers.data ?? [], fields, versions });
  return { ...state, loaded: { plan, stages, deciding } };
}

type RowsQuery = Pick<UseQueryResult<readonly Row[]>, 'error' | 'refetch'>;

/** The stages of a policy year; absent until they are loaded. */
function useStages(type: string, year: string): { stages?: Stage[]; queries: RowsQuery[] } {
  const years = useQuery(
    allRows(INSTALMENTS.years, [equal('policyType', type), equal('policyYear', year)], '-policyYear'),
  );
  const yearId = textOf(years.data?.[0]?.id);
  const rows = useQuery({
    ...allRows(INSTALMENTS.stages, [equal('policyYearId', yearId)], 'stageNo'),
    enabled: yearId !== '',
  });
  const queries = [years, rows];
  if (!years.data || (yearId !== '' && !rows.data)) return { queries };
  return { stages: (rows.data ?? []).map(stageOf), queries };
}

interface Versions {
  /** versions in ascending precedence; absent until they and the instalments are loaded */
  versions?: readonly Version[];
  deciding?: Version | undefined;
  queries: RowsQuery[];
}

/** The versions of a year whose premium counts. @param lines the instalments */
function useVersions(type: string, year: string, lines: readonly Row[] | undefined): Versions {
  const { entity } = useEntity(VERSIONS);
  const rows = useQuery(
    allRows(
      VERSIONS,
      [
        equal('policyType', type),
        equal('policyYear', year),
        { name: 'versionStatus', type: 'array', value: ['Formal', 'Supplement'] },
      ],
      'createAt',
    ),
  );
  const queries = [rows];
  if (!rows.data || !lines) return { queries };
  const all = rows.data.map(versionOf);
  const deciding = decidingVersion(all);
  const splitFrom = new Set(lines.map((row) => textOf(row['versionId'])));
  const versions = versionsThatCount(all, splitFrom, deciding, entity.version?.precedence);
  return { versions, deciding, queries };
}
