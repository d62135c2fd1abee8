import { checkExpression } from '../../../generator/language/expression/check.ts';
import { scopeOf } from '../../../generator/language/expression/scope.ts';
import { printSqlWithChildren } from '../../../generator/language/expression/sqlWithChildren.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { DomainRules } from '../domainRules.ts';
import { readsChildren } from '../write/childRules.ts';
import { cacheByObject } from '../../../generator/language/cacheByObject.ts';

/** A stored figure that can be computed from the children of its row. */
export interface Total {
  field: Field;
  formula: string;
  /** SQL of the value, with the type of the column; or the reason why the database cannot compute it */
  worked: { sql: string } | { reason: string };
}

/**
 * The totals of an entity: fields whose formula reads children or such a field, and the figures of domain code. Fields
 * that a person may override, and those that keep a stored value (`old`), are omitted.
 */
export function totalsOf(
  entity: Entity,
  model: Pick<Model, 'entities'>,
  figures: DomainRules['figures'] = {},
): Total[] {
  const domainTotals = entity.fields.flatMap((field) => {
    const sql = figures[field.name];
    return sql === undefined ? [] : [{ field, formula: sql, worked: { sql: asColumn(sql, field) } }];
  });
  return [...formulaTotals(entity, model), ...domainTotals];
}

const formulaTotals = cacheByObject(printFormulaTotals);

function printFormulaTotals(entity: Entity, model: Pick<Model, 'entities'>): Total[] {
  // every row belongs to a subtype, which has the totals
  if (entity.kinds) return [];
  const formulae = entity.fields.flatMap((field) =>
    field.compute && !field.compute.overridable && !/\bold\./.test(field.compute.expr)
      ? [{ field, formula: field.compute.expr }]
      : [],
  );
  const totals = new Set<string>();
  const isTotal = (formula: string): boolean =>
    readsChildren(formula) || [...totals].some((name) => new RegExp(`\\bself\\.${name}\\b`).test(formula));
  for (let known = -1; known < totals.size;) {
    known = totals.size;
    for (const { field, formula } of formulae) if (isTotal(formula)) totals.add(field.name);
  }
  return formulae
    .filter(({ field }) => totals.has(field.name))
    .map((total) => ({ ...total, worked: totalSql(total.field, total.formula, entity, model) }));
}

function totalSql(field: Field, formula: string, entity: Entity, model: Pick<Model, 'entities'>): Total['worked'] {
  const printed = printSqlWithChildren(formula, entity, model);
  if ('reason' in printed) return printed;
  const checked = checkExpression(formula, scopeOf(entity, model));
  const sql =
    checked.ok && checked.type === 'bool'
      ? `(case ${printed.sql} when true then 'Y' when false then 'N' end)`
      : printed.sql;
  return { sql: asColumn(sql, field) };
}

/** Casts an expression to the type of the column. Texts get one collation, because fields may have different ones. */
function asColumn(sql: string, field: Field): string {
  const type = KINDS[field.kind].column(field);
  return `(${sql})::${type}${type === 'text' ? ' collate "C"' : ''}`;
}
