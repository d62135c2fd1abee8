import type { EntityKeyword } from '../../../generator/keywords/names.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Row } from '../sample.ts';

/** A rule between rows. */
export interface RowsRule {
  id: string;
  /** CEL on the row: the rule compares only rows for which it is true */
  where?: string | undefined;
}

/** Tells the sampler which rows break the rules of a keyword together, so that it does not generate them. */
export interface RowConflict<Rule extends RowsRule = RowsRule> {
  word: EntityKeyword;
  rules(entity: Entity): readonly Rule[];
  /**
   * Whether a row breaks a rule beside other rows.
   *
   * @param isCompared whether the rule compares another row, asked last because it may evaluate an expression
   */
  exists(rule: Rule, row: Row, others: readonly Row[], isCompared: (other: Row) => boolean): boolean;
}
