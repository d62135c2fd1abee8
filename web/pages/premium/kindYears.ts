import type { Group } from '../../records/list/group.ts';
import { type Amount, amountsOf } from './amounts.ts';
import type { PremiumKind } from './kinds.ts';
import { decidingOfType, decidingVersion, isFormal, type Version } from './versions.ts';

/** A version of a kind with its premium in each currency. */
export interface VersionTotals {
  version: Version;
  amounts: readonly Amount[];
}

/** The premium of a kind in a year. */
export interface KindYear {
  kind: PremiumKind;
  year: string;
  /** the version that counts */
  deciding: VersionTotals;
  estimate?: VersionTotals;
  actual?: VersionTotals;
}

/** The premium of the latest years, by kind and year; a kind without premium in a year is omitted. */
export function kindYears(
  kinds: readonly PremiumKind[],
  versions: readonly Version[],
  groupsOf: (kind: PremiumKind) => readonly Group[],
): KindYear[] {
  return kinds.flatMap((kind) => {
    const byVersion = Map.groupBy(groupsOf(kind), ({ value }) => value);
    const totals = (version: Version | undefined): VersionTotals | undefined => {
      const groups = version && byVersion.get(version.id);
      return groups && { version, amounts: amountsOf(kind, groups) };
    };
    return [...versionsByYear(kind, versions)].flatMap(([year, ofYear]): KindYear[] => {
      const [deciding, estimate, actual] = shownVersions(ofYear).map(totals);
      if (!deciding) return [];
      return [{ kind, year, deciding, ...(estimate && { estimate }), ...(actual && { actual }) }];
    });
  });
}

/** The versions of a kind in each year. */
export const versionsByYear = ({ type }: PremiumKind, versions: readonly Version[]): Map<string, Version[]> =>
  Map.groupBy(
    versions.filter(({ kind }) => kind === type),
    ({ year }) => year,
  );

/** The deciding version of a year, and those of its estimates and of its actual premium. */
export const shownVersions = (ofYear: readonly Version[]): readonly (Version | undefined)[] => [
  decidingVersion(ofYear),
  decidingOfType(ofYear, 'estimate'),
  decidingOfType(ofYear, 'actual'),
];

/** The kinds that have versions of a year but no formal one. */
export const kindsWithoutFormal = (
  kinds: readonly PremiumKind[],
  versions: readonly Version[],
  year: string,
): PremiumKind[] =>
  kinds.filter((kind) => {
    const ofYear = versionsByYear(kind, versions).get(year);
    return ofYear !== undefined && !ofYear.some(isFormal);
  });
