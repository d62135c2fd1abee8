import type { Entity } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import { parseDecimal } from '../decimal.ts';
import { compileExpression, InvalidExpression, type Expression } from '../expression/compile.ts';
import type { Scope } from '../expression/scope.ts';
import { fieldsRead } from '../expression/syntax.ts';
import { toJson } from '../expression/values.ts';
import { roundedToCurrency } from './amounts.ts';
import { isAbsent, type EvaluationContext, type Row } from './context.ts';

/** The compiled formula or default of a field. */
interface Computation {
  field: Field;
  expression: Expression;
  /**
   * `always`: a formula; `overridable`: a formula whose result a user may replace; `default`: on create, for an absent
   * value; `proposal`: the same in a form alone
   */
  mode: 'always' | 'overridable' | 'default' | 'proposal';
}

/** The compiled formulas of an entity; see `EntityEvaluator`. */
export interface Formulas {
  compute(row: Row, context: EvaluationContext): Row;
  enteredFields(row: Row, context: EvaluationContext): string[];
}

/**
 * Compiles constants and `x-default`, which fill absent fields of a new row, `x-propose`, which does so in a form, and
 * `x-compute`. Each formula runs after those of the fields that it reads.
 *
 * @throws InvalidExpression for an invalid formula, or formulas that depend on each other in a cycle
 */
export function compileCompute(entity: Entity, scope: Scope): Formulas {
  const constants = entity.fields.filter((field) => field.default !== undefined);
  const computations = inOrder(
    entity.fields.flatMap((field) => computationOf(field, scope)),
    scope,
  );
  const compute = (row: Row, context: EvaluationContext): Row => {
    const computed: Record<string, unknown> = { ...row };
    if (context.mode === 'create') {
      for (const field of constants) if (isAbsent(computed[field.name])) computed[field.name] = field.default;
    }
    for (const computation of computations) {
      if (!keepsValue(computation, computed, context))
        computed[computation.field.name] = valueOf(computation, computed, context);
    }
    return computed;
  };
  const overridable = computations.filter(({ mode }) => mode === 'overridable');
  return {
    compute,
    enteredFields: (row, context) =>
      overridable
        .filter((one) => !isSameValue(row[one.field.name], valueOf(one, row, context)))
        .map(({ field }) => field.name),
  };
}

/** The fields of the row that a formula, or the currency of its result, reads. */
function fieldsReadBy({ field }: Computation, { environment }: Scope): Set<string> {
  const read = fieldsRead(environment.parse(textOf(field)).ast, 'self');
  return field.currency && 'field' in field.currency ? read.add(field.currency.field) : read;
}

function computationOf(field: Field, scope: Scope): Computation[] {
  if (field.compute)
    return [
      {
        field,
        expression: compileExpression(field.compute.expr, scope),
        mode: field.compute.overridable ? 'overridable' : 'always',
      },
    ];
  if (field.defaultExpr !== undefined)
    return [{ field, expression: compileExpression(field.defaultExpr, scope), mode: 'default' }];
  if (field.proposal !== undefined)
    return [{ field, expression: compileExpression(field.proposal, scope), mode: 'proposal' }];
  return [];
}

/** The result of a formula for a row; an amount is rounded to the minor units of its currency. */
const valueOf = ({ field, expression }: Computation, row: Row, context: EvaluationContext): unknown =>
  roundedToCurrency(toJson(expression({ ...context, self: row }), field), field, row, context.places);

/**
 * Whether a field keeps the value of the row. The value of an overridable formula is kept if a user entered it: in this
 * save, if it differs from the stored value, or earlier, if the stored value differs from the formula.
 */
function keepsValue(computation: Computation, row: Row, context: EvaluationContext): boolean {
  const { field, mode } = computation;
  if (mode === 'proposal') return context.proposes !== true || !isAbsent(row[field.name]);
  if (mode === 'default') return context.mode === 'update' || !isAbsent(row[field.name]);
  if (mode === 'always' || isAbsent(row[field.name])) return false;
  const { old } = context;
  if (context.mode === 'create' || !old || !isSameValue(row[field.name], old[field.name])) return true;
  return !isSameValue(old[field.name], valueOf(computation, old, context));
}

/** Sorts computations, so that each is after those of the fields that it reads. */
function inOrder(computations: readonly Computation[], scope: Scope): Computation[] {
  const byName = new Map(computations.map((computation) => [computation.field.name, computation]));
  const ordered = new Set<Computation>();
  const visit = (computation: Computation, path: readonly string[]): void => {
    if (ordered.has(computation)) return;
    const { name: own } = computation.field;
    if (path.includes(own))
      throw new InvalidExpression(
        textOf(computation.field),
        `needs itself: ${[...path.slice(path.indexOf(own)), own].join(' → ')}`,
      );
    for (const name of fieldsReadBy(computation, scope)) {
      const needed = byName.get(name);
      if (needed) visit(needed, [...path, own]);
    }
    ordered.add(computation);
  };
  for (const computation of computations) visit(computation, []);
  return [...ordered];
}

/** The expression that computes, presets or proposes the value of a field. */
export const formulaOf = ({ compute, defaultExpr, proposal }: Field): string | undefined =>
  compute?.expr ?? defaultExpr ?? proposal;

const textOf = (field: Field): string => formulaOf(field) ?? '';

/** Whether two values are equal; "1.5" and "1.50" are the same amount. */
function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isAbsent(a) || isAbsent(b)) return isAbsent(a) && isAbsent(b);
  const [left, right] = [parseDecimal(a), parseDecimal(b)];
  return left && right ? left.eq(right) : JSON.stringify(a) === JSON.stringify(b);
}
