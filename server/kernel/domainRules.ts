import type { Context } from './context.ts';
import type { Body, Row } from './row.ts';
import type { SystemInput } from './systemInput.ts';

/** A save in progress, as a business area sees it. */
export interface Saving {
  row: Row;
  before?: Row;
  input: Body;
  system: SystemInput;
}

/** What a business area adds to the saves of one entity, if no keyword can express it. */
export interface DomainRules {
  /** Returns values to set before the row is computed and validated. @throws Refusal */
  beforeSave?(saving: Saving): Row;
  /**
   * Returns values from other rows, which are set after the row is valid. It is then computed and validated again.
   *
   * @throws Refusal
   */
  complete?(valid: { row: Row; before?: Row }, context: Context): Promise<Row | undefined>;
  /**
   * Stored figures that the business area computes: field → SQL expression of the value for a row `t`. The
   * reconciliation of totals compares both (decision 34).
   */
  figures?: Readonly<Record<string, string>>;
  /**
   * Rows of other entities that writes of the children of one parent change, in any order. They are locked before the
   * first child is saved or deleted, in the order of locks (decision 43). `rows` are the submitted children, not yet
   * checked; none if the parent is deleted.
   */
  locks?(
    children: { parent: string; rows: readonly Row[] },
    context: Context,
  ): Promise<{ entity: string; id: string }[]>;
  /** actions after which `afterWrite` runs; absent: all actions */
  only?: readonly string[];
  /** Runs after each write, in its transaction, before the children of the row are saved. */
  afterWrite?(written: { row: Row; before?: Row; changes: Row; action: string }, context: Context): Promise<void>;
}
