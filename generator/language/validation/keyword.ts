import type { EntityKeyword } from '../../keywords/names.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { KeywordRule } from '../../model/rule.ts';
import type { RowValidator } from '../evaluation/context.ts';
import type { Scope } from '../expression/scope.ts';

/**
 * A keyword with rules that a row, or a row with its children, can violate. Server and form validate with the same
 * code. The data of its rules is declared in the module of the keyword, by augmenting `Entity`.
 */
export interface ValidationKeyword {
  word: EntityKeyword;
  /** Its rules in the order of the file; none if the entity does not have the keyword. */
  rules(entity: Entity): readonly ValidationRule[];
}

/** One rule of a validation keyword. It has `compileRow`, `compileChildren` or both. */
export interface ValidationRule extends KeywordRule {
  /** every expression of the rule, `when` included */
  expressions: readonly string[];
  /** Compiles the validation of a row by itself. @throws InvalidExpression */
  compileRow?(scope: Scope): RowValidator;
  /** Compiles the validation of a row with all its children. @throws InvalidExpression */
  compileChildren?(scope: Scope, model: Pick<Model, 'entities'>): RowValidator;
}
