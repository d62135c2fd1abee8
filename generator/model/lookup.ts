/** `x-lookup`: a row of another entity that expressions read as `lookup.<name>`; absent where there is none. */
export interface Lookup {
  name: string;
  entity: string;
  /**
   * field of the other entity = CEL on the entered row, its parent, and earlier lookups; together they identify at most
   * one row
   */
  by: { field: string; expr: string }[];
  /**
   * of several rows the one whose date `field` is the latest up to `upTo` (CEL), at most `within` days before it
   */
  latest?: { field: string; upTo: string; within?: number };
}

/**
 * A derived copy (`x-compute.follows`): `field` of `entity` is a copy of `of` in the row that `via` references by `by`.
 */
export interface Follower {
  entity: string;
  field: string;
  via: string;
  by: string;
  of: string;
}
