import type { Label } from './field.ts';
import type { StatesByField } from './operation.ts';

/** `x-child.matrix`: shows children as a table with a line for each value of `rows`, and a mark for each entry of the list
 * `marks`. */
export interface ChildMatrix {
  rows: string;
  marks: string;
  of: 'permissions';
}

/** `x-child`: an entity whose rows belong to a row of this one. */
export interface Child {
  entity: string;
  /** the child's reference to the parent */
  via: string;
  min?: number;
  max?: number;
  tab?: Label;
  /** the child's field for a file that is dropped on the record's page */
  drop?: string;
  /** edited in a table on the record's page instead of the form */
  grid?: true;
  matrix?: ChildMatrix;
  /** only the kernel writes the child */
  readOnly?: true;
  /**
   * operation on a child row (`edit`, `add`, `delete`, an action) → states of the parent that allow it; `edit` applies to
   * operations that are not named; without a gate that of editing the parent applies
   */
  gate?: Record<string, StatesByField>;
  /** operations on child rows that do not depend on the parent's states, guards and editors */
  free?: string[];
  /**
   * field of the parent → the child's field that a new child, or one that reaches the states `in`, writes to it, and the
   * child's field that stores the previous value
   */
  sets?: Record<string, { to: string; was: string; in?: StatesByField }>;
  /**
   * the child's field by which members are chosen; they are saved one by one, and may be moved here from another record
   */
  members?: string;
}
