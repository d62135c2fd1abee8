import { KERNEL_FIELDS } from '../kernelFields.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Lookup } from '../../model/lookup.ts';
import { compileExpression } from '../expression/compile.ts';
import { scopeOf, type Scope } from '../expression/scope.ts';
import { ABSENT, toJson } from '../expression/values.ts';
import type { EvaluationContext, Row } from './context.ts';

/** One `x-lookup` at work. */
export interface LookupKeys {
  lookup: Lookup;
  /**
   * The values of the fields that name the row, with the day up to which the latest is looked for; undefined where one
   * is absent, and so no row is meant.
   */
  keyOf(row: Row, context: Partial<EvaluationContext>): Row | undefined;
}

/** @throws InvalidExpression */
export function compileLookups(entity: Entity, scope: Scope, model: Pick<Model, 'entities'>): LookupKeys[] {
  return entity.lookups.flatMap((lookup): LookupKeys[] => {
    const target = model.entities[lookup.entity];
    if (!target) return [];
    const asked = [...lookup.by, ...(lookup.latest ? [{ field: lookup.latest.field, expr: lookup.latest.upTo }] : [])];
    const parts = asked.map(({ field: name, expr }) => ({
      name,
      field: [...target.fields, ...KERNEL_FIELDS].find((field) => field.name === name)!,
      expression: compileExpression(expr, scope),
    }));
    return [
      {
        lookup,
        keyOf: (row, context) => {
          const key: Record<string, unknown> = {};
          for (const { name, field, expression } of parts) {
            const value = expression({ ...context, self: row });
            if (value === ABSENT || value == null) return undefined;
            key[name] = toJson(value, field);
          }
          return key;
        },
      },
    ];
  });
}

/** Everything that an entity's formulae and rules say, and how its lookups are found. */
const textsOf = (entity: Entity): string =>
  [
    ...entity.rules.flatMap(({ when, assert }) => [when, assert]),
    ...entity.sums.map(({ when }) => when),
    ...Object.values(entity.form.show),
    ...entity.fields.flatMap(({ compute, defaultExpr }) => [compute?.expr, defaultExpr]),
    ...entity.lookups.flatMap(expressionsOf),
  ].join(' ');

/** What a lookup's keys say. */
export const expressionsOf = ({ by, latest }: Lookup): string[] => [
  ...by.map(({ expr }) => expr),
  ...(latest ? [latest.upTo] : []),
];

/** The fields of each lookup that the entity's expressions read: what a form needs of the rows found. */
export function lookedUp(entity: Entity, model: Pick<Model, 'entities'>): Record<string, string[]> {
  const { members } = scopeOf(entity, model);
  const text = textsOf(entity);
  return Object.fromEntries(
    entity.lookups.map(({ name }) => [
      name,
      (members.get(`Lookup.${name}`) ?? []).filter((field) =>
        new RegExp(`\\blookup\\.${name}\\.${field}\\b`).test(text),
      ),
    ]),
  );
}

/** The fields of a variable, such as `parent`, that the entity's expressions read. */
export const readOf = (entity: Entity, variable: string): string[] => [
  ...new Set([...textsOf(entity).matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))].map(([, name]) => name!)),
];
