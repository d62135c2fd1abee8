import { type Row, textOf } from '../../fields/types.ts';

/** A version of hull premium, as the dashboard chooses among them. */
export interface Version {
  id: string;
  year: string;
  no: string;
  type: string;
  status: string;
}

/** Where the figures come from. */
export const SOURCE = {
  versions: 'premium-version',
  where: [{ name: 'policyType', type: 'equal' as const, value: 'Premium-HM' }],
  sort: '-policyYear,-updateAt',
  lines: 'hull-premium',
  /** the premium of each cover, and that of all of them */
  kinds: ['hmPremium', 'ivPremium', 'warPremium'],
  total: 'hmTotalPremium',
  others: ['hmInsureValue', 'returnAmt', 'surrenderAmt'],
} as const;

export const versionOf = (row: Row): Version => ({
  id: textOf(row['id']),
  year: textOf(row['policyYear']),
  no: textOf(row['versionNo']),
  type: textOf(row['versionType']),
  status: textOf(row['versionStatus']),
});

const TYPES = ['actual', 'official', 'estimate'];
const STATES = ['Formal', 'Supplement', 'Confirm'];
const place = (list: readonly string[], value: string): number =>
  list.includes(value) ? list.indexOf(value) : list.length;

/**
 * The version that says most about a year: a Formal one before one that is confirmed, that before all others; among
 * them the actual before the estimated; then the one changed last, as they are given.
 */
export function tellingVersion(versions: readonly Version[]): Version | undefined {
  const rank = ({ status, type }: Version): number => place(STATES, status) * 10 + place(TYPES, type);
  return versions.reduce<Version | undefined>(
    (best, one) => (best === undefined || rank(one) < rank(best) ? one : best),
    undefined,
  );
}

/** The version of a type that says most about a year. */
export const tellingOf = (versions: readonly Version[], type: string): Version | undefined =>
  tellingVersion(versions.filter((version) => version.type === type));

/** Hull values are insured in US dollars, and so are their premiums (1§9). */
export const CURRENCY = 'USD';

/** The list of the premiums in a version. */
export const listOf = (version: Version, more: Record<string, string> = {}): string =>
  `/premium/${SOURCE.lines}?${String(new URLSearchParams({ versionId: version.id, ...more }))}`;

/** The condition that premiums stand in one of these versions. */
export const among = (versions: readonly Version[]) => [
  { name: 'versionId', type: 'array' as const, value: versions.map(({ id }) => id) },
];
