import { KERNEL_FIELDS } from '../kernelFields.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Lookup } from '../../model/lookup.ts';
import { compileExpression } from '../expression/compile.ts';
import { fieldNamesIn } from '../expression/fieldNames.ts';
import { scopeOf, type Scope } from '../expression/scope.ts';
import { ABSENT, toJson } from '../expression/values.ts';
import { validationRules } from '../validation/validations.ts';
import type { EvaluationContext, Row } from './context.ts';

/** How the row of one `x-lookup` is found. */
export interface LookupKeys {
  lookup: Lookup;
  /**
   * Values of the key fields, including the last day for a lookup of the latest row. Undefined if one is absent,
   * because then the lookup finds no row.
   */
  keyOf(row: Row, context: Partial<EvaluationContext>): Row | undefined;
}

/** Compiles the expressions by which the rows of lookups are found. @throws InvalidExpression */
export function compileLookups(entity: Entity, scope: Scope, model: Pick<Model, 'entities'>): LookupKeys[] {
  return entity.lookups.flatMap((lookup): LookupKeys[] => {
    const target = model.entities[lookup.entity];
    if (!target) return [];
    const expressions = [
      ...lookup.by,
      ...(lookup.latest ? [{ field: lookup.latest.field, expr: lookup.latest.upTo }] : []),
    ];
    const keyFields = expressions.map(({ field: name, expr }) => ({
      name,
      field: [...target.fields, ...KERNEL_FIELDS].find((field) => field.name === name)!,
      expression: compileExpression(expr, scope),
    }));
    return [
      {
        lookup,
        keyOf: (row, context) => {
          const key: Record<string, unknown> = {};
          for (const { name, field, expression } of keyFields) {
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

/** Cached texts of expressions, which a form needs after each input. */
const texts = new WeakMap<Entity, string>();

/** All expressions of an entity's formulas, rules and lookups, joined. */
function textOf(entity: Entity): string {
  const known = texts.get(entity);
  if (known !== undefined) return known;
  const text = [
    ...validationRules(entity).flatMap(({ expressions }) => expressions),
    ...Object.values(entity.form.show),
    ...entity.fields.flatMap(({ compute, defaultExpr }) => [compute?.expr, defaultExpr]),
    ...entity.lookups.flatMap(expressionsOf),
  ].join(' ');
  texts.set(entity, text);
  return text;
}

/** The expressions by which the row of a lookup is found. */
export const expressionsOf = ({ by, latest }: Lookup): string[] => [
  ...by.map(({ expr }) => expr),
  ...(latest ? [latest.upTo] : []),
];

/** The fields of each lookup that the entity's expressions read, by name of the lookup. A form loads only these. */
export function lookedUp(entity: Entity, model: Pick<Model, 'entities'>): Record<string, string[]> {
  const { members } = scopeOf(entity, model);
  const text = textOf(entity);
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
export const readOf = (entity: Entity, variable: string): string[] => fieldNamesIn(textOf(entity), variable);
