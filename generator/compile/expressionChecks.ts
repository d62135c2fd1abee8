import { checkExpression } from '../language/expression/check.ts';
import { scopeOf, type Scope } from '../language/expression/scope.ts';
import { printSql } from '../language/expression/sql.ts';
import { assignableTypes } from '../language/expression/values.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import { findCodeProblem, findValueProblem } from './codes.ts';
import type { At } from './linkContext.ts';
import type { Report } from './report.ts';

const CONDITION = ['bool'];

/**
 * Functions that check expressions of one entity and report problems at `at`. Without a scope they use the entity's.
 */
export interface ExpressionChecks {
  model: Model;
  scope: Scope;
  report: Report;
  /** Path of the machine with this index in the file. */
  machineAt(index: number): At;
  /** Checks an expression with a result of one of `types`. An absent text passes, here and below. */
  expression(text: string | undefined, at: At, types: readonly string[], scope?: Scope): void;
  /** Checks an expression with a boolean result. */
  condition(text: string | undefined, at: At, scope?: Scope): void;
  /** Checks a condition that the database enforces, so it must be printable as SQL. */
  stored(text: string | undefined, at: At, scope?: Scope): void;
  /** Checks an expression whose result is stored in a field. */
  value(text: string | undefined, at: At, field: Field): void;
}

/** Creates the checks of the expressions of an entity, which report problems at their places in its file. */
export function createExpressionChecks(
  entity: Entity,
  model: Model,
  machineAt: (index: number) => At,
  report: Report,
): ExpressionChecks {
  const own = scopeOf(entity, model);
  const expression = (text: string | undefined, at: At, types: readonly string[], scope: Scope = own) => {
    if (text === undefined) return;
    const checked = checkExpression(text, scope, types);
    const problem = checked.ok ? findCodeProblem(text, scope, model) : checked.message;
    if (problem !== undefined) report.add(at, problem);
  };
  const condition = (text: string | undefined, at: At, scope?: Scope) => expression(text, at, CONDITION, scope);
  return {
    model,
    scope: own,
    report,
    machineAt,
    expression,
    condition,
    stored(text, at, scope = own) {
      condition(text, at, scope);
      if (text === undefined || !checkExpression(text, scope).ok) return;
      const printed = printSql(text, scope);
      if ('reason' in printed) report.add(at, `the database cannot enforce this: ${printed.reason}`);
    },
    value(text, at, field) {
      const types = assignableTypes(field);
      expression(text, at, types);
      const isValid = text !== undefined && checkExpression(text, own, types).ok;
      const problem = isValid ? findValueProblem(text, field, own) : undefined;
      if (problem !== undefined) report.add(at, problem);
    },
  };
}
