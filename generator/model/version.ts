/** `x-version`: the rows are versions, which can be copied and compared. */
export interface Version {
  /** the fields that identify a version */
  keys: string[];
  /** the fields of `keys` whose values a copy takes from its source */
  keeps: string[];
  /** further fields that the dialog of a copy asks for */
  asks: string[];
  /** the children that are copied and compared */
  copy: VersionCopy[];
  /** rules that permit equal child rows in only one closed version */
  distinct: DistinctRows[];
  /** which of several versions determines a value */
  precedence?: Precedence;
  /** the versions into which no file can be imported any more */
  noImport?: NoImport;
}

/**
 * `x-version.noImport`: no rows are imported under a version for which `into` is true, once another version with equal
 * values of `per` fulfils `after` (CEL). `key` is the message of the refusal.
 */
export interface NoImport {
  into: string;
  after: string;
  per: string[];
  key: string;
  spec: string[];
}

/**
 * `x-version.precedence`: which of several versions has precedence. The versions are ordered by the position of the
 * value of `field` in `codes`: later codes have precedence, and an unlisted code has the lowest. Among equal codes, the
 * version created later has precedence.
 */
export interface Precedence {
  field: string;
  codes: string[];
}

/** `x-version.copy`: child rows that a copy of a version includes. */
export interface VersionCopy {
  entity: string;
  via: string;
  /** the fields that a copy with basic information takes over */
  basic?: string[];
  /** key of the version → fields of the row; if a copy has another value of the key, these fields get their defaults */
  resets: Record<string, string[]>;
  /** keys of the version; a copy with another value of any of them does not include the rows */
  within: string[];
}

/**
 * `x-version.distinct`: of the closed versions with equal values of `per`, only one may contain a child row with the
 * same values of `by` (and an overlapping `period`).
 */
export interface DistinctRows {
  entity: string;
  via: string;
  per: string[];
  where?: string;
  by: string[];
  period?: { from: string; to: string };
  spec: string[];
}
