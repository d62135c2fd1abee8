/** `x-version`: rows are versions of one thing, made from each other and compared. */
export interface Version {
  /** the fields that name one version */
  keys: string[];
  /** the keys that a copy has from its source */
  keeps: string[];
  /** further fields that the dialog of a copy asks for */
  asks: string[];
  /** the children that go along, and are compared */
  copy: VersionCopy[];
  /** rows that stand in one closed version only */
  distinct: DistinctRows[];
  /** which of several versions determines a value */
  precedence?: Precedence;
}

/**
 * `x-version.precedence`: of several versions, the one with the later of `codes` in `field` has precedence; a code that
 * is not listed has the lowest, and among equals the version created later.
 */
export interface Precedence {
  field: string;
  codes: string[];
}
export interface VersionCopy {
  entity: string;
  via: string;
  /** the fields that are basic information: what a copy with basic information takes along of a row */
  basic?: string[];
  /** key of the version → fields of the row that a copy with another value of that key leaves to their defaults */
  anew: Record<string, string[]>;
  /** keys of the version: a copy with another value of one leaves the rows behind */
  within: string[];
}

/** `x-version.distinct`: rows of a child that no two closed versions have, of those with equal `per` */
export interface DistinctRows {
  entity: string;
  via: string;
  per: string[];
  where?: string;
  by: string[];
  period?: { from: string; to: string };
  spec: string[];
}
