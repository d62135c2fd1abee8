import type { Entity, Model } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import { Decimal } from '../decimal.ts';
import { compileExpression, type Expression } from '../expression/compile.ts';
import { scopeOf, type Scope } from '../expression/scope.ts';
import { toJson } from '../expression/values.ts';
import { compileCompute } from './compute.ts';
import type { EvaluationContext, Row, RowValidator } from './context.ts';
import { compileLookups, type LookupKeys } from './lookups.ts';
import { compileFields } from '../validation/fields.ts';
import { validationRules } from '../validation/validations.ts';
import type { Violation } from '../violation.ts';

export type { EvaluationContext, Row } from './context.ts';

/** The compiled formulas and rules of an entity, the same for server and form. Rows are normalised JSON. */
export interface EntityEvaluator {
  /**
   * Returns the row with its defaults (on create) and computed fields. `row` must contain entered values, not results
   * of an earlier call: a value of an overridable formula counts as entered.
   */
  compute(row: Row, context: EvaluationContext): Row;
  /**
   * The overridable fields of a stored row that do not have the result of their formula: a user entered their value.
   * Each formula reads the stored values, so that the result of an entered value is no entered value.
   */
  enteredFields(row: Row, context: EvaluationContext): string[];
  /** Returns all violations of a row without its children: those of its field kinds, then those of each rule. */
  validate(row: Row, context: EvaluationContext): Violation[];
  /** whether the entity has rules over a row with its children, so that a save must load the children */
  validatesChildren: boolean;
  /**
   * Returns all violations of rules over a row with its children.
   *
   * @param children all rows of each child entity; rules over an absent child entity are not checked
   */
  validateChildren(
    row: Row,
    children: Readonly<Record<string, readonly Row[]>>,
    context?: Partial<EvaluationContext>,
  ): Violation[];
  /** The result of a condition on the row, such as a guard or `x-form.show`; undefined if an operand is absent. */
  test(condition: string, row: Row, context?: Partial<EvaluationContext>): boolean | undefined;
  /**
   * The number that an expression over the row and its children results in, such as `x-approval.amount`; undefined if
   * an operand is absent.
   */
  amount(expression: string, row: Row, context?: Partial<EvaluationContext>): Decimal | undefined;
  /** The text, or list of texts, that an expression such as `offer` of an input results in; undefined if absent. */
  texts(expression: string, row: Row, context?: Partial<EvaluationContext>): string | string[] | undefined;
  /** The result of an expression as a value of the field, in JSON; null if an operand is absent. */
  value(expression: string, field: Field, row: Row, context?: Partial<EvaluationContext>): unknown;
  /** the keys of each `x-lookup`, in the order of the file */
  lookups: readonly LookupKeys[];
}

/**
 * Compiles an entity's formulas and rules. From the model it reads only the entity and its `relatedEntities`: parents,
 * children and the entities of lookups.
 *
 * @throws InvalidExpression for an expression that the compiler of the schemas refuses
 */
export function compileEvaluator(entity: Entity, model: Pick<Model, 'entities'>): EntityEvaluator {
  const scope = scopeOf(entity, model);
  const { ofRow, ofChildren } = compileValidators(entity, scope, model);
  const expressions = new Map<string, Expression>();
  const compiled = (text: string): Expression => {
    const known = expressions.get(text) ?? compileExpression(text, scope);
    expressions.set(text, known);
    return known;
  };
  return {
    ...compileCompute(entity, scope),
    lookups: compileLookups(entity, scope, model),
    validate: (row, context) => {
      const violations: Violation[] = [];
      for (const validator of ofRow) for (const violation of validator(row, context)) violations.push(violation);
      return violations;
    },
    validatesChildren: ofChildren.length > 0,
    validateChildren: (row, children, context) =>
      ofChildren.flatMap((validator) => validator(row, { mode: 'update', ...context, children })),
    test: (text, row, context) => {
      const result = compiled(text)({ ...context, self: row });
      return typeof result === 'boolean' ? result : undefined;
    },
    texts: (text, row, context) => {
      const result = compiled(text)({ ...context, self: row });
      return typeof result === 'string' || Array.isArray(result) ? (result as string | string[]) : undefined;
    },
    value: (text, field, row, context) => toJson(compiled(text)({ ...context, self: row }), field),
    amount: (text, row, context) => {
      const result = compiled(text)({ ...context, self: row });
      if (typeof result === 'bigint') return new Decimal(result.toString());
      return result instanceof Decimal ? result : undefined;
    },
  };
}

/** The validators of a row by itself, and of a row with all its children. */
function compileValidators(
  entity: Entity,
  scope: Scope,
  model: Pick<Model, 'entities'>,
): { ofRow: RowValidator[]; ofChildren: RowValidator[] } {
  const rules = validationRules(entity);
  return {
    ofRow: [compileFields(entity), ...rules.flatMap((rule) => rule.compileRow?.(scope) ?? [])],
    ofChildren: rules.flatMap((rule) => rule.compileChildren?.(scope, model) ?? []),
  };
}
