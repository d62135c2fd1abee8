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
  /** the rows that must be finished before the parent can go on, and what is to be done with them */
  unfinished?: { where: StatesByField; label: Label };
  /** the action of the parent that computes `compare` */
  calculatedBy?: string;
}

/**
 * A test in a ledger: a condition on the record (CEL), values of fields of the line, or, with `child`, values of fields
 * of one of the rows of another child that refer to the line. All that are given must be true.
 */
export interface LedgerTest {
  when?: string;
  /** field → values, one of which it must have */
  is?: Record<string, string[]>;
  /** another child of the record */
  child?: string;
  /** the reference of the rows of `child` to the line */
  via?: string;
}

/** `x-child.ledger`: the rows as lines of a ledger, with totals by type and currency. */
export interface ChildLedger {
  /** field by whose values the lines are grouped */
  by: string;
  /** further fields of a line */
  fields: string[];
  /** the amount of a line, with a field for its currency */
  amount: string;
  /** the same amount in the currency of the totals */
  base: string;
  /** the tests of which one is true for a line that is settled, and the heading of settled amounts */
  settled: { label: Label; tests: LedgerTest[] };
  /** steps of a line, each done if one of its tests is true */
  steps?: { label: Label; tests: LedgerTest[] }[];
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
  ledger?: ChildLedger;
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
