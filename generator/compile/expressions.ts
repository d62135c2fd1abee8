import { checkExpression } from '../language/expression/check.ts';
import { InvalidExpression } from '../language/expression/compile.ts';
import { scopeOf, type Scope } from '../language/expression/scope.ts';
import { printSql } from '../language/expression/sql.ts';
import { assignableTypes } from '../language/expression/values.ts';
import { compileCompute } from '../language/judge/compute.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import { codeProblem, givenProblem } from './codes.ts';
import { guardPlaces } from './guards.ts';
import { checkLookups } from './lookup.ts';
import { partPath } from './machine.ts';
import { checkOverlaps } from './overlap.ts';
import type { Report } from './report.ts';
import { wordOf } from './stays.ts';

type At = readonly (string | number)[];
const CONDITION = ['bool'];
const AMOUNT = ['Decimal', 'int'];

/** Type-checks every expression that an entity's keywords carry, each against what it may see. */
export function checkExpressions(entity: Entity, model: Model, machineAt: (index: number) => At, report: Report): void {
  const own = scopeOf(entity, model);
  const check = (text: string | undefined, at: At, expected: readonly string[], scope: Scope = own) => {
    if (text === undefined) return;
    const checked = checkExpression(text, scope, expected);
    const problem = checked.ok ? codeProblem(text, scope, model) : checked.message;
    if (problem !== undefined) report.add(at, problem);
  };
  const give = (text: string | undefined, at: At, field: Field) => {
    check(text, at, assignableTypes(field));
    const wrong =
      text !== undefined && checkExpression(text, own, assignableTypes(field)).ok
        ? givenProblem(text, field, own)
        : undefined;
    if (wrong !== undefined) report.add(at, wrong);
  };
  entity.rules.forEach((rule, index) => {
    const word = wordOf(entity.rules, index);
    check(rule.when, [...word, 'when'], CONDITION);
    // a field that is not there is told at its name
    if (!rule.stays) check(rule.assert, [...word, 'assert'], CONDITION);
  });
  entity.sums.forEach((sum, index) => check(sum.when, ['x-sum', index, 'when'], CONDITION));
  for (const word of ['unique', 'noOverlap'] as const) {
    entity[word].forEach((rule, index) => {
      const at = [`x-${word}`, index, 'where'];
      check(rule.where, at, CONDITION);
      mustPrint(rule.where, at, own, report);
    });
  }
  for (const [{ expr }, at] of guardPlaces(entity)) check(expr, [...at, 'expr'], CONDITION);
  entity.machines.forEach((machine, index) =>
    machine.transitions.forEach((transition, place) => {
      check(transition.guard, partPath(machine, machineAt(index), 'transitions', place, 'guard'), CONDITION);
      for (const [name, text] of Object.entries(transition.sets ?? {})) {
        const at = partPath(machine, machineAt(index), 'transitions', place, 'sets', name);
        const field = entity.fields.find((one) => one.name === name);
        if (field) give(text, at, field);
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
  entity.actions.forEach(({ guard }, index) => check(guard?.expr, ['x-action', index, 'guard'], CONDITION));
  entity.version?.distinct.forEach(({ where }, index) =>
    check(where, ['x-version', 'distinct', index, 'where'], CONDITION),
  );
  check(entity.remind?.until, ['x-remind', 'until'], CONDITION);
  mustPrint(entity.remind?.until, ['x-remind', 'until'], own, report);
  check(entity.approval?.amount?.expr, ['x-approval', 'amount', 'expr'], AMOUNT);
  for (const [name, text] of Object.entries(entity.form.show)) check(text, ['x-form', 'show', name], CONDITION);
  for (const field of entity.fields) {
    const at = ['properties', field.name];
    give(field.compute?.expr, [...at, 'x-compute', 'expr'], field);
    give(field.defaultExpr, [...at, 'x-default'], field);
    const target = field.ref && model.entities[field.ref.entity];
    if (field.ref?.where !== undefined && target) {
      const scope = scopeOf(target, model);
      check(field.ref.where, [...at, 'x-ref', 'where'], CONDITION, scope);
      mustPrint(field.ref.where, [...at, 'x-ref', 'where'], scope, report);
    }
  }
  checkOverlaps(entity, model, machineAt, report);
  checkLookups(entity, model, own, report);
  checkCircles(entity, own, report);
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

/** A condition that the database itself asks must have a form in SQL. */
function mustPrint(text: string | undefined, at: At, scope: Scope, report: Report): void {
  if (text === undefined || !checkExpression(text, scope).ok) return;
  const printed = printSql(text, scope);
  if ('reason' in printed) report.add(at, `the database cannot enforce this: ${printed.reason}`);
}
