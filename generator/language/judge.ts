import type { Entity, Model } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import { Decimal } from './decimal.ts';
import { compileExpression, type Expression } from './expression/compile.ts';
import { scopeOf } from './expression/scope.ts';
import { toJson } from './expression/values.ts';
import { compileCompute } from './judge/compute.ts';
import type { JudgeContext, Row } from './judge/context.ts';
import { compileFields } from './judge/fields.ts';
import { compileLookups, type LookupKeys } from './judge/lookups.ts';
import { compileOrder } from './judge/order.ts';
import { compileRule } from './judge/rule.ts';
import { compileChildSum, compileFieldSum } from './judge/sum.ts';
import type { Violation } from './violation.ts';

export type { JudgeContext, Row } from './judge/context.ts';

/** An entity's rules at work: the same code in the server and in the form. Rows are normalised JSON. */
export interface EntityJudge {
  /**
   * The row with its defaults (on create) and computed fields. Give it what people entered, not an earlier result of
   * its own: a computed value that came back would count as entered where the formula is overridable.
   */
  compute(row: Row, context: JudgeContext): Row;
  /**
   * Everything that the row breaks, judged by itself: fields, `x-order`, `x-sum` over fields, `x-rule`. Empty when it
   * is sound.
   */
  judge(row: Row, context: JudgeContext): Violation[];
  /** `x-sum` over child rows, given all of them by child entity; a child that is left out is not judged. */
  judgeChildSums(
    row: Row,
    children: Readonly<Record<string, readonly Row[]>>,
    context?: Partial<JudgeContext>,
  ): Violation[];
  /** A condition on the row, such as a guard or `x-form.show`; undefined when an operand is absent. */
  test(condition: string, row: Row, context?: Partial<JudgeContext>): boolean | undefined;
  /**
   * What an expression over the row and its children amounts to, such as `x-approval.amount`; undefined when an operand
   * is absent.
   */
  amount(expression: string, row: Row, context?: Partial<JudgeContext>): Decimal | undefined;
  /** What an expression gives a field, as JSON has it; null when an operand is absent. */
  value(expression: string, field: Field, row: Row, context?: Partial<JudgeContext>): unknown;
  /** For each `x-lookup`, in order: the fields that name its row, as the row at hand has them. */
  lookups: readonly LookupKeys[];
}

/**
 * Compiles an entity's rules once. Of the model it reads the entity, its parents, its children and what it looks up
 * (`relatedEntities`).
 *
 * @throws InvalidExpression for an expression that the build would refuse
 */
export function compileJudge(entity: Entity, model: Pick<Model, 'entities'>): EntityJudge {
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
    judge: (row, context) => {
      const violations: Violation[] = [];
      for (const rule of rules) for (const violation of rule(row, context)) violations.push(violation);
      return violations;
    },
    judgeChildSums: (row, children, context) =>
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
