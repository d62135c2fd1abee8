import { checkExpression } from '../language/expression/check.ts';
import { InvalidExpression } from '../language/expression/compile.ts';
import { scopeOf, type Scope } from '../language/expression/scope.ts';
import { compileCompute, formulaOf } from '../language/evaluation/compute.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import { KEYWORDS } from '../keywords/keywords.ts';
import { createExpressionChecks } from './expressionChecks.ts';
import type { At } from './linkContext.ts';
import type { Report } from './report.ts';

/** Checks the types and names of all expressions of an entity. */
export function checkExpressions(entity: Entity, model: Model, machineAt: (index: number) => At, report: Report): void {
  const checks = createExpressionChecks(entity, model, machineAt, report);
  const { stored, value } = checks;
  for (const keyword of KEYWORDS) keyword.checkExpressions?.(entity, checks);
  for (const field of entity.fields) {
    const at = ['properties', field.name];
    value(field.compute?.expr, [...at, 'x-compute', 'expr'], field);
    value(field.defaultExpr, [...at, 'x-default'], field);
    value(field.proposal, [...at, 'x-propose'], field);
    const target = field.ref && model.entities[field.ref.entity];
    if (field.ref?.where !== undefined && target) {
      const scope = scopeOf(target, model);
      stored(field.ref.where, [...at, 'x-ref', 'where'], scope);
    }
  }
  checkCycles(entity, checks.scope, report);
}

/** Reports formulas that depend on each other in a cycle. */
function checkCycles(entity: Entity, scope: Scope, report: Report): void {
  const formulas = entity.fields.map((field) => ({ field, text: formulaOf(field) }));
  if (formulas.some(({ text }) => text !== undefined && !checkExpression(text, scope).ok)) return;
  try {
    compileCompute(entity, scope);
  } catch (error) {
    if (!(error instanceof InvalidExpression)) throw error;
    const { field } = formulas.find(({ text }) => text === error.text)!;
    report.add(['properties', field.name, keywordOf(field)], error.message);
  }
}

/** The keyword of the formula of a field. */
const keywordOf = ({ compute, defaultExpr }: Field): string =>
  compute ? 'x-compute' : defaultExpr === undefined ? 'x-propose' : 'x-default';
