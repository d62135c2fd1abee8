import type { Entity } from '../../../generator/model/entity.ts';
import type { Row } from '../../fields/types.ts';
import type { Problem } from './problem.ts';
import type { RowShape } from './rowShape.ts';

/** The rows that the rules of a row may read. */
export interface RuleContext {
  /** the row as it was read; absent for a new one */
  old?: Row | undefined;
  parent?: Row | undefined;
  /** rows that its lookups find, by their names */
  lookups?: Readonly<Record<string, Row | undefined>> | undefined;
  /** the child rows, by child entity */
  children?: Record<string, Row[]> | undefined;
}

/** The rules of one entity, ready to run while a person types. */
export interface Rules {
  entity: Entity;
  shape: RowShape;
  /** a new row's defaults */
  defaults(row: Row, context: RuleContext): Row;
  /** the row with its computed values */
  compute(row: Row, context: RuleContext): Row;
  /** every problem, by field */
  validate(row: Row, context: RuleContext): Map<string, Problem[]>;
  /** whether `x-form.show` shows a field; only fields that it names are ever hidden */
  isShown(name: string, row: Row, context: RuleContext): boolean;
  /** the rules of the child entities, by name */
  children: ReadonlyMap<string, Rules>;
}
