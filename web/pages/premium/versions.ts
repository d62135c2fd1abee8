import { type Row, textOf } from '../../fields/types.ts';

/** A version of hull premium. */
export interface Version {
  id: string;
  year: string;
  no: string;
  type: string;
  status: string;
}

/** The entities and fields of the premium figures. */
export const PREMIUM = {
  versions: 'premium-version',
  /** one row for each cover of a version */
  covers: 'hull-premium',
  /** the premiums of a cover, and their total */
  kinds: ['hmPremium', 'ivPremium', 'warPremium'],
  total: 'hmTotalPremium',
  /** insured value, return and surrender */
  others: ['hmInsureValue', 'returnAmt', 'surrenderAmt'],
} as const;

/** Hull values and their premiums are in US dollars (1§9). */
export const CURRENCY = 'USD';

export const versionOf = (row: Row): Version => ({
  id: textOf(row['id']),
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
 * The version that a dashboard shows for a year: the first by `STATUSES`, then by `TYPES`. Of equal versions it is the
 * first in the list, which was changed last.
 */
export function decidingVersion(versions: readonly Version[]): Version | undefined {
  const rank = ({ status, type }: Version): number => rankIn(STATUSES, status) * 10 + rankIn(TYPES, type);
  return versions.reduce<Version | undefined>(
    (best, version) => (best === undefined || rank(version) < rank(best) ? version : best),
    undefined,
  );
}

const rankIn = (codes: readonly string[], code: string): number =>
  codes.includes(code) ? codes.indexOf(code) : codes.length;

/** The deciding version of a type. */
export const decidingOfType = (versions: readonly Version[], type: string): Version | undefined =>
  decidingVersion(versions.filter((version) => version.type === type));

/** Address of the list of the covers in a version. */
export const coversAddress = (version: Version, more: Record<string, string> = {}): string =>
  `/premium/${PREMIUM.covers}?${String(new URLSearchParams({ versionId: version.id, ...more }))}`;

/** The condition for the covers of these versions. */
export const inVersions = (versions: readonly Version[]) => [
  { name: 'versionId', type: 'array' as const, value: versions.map(({ id }) => id) },
];
