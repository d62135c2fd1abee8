import { checkExpression } from '../language/expression/check.ts';
import { InvalidExpression } from '../language/expression/compile.ts';
import { scopeOf, type Scope } from '../language/expression/scope.ts';
import { compileCompute } from '../language/judge/compute.ts';
import type { Entity, Model } from '../model/entity.ts';
import { guardPlaces } from './guards.ts';
import { KEYWORDS } from '../keywords/keywords.ts';
import { expressionChecks } from './expressionChecks.ts';
import type { At } from './linkContext.ts';
import { checkLookups } from './lookup.ts';
import { partPath } from './machine.ts';
import { checkOverlaps } from './overlap.ts';
import type { Report } from './report.ts';

const AMOUNT = ['Decimal', 'int'];

/** Type-checks every expression that an entity's keywords carry, each against what it may see. */
export function checkExpressions(entity: Entity, model: Model, machineAt: (index: number) => At, report: Report): void {
  const checks = expressionChecks(entity, model, machineAt, report);
  const { condition, expression, stored, value } = checks;
  for (const keyword of KEYWORDS) keyword.checkExpressions?.(entity, checks);
  for (const [{ expr }, at] of guardPlaces(entity)) condition(expr, [...at, 'expr']);
  entity.machines.forEach((machine, index) =>
    machine.transitions.forEach((transition, place) => {
      condition(transition.guard, partPath(machine, machineAt(index), 'transitions', place, 'guard'));
      for (const [name, text] of Object.entries(transition.sets ?? {})) {
        const at = partPath(machine, machineAt(index), 'transitions', place, 'sets', name);
        const field = entity.fields.find((one) => one.name === name);
        if (field) value(text, at, field);
        else
          report.unknown(
            at,
            'field',
            name,
            entity.fields.map((one) => one.name),
          );
      }
    }),
  );
  entity.actions.forEach(({ guard }, index) => condition(guard?.expr, ['x-action', index, 'guard']));
  entity.version?.distinct.forEach(({ where }, index) => condition(where, ['x-version', 'distinct', index, 'where']));
  stored(entity.remind?.until, ['x-remind', 'until']);
  expression(entity.approval?.amount?.expr, ['x-approval', 'amount', 'expr'], AMOUNT);
  for (const [name, text] of Object.entries(entity.form.show)) condition(text, ['x-form', 'show', name]);
  for (const field of entity.fields) {
    const at = ['properties', field.name];
    value(field.compute?.expr, [...at, 'x-compute', 'expr'], field);
    value(field.defaultExpr, [...at, 'x-default'], field);
    const target = field.ref && model.entities[field.ref.entity];
    if (field.ref?.where !== undefined && target) {
      const scope = scopeOf(target, model);
      stored(field.ref.where, [...at, 'x-ref', 'where'], scope);
    }
  }
  checkOverlaps(entity, model, machineAt, report);
  checkLookups(entity, model, checks.scope, report);
  checkCircles(entity, checks.scope, report);
}

/** Formulae that need each other have no first one to work out. */
function checkCircles(entity: Entity, scope: Scope, report: Report): void {
  const formulae = entity.fields.map((field) => ({ field, text: field.compute?.expr ?? field.defaultExpr }));
  if (formulae.some(({ text }) => text !== undefined && !checkExpression(text, scope).ok)) return;
  try {
    compileCompute(entity, scope);
  } catch (error) {
    if (!(error instanceof InvalidExpression)) throw error;
    const { field } = formulae.find(({ text }) => text === error.text)!;
    report.add(['properties', field.name, field.compute ? 'x-compute' : 'x-default'], error.message);
  }
}
