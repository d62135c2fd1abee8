import type { Label } from './field.ts';
import type { StatesByField } from './operation.ts';

/** `x-child.matrix`: a line for each value of the child's field `rows`, a mark for each entry of its list `marks`. */
export interface ChildMatrix {
  rows: string;
  marks: string;
  of: 'permissions';
}

export interface Child {
  entity: string;
  via: string;
  min?: number;
  max?: number;
  tab?: Label;
  /** the part's field for a file that is dropped on the record's page */
  drop?: string;
  /** a table on the record's page, edited in place there; no part of the form */
  grid?: true;
  matrix?: ChildMatrix;
  /** the child is the kernel's alone to write: shown, and part of no save */
  readOnly?: true;
  /**
   * operation on a part (`edit`, `add`, `delete`, an action of its) → states of the whole that allow it; `edit` stands
   * for those not named, and without any the whole's own edit gate holds
   */
  gate?: Record<string, StatesByField>;
  /** operations on a part that the whole neither opens nor closes: no state, guard or editor of it is asked */
  free?: string[];
  /**
   * own field → the part's field that it takes over from a new part, or from one that comes to the states `in`, and the
   * one in which the part keeps what it held before
   */
  sets?: Record<string, { to: string; was: string; in?: StatesByField }>;
  /**
   * the child's field by which members are chosen; they are saved one by one, and may be moved here from another record
   */
  members?: string;
}
