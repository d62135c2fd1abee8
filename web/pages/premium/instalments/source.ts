import { useQuery } from '@tanstack/react-query';
import type { Condition } from '../../../api/where.ts';
import { allRows, shownGroups } from '../../../records/list/shownRows.ts';
import { useEntity } from '../../../records/model.ts';
import { textOf } from '../../../fields/types.ts';
import { among, CURRENCY, SOURCE, tellingVersion, type Version, versionOf } from '../versions.ts';
import { type Plan, planOf, stageOf, versionsThatCount } from './plan.ts';

/** Where instalments stand, and what they split. */
export const INSTALMENTS = { lines: 'premium-stage', years: 'policy-year', stages: 'policy-stage' } as const;

/** Policy type → the premiums that its instalments split. */
export const SPLIT = {
  'Premium-HM': { entity: SOURCE.lines, vessel: 'vslCde', name: 'vslNme', total: SOURCE.total },
} as const;

export type SplitType = keyof typeof SPLIT;

const is = (name: string, value: string): Condition => ({ name, type: 'equal', value });

/** The years of a type that the plan can be asked for, the latest first, and which of them have instalments. */
export function useYears(type: SplitType): {
  years: readonly string[];
  split: ReadonlySet<string>;
  error: unknown;
  pending: boolean;
} {
  const years = useQuery(allRows(INSTALMENTS.years, [is('policyType', type)], '-policyYear'));
  const groups = useQuery(shownGroups(INSTALMENTS.lines, 'policyYear', [is('premiumType', type)]));
  return {
    years: (years.data ?? []).map((row) => textOf(row['policyYear'])),
    split: new Set((groups.data ?? []).flatMap(({ value }) => value ?? [])),
    error: years.error ?? groups.error,
    pending: years.isPending || groups.isPending,
  };
}

export interface PlanAnswer {
  plan?: Plan;
  stages?: ReturnType<typeof stageOf>[];
  /** the version that is to be split, or was */
  telling?: Version | undefined;
  error: unknown;
  again: () => void;
}

/** The plan of a year: its stages, its instalments, and the premiums that they split. */
export function usePlan(type: SplitType, year: string): PlanAnswer {
  const of = SPLIT[type];
  const { entity } = useEntity(SOURCE.versions);
  const years = useQuery({
    ...allRows(INSTALMENTS.years, [is('policyType', type), is('policyYear', year)], '-policyYear'),
    enabled: year !== '',
  });
  const yearId = textOf(years.data?.[0]?.id);
  const staged = useQuery({
    ...allRows(INSTALMENTS.stages, [is('policyYearId', yearId)], 'stageNo'),
    enabled: yearId !== '',
  });
  const lines = useQuery({
    ...allRows(INSTALMENTS.lines, [is('policyYear', year), is('premiumType', type)], 'vslCde,stageNo'),
    enabled: year !== '',
  });
  const known = useQuery({
    ...allRows(
      SOURCE.versions,
      [
        is('policyType', type),
        is('policyYear', year),
        { name: 'versionStatus', type: 'array', value: ['Formal', 'Supplement'] },
      ],
      'createAt',
    ),
    enabled: year !== '',
  });
  const formal = (known.data ?? []).map(versionOf);
  const telling = tellingVersion(formal);
  const versions = versionsThatCount(
    formal,
    new Set((lines.data ?? []).map((row) => textOf(row['versionId']))),
    telling,
    entity.version?.precedence,
  );
  const covers = useQuery({
    ...allRows(of.entity, among(versions), 'vslCde,policyStart'),
    enabled: lines.data !== undefined && versions.length > 0,
  });
  const asked = [years, staged, lines, known, covers];
  const error = asked.find((one) => one.error)?.error;
  const again = (): void =>
    asked.forEach((one) => {
      if (one.error) void one.refetch();
    });
  if (
    !years.data ||
    (yearId !== '' && !staged.data) ||
    !lines.data ||
    !known.data ||
    (versions.length > 0 && !covers.data)
  )
    return { error, again };
  const stages = (staged.data ?? []).map(stageOf);
  return {
    plan: planOf({ currency: CURRENCY, stages, lines: lines.data, covers: covers.data ?? [], of, versions }),
    stages,
    telling,
    error,
    again,
  };
}
