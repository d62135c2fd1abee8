import type { Row } from './row.ts';

/**
 * Values and options of a change that only the server sets. With the following ones, the steps authorize and gate skip
 * checks that the caller has already made (yes: checked, –: skipped):
 *
 * | Check | `action` | `isAuthorized` | `isAuthorized` and `isDerived` |
 * |---|---|---|---|
 * | right of the role; entity not read-only | right to the action | – | – |
 * | `x-access.edit` of the row | – (its `actor`) | – | – |
 * | states and guards of the row (`x-gate`, `x-guard`) | – (its own) | yes | – |
 * | the same of its parents | yes | – | – |
 *
 * Rules, references and constraints apply to every change.
 */
export interface SystemInput {
  values?: Row;
  /** name of the operation that saves the row, for its audit line; absent: create, update or delete */
  action?: string;
  /**
   * The change follows from a change of, or an operation on, another row, mostly the parent, whose rights and states
   * were checked. The save does not recompute the parent of the row; the caller does.
   */
  isAuthorized?: true;
  /** The values are derived from a change that passed the gates. Only with `isAuthorized`. */
  isDerived?: true;
  /** input that is not a field of the row, such as an opinion, and is stored in the audit line */
  notes?: Row;
  /** columns of a new row that are stored unchanged, such as a hashed password */
  stored?: Row;
  /** `rev` and updater are not changed: the change does not concern users who have the row open */
  keepsRev?: true;
  /** the answer omits large child tables (`x-child.grid`) */
  omitGrids?: boolean;
}
