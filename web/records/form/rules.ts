import type { Entity } from '../../../generator/model/entity.ts';
import type { Row } from '../../fields/types.ts';
import type { FormProblem } from './problem.ts';
import type { RowShape } from './rowShape.ts';

/** Other rows that the rules of a row may read. */
export interface RuleContext {
  /** the row as it was read; absent for a new one */
  old?: Row | undefined;
  parent?: Row | undefined;
  /** rows found by its lookups, by the name of the lookup */
  lookups?: Readonly<Record<string, Row | undefined>> | undefined;
  /** the child rows, by child entity */
  children?: Record<string, Row[]> | undefined;
}

/** The compiled rules of one entity, which run after each keystroke. */
export interface Rules {
  entity: Entity;
  shape: RowShape;
  /** the row with the defaults of a new row */
  defaults(row: Row, context: RuleContext): Row;
  /** the row with its computed values */
  compute(row: Row, context: RuleContext): Row;
  /** the fields of a stored row whose formula a user replaced by another value */
  enteredFields(row: Row, context: RuleContext): string[];
  /** all problems, by field */
  validate(row: Row, context: RuleContext): Map<string, FormProblem[]>;
  /** whether `x-form.show` shows a field; a field that it does not name is always shown */
  isShown(name: string, row: Row, context: RuleContext): boolean;
  /** whether a row can have rows of a child entity (`x-child.when`) */
  mayHave(child: string, row: Row): boolean;
  /** the rules of the child entities, by name */
  children: ReadonlyMap<string, Rules>;
}
