import type { Label } from './field.ts';
import type { StatesByField } from './operation.ts';

/**
 * `x-child.matrix`: shows children as a table with a line for each value of the field `rows`, and a check box for each
 * possible entry of the list field `marks`.
 */
export interface ChildMatrix {
  rows: string;
  marks: string;
  of: 'permissions';
}

/** `x-child.figures`: the number of the rows and totals of their amounts. */
export interface ChildFigures {
  /** what the rows are, in the plural */
  count: Label;
  /** amounts of the rows */
  sums: string[];
  /** the amount of `sums` that is compared with the version before; only of a child of versions */
  compare?: string;
  /** fields whose different values are counted in place of the rows */
  distinct?: string[];
  /** totals of `of` that are shown apart: those of the rows with one of the codes in each field */
  parts?: { of: string; where: StatesByField; label: Label }[];
  /** the action of the parent that computes `compare` */
  calculatedBy?: string;
}

/** `x-child`: an entity whose rows belong to a row of this entity. */
export interface Child {
  entity: string;
  /** the child's reference to the parent */
  via: string;
  /** condition on the parent, in CEL: the child exists only under rows for which it is true */
  when?: string;
  /** message of the rule that enforces `when` */
  message?: Label;
  /** message key of a refusal of changes of the child by a state of the parent or of its parents */
  key?: string;
  min?: number;
  max?: number;
  tab?: Label;
  /** the child's field for a file that a user drops on the record's page, which creates a child */
  drop?: string;
  /** where a row opens; absent: on its own page */
  opens?: 'drawer';
  /** edited in a table on the record's page instead of the form */
  grid?: true;
  /** key figures of the rows at the top of the record's page */
  figures?: ChildFigures;
  matrix?: ChildMatrix;
  /** only the kernel writes the child */
  readOnly?: true;
  /**
   * operation on a child row (`edit`, `add`, `delete`, an action) → states of the parent that permit it. `edit` also
   * applies to operations without an entry. Without this gate, the gate for editing the parent applies
   */
  gate?: Record<string, StatesByField>;
  /** operations on child rows that do not depend on the parent's states, guards and editors */
  free?: string[];
  /**
   * field of the parent that children set → `to`: field of the child with the new value; `was`: field of the child that
   * stores the previous value; `in`: states in which the child sets the value; absent: when the child is created
   */
  sets?: Record<string, { to: string; was: string; in?: StatesByField }>;
  /**
   * the child's field by which users choose children to add; each child is saved alone, and may be moved from another
   * record to this one
   */
  members?: string;
}
