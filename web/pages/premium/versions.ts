import type { Condition } from '../../api/where.ts';
import { type Row, textOf } from '../../fields/types.ts';
import type { PremiumKind } from './kinds.ts';

/** A version of premium. */
export interface Version {
  id: string;
  /** the policy type */
  kind: string;
  year: string;
  no: string;
  type: string;
  status: string;
}

/** The version in a row. */
export const versionOf = (row: Row): Version => ({
  id: textOf(row['id']),
  kind: textOf(row['policyType']),
  year: textOf(row['policyYear']),
  no: textOf(row['versionNo']),
  type: textOf(row['versionType']),
  status: textOf(row['versionStatus']),
});

/** Types in descending precedence; other codes come last. */
const TYPES = ['actual', 'official', 'estimate'];
/** Statuses in descending precedence; other codes come last. */
const STATUSES = ['Formal', 'Supplement', 'Confirm'];

/**
 * The version that a dashboard shows for a kind and year: the first by `STATUSES`, then by `TYPES`. Of equal versions
 * it is the first in the list, which was changed last.
 */
export function decidingVersion(versions: readonly Version[]): Version | undefined {
  const rank = ({ status, type }: Version): number => rankIn(STATUSES, status) * 10 + rankIn(TYPES, type);
  return versions.reduce<Version | undefined>(
    (best, version) => (best === undefined || rank(version) < rank(best) ? version : best),
    undefined,
  );
}

/** Whether the premium of a version is decided: drafts and versions in approval may still change. */
export const isFormal = ({ status }: Version): boolean => status === 'Formal' || status === 'Supplement';

const rankIn = (codes: readonly string[], code: string): number =>
  codes.includes(code) ? codes.indexOf(code) : codes.length;

/** The deciding version of a type. */
export const decidingOfType = (versions: readonly Version[], type: string): Version | undefined =>
  decidingVersion(versions.filter((version) => version.type === type));

/** The years of versions, the latest first. */
export const yearsOf = (versions: readonly Version[]): string[] =>
  [...new Set(versions.map(({ year }) => year))].toSorted().toReversed();

/** The requested year if it has versions; else the latest with a formal version, or the latest of all. */
export const shownYear = (requested: string | null | undefined, versions: readonly Version[]): string | undefined =>
  yearsOf(versions).find((year) => year === requested) ?? yearsOf(versions.filter(isFormal))[0] ?? yearsOf(versions)[0];

/**
 * Address of the list of a version's premium.
 *
 * @param currency lists only the premium in it, for a version with premium in several
 * @param more further filters
 */
export function coversAddress(
  { area, entity, version: versionField, currency: source }: PremiumKind,
  version: Version,
  { currency, more }: { currency?: string | undefined; more?: Record<string, string> } = {},
): string {
  const ofCurrency = currency !== undefined && 'field' in source ? { [source.field]: currency } : {};
  return `/${area}/${entity}?${String(new URLSearchParams({ [versionField]: version.id, ...ofCurrency, ...more }))}`;
}

/** The condition for the premium of a kind in these versions. */
export const inVersions = ({ version }: PremiumKind, versions: readonly Version[]): Condition[] => [
  { name: version, type: 'array', value: versions.map(({ id }) => id) },
];
