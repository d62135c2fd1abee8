/** `x-lookup`: a row of another entity, which expressions read as `lookup.<name>`. The lookup may find no row. */
export interface Lookup {
  name: string;
  entity: string;
  /**
   * conditions: `field` of the other entity equals `expr`, which is CEL on the entered row, its parent, and earlier
   * lookups; together the conditions identify at most one row, unless there is `any`, `latest` or `covering`
   */
  by: { field: string; expr: string }[];
  /**
   * several rows may be found: any of them is read, of which expressions can read only the id and the fields of `by`
   */
  any?: true;
  /**
   * which of several rows is read: the row with the latest date in `field`, not after `upTo` (CEL) and at most `within`
   * days before it
   */
  latest?: { field: string; upTo: string; within?: number };
  /**
   * which of several rows is read: one whose period, from the date in `from` to the date in `to`, contains the days
   * `start` and `end` (CEL); an absent `to` is open-ended. Of several, the one that `prefer` ranks first, or else that
   * was created first. Conditions in `narrow` apply only if their expressions have values.
   */
  covering?: { from: string; to: string; start: string; end: string; narrow?: Lookup['by']; prefer?: Preference[] };
}

/**
 * A field in which rows of a lookup may have a value of `expr` or none: rows with the value precede rows without it.
 * `orOther`: rows with another value are found too, after those with the value.
 */
export interface Preference {
  field: string;
  expr: string;
  orOther?: boolean;
}

/**
 * A derived copy (`x-compute.follows`): `field` of `entity` is a copy of the field `of` of another row. The field `via`
 * refers to this row by its field `by`.
 */
export interface DerivedCopy {
  entity: string;
  field: string;
  via: string;
  by: string;
  of: string;
}
