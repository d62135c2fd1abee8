/** `x-lookup`: a row of another entity that expressions read as `lookup.<name>`; absent where there is none. */
export interface Lookup {
  name: string;
  entity: string;
  /**
   * field there = CEL on the row as it was entered, its parent, and lookups before this one; together they name one row
   * at most
   */
  by: { field: string; expr: string }[];
  /**
   * of several such rows the one whose day `field` is the latest up to `upTo` (CEL), at most `within` days before it
   */
  latest?: { field: string; upTo: string; within?: number };
}

/** `field` of `entity` is a copy of the field `of` of the row whose `by` it holds in `via` (`x-compute.follows`). */
export interface Follower {
  entity: string;
  field: string;
  via: string;
  by: string;
  of: string;
}
