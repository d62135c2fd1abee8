/** `x-version`: rows are versions that are copied from each other and compared. */
export interface Version {
  /** the fields that identify a version */
  keys: string[];
  /** the keys that a copy has from its source */
  keeps: string[];
  /** further fields in the dialog of a copy */
  asks: string[];
  /** the children that are copied and compared */
  copy: VersionCopy[];
  /** rows that can be in only one closed version */
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

/** `x-version.copy`: child rows that a copy of a version includes. */
export interface VersionCopy {
  entity: string;
  via: string;
  /** the fields of basic information, which a copy with basic information has */
  basic?: string[];
  /** key of the version → fields of the row that get their defaults in a copy with another value of that key */
  anew: Record<string, string[]>;
  /** keys of the version: a copy with another value of one does not copy the rows */
  within: string[];
}

/** `x-version.distinct`: child rows that can be in only one closed version of those with equal `per` */
export interface DistinctRows {
  entity: string;
  via: string;
  per: string[];
  where?: string;
  by: string[];
  period?: { from: string; to: string };
  spec: string[];
}
