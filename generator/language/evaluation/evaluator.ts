import type { Entity, Model } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import { Decimal } from '../decimal.ts';
import { compileExpression, type Expression } from '../expression/compile.ts';
import { scopeOf } from '../expression/scope.ts';
import { toJson } from '../expression/values.ts';
import { compileCompute } from './compute.ts';
import type { EvaluationContext, Row } from './context.ts';
import { compileFields } from '../validation/fields.ts';
import { compileLookups, type LookupKeys } from './lookups.ts';
import { compileOrder } from '../validation/order.ts';
import { compileRule } from '../validation/rule.ts';
import { compileChildSum, compileFieldSum } from '../validation/sum.ts';
import type { Violation } from '../violation.ts';

export type { EvaluationContext, Row } from './context.ts';

/** An entity's rules at work: the same code in the server and in the form. Rows are normalised JSON. */
export interface EntityEvaluator {
  /**
   * The row with its defaults (on create) and computed fields. Give it what people entered, not an earlier result of
   * its own: a computed value that came back would count as entered where the formula is overridable.
   */
  compute(row: Row, context: EvaluationContext): Row;
  /**
   * Everything that the row breaks, judged by itself: fields, `x-order`, `x-sum` over fields, `x-rule`. Empty when it
   * is sound.
   */
  validate(row: Row, context: EvaluationContext): Violation[];
  /** `x-sum` over child rows, given all of them by child entity; a child that is left out is not judged. */
  validateChildSums(
    row: Row,
    children: Readonly<Record<string, readonly Row[]>>,
    context?: Partial<EvaluationContext>,
  ): Violation[];
  /** A condition on the row, such as a guard or `x-form.show`; undefined when an operand is absent. */
  test(condition: string, row: Row, context?: Partial<EvaluationContext>): boolean | undefined;
  /**
   * What an expression over the row and its children amounts to, such as `x-approval.amount`; undefined when an operand
   * is absent.
   */
  amount(expression: string, row: Row, context?: Partial<EvaluationContext>): Decimal | undefined;
  /** What an expression gives a field, as JSON has it; null when an operand is absent. */
  value(expression: string, field: Field, row: Row, context?: Partial<EvaluationContext>): unknown;
  /** For each `x-lookup`, in order: the fields that name its row, as the row at hand has them. */
  lookups: readonly LookupKeys[];
}

/**
 * Compiles an entity's rules once. Of the model it reads the entity, its parents, its children and what it looks up
 * (`relatedEntities`).
 *
 * @throws InvalidExpression for an expression that the build would refuse
 */
export function compileEvaluator(entity: Entity, model: Pick<Model, 'entities'>): EntityEvaluator {
  const scope = scopeOf(entity, model);
  const compute = compileCompute(entity, scope);
  const rules = [
    compileFields(entity),
    ...entity.order.map((order) => compileOrder(entity, order)),
    ...entity.sums.flatMap((sum) => compileFieldSum(entity, sum, scope) ?? []),
    ...entity.rules.map((rule) => compileRule(entity, rule, scope)),
  ];
  const childSums = entity.sums.flatMap((sum) => compileChildSum(entity, sum, scope, model) ?? []);
  const expressions = new Map<string, Expression>();
  const compiled = (text: string): Expression => {
    const known = expressions.get(text) ?? compileExpression(text, scope);
    expressions.set(text, known);
    return known;
  };
  return {
    compute,
    lookups: compileLookups(entity, scope, model),
    validate: (row, context) => {
      const violations: Violation[] = [];
      for (const rule of rules) for (const violation of rule(row, context)) violations.push(violation);
      return violations;
    },
    validateChildSums: (row, children, context) =>
      childSums.flatMap((sum) => sum(row, { mode: 'update', ...context, children })),
    test: (text, row, context) => {
      const result = compiled(text)({ ...context, self: row });
      return typeof result === 'boolean' ? result : undefined;
    },
    value: (text, field, row, context) => toJson(compiled(text)({ ...context, self: row }), field),
    amount: (text, row, context) => {
      const result = compiled(text)({ ...context, self: row });
      return typeof result === 'bigint'
        ? new Decimal(result.toString())
        : result instanceof Decimal
          ? result
          : undefined;
    },
  };
}
