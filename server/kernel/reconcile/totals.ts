import { checkExpression } from '../../../generator/language/expression/check.ts';
import { scopeOf } from '../../../generator/language/expression/scope.ts';
import { printSqlWithChildren } from '../../../generator/language/expression/sqlWithChildren.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { DomainRules } from '../core.ts';

/** A stored figure that follows from the parts of its row. */
export interface Total {
  field: Field;
  formula: string;
  /** how the database works it out itself, as the column would hold it; or why it cannot */
  worked: { sql: string } | { reason: string };
}

/** Reads the parts of a row, in an expression. */
const PARTS = /\bchildren\./;

/**
 * The totals of an entity: what a formula makes of its parts, and what others make of such a figure; and what its
 * domain keeps. One that a person may overrule is none.
 */
export function totalsOf(
  entity: Entity,
  model: Pick<Model, 'entities'>,
  figures: DomainRules['figures'] = {},
): Total[] {
  const kept = entity.fields.flatMap((field) => {
    const sql = figures[field.name];
    return sql === undefined ? [] : [{ field, formula: sql, worked: { sql: asColumn(sql, field) } }];
  });
  return [...formulaeOverParts(entity, model), ...kept];
}

function formulaeOverParts(entity: Entity, model: Pick<Model, 'entities'>): Total[] {
  // rows of an entity with kinds are rows of one of these
  if (entity.kinds) return [];
  const formulae = entity.fields.flatMap((field) =>
    field.compute && !field.compute.overridable ? [{ field, formula: field.compute.expr }] : [],
  );
  const totals = new Set<string>();
  const isTotal = (formula: string): boolean =>
    PARTS.test(formula) || [...totals].some((name) => new RegExp(`\\bself\\.${name}\\b`).test(formula));
  for (let known = -1; known < totals.size;) {
    known = totals.size;
    for (const { field, formula } of formulae) if (isTotal(formula)) totals.add(field.name);
  }
  return formulae
    .filter(({ field }) => totals.has(field.name))
    .map((total) => ({ ...total, worked: workedOut(total.field, total.formula, entity, model) }));
}

function workedOut(field: Field, formula: string, entity: Entity, model: Pick<Model, 'entities'>): Total['worked'] {
  const printed = printSqlWithChildren(formula, entity, model);
  if ('reason' in printed) return printed;
  const checked = checkExpression(formula, scopeOf(entity, model));
  const sql =
    checked.ok && checked.type === 'bool'
      ? `(case ${printed.sql} when true then 'Y' when false then 'N' end)`
      : printed.sql;
  return { sql: asColumn(sql, field) };
}

/**
 * Texts of several kinds may make one: that it is compared to the letter is said, since they differ in how they are
 * ordered.
 */
function asColumn(sql: string, field: Field): string {
  const type = KINDS[field.kind].column(field);
  return `(${sql})::${type}${type === 'text' ? ' collate "C"' : ''}`;
}
