import { KERNEL_FIELDS } from '../kernelFields.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import type { Lookup } from '../../model/lookup.ts';
import { compileExpression, type Expression } from '../expression/compile.ts';
import { fieldNamesIn } from '../expression/fieldNames.ts';
import { fieldsRead } from '../expression/syntax.ts';
import { scopeOf, type Scope } from '../expression/scope.ts';
import { toJson } from '../expression/values.ts';
import { validationRules } from '../validation/validations.ts';
import { formulaOf } from './compute.ts';
import { isAbsent, type EvaluationContext, type Row } from './context.ts';
import { cacheByObject } from '../cacheByObject.ts';

/** How the row of one `x-lookup` is found. */
export interface LookupKeys {
  lookup: Lookup;
  /**
   * Values of the key fields (`keysOf`). Undefined if one is absent or an empty text, because then the lookup finds no
   * row; an absent one of `covering.narrow` or `covering.prefer` is null.
   */
  keyOf(row: Row, context: Partial<EvaluationContext>): Row | undefined;
}

/**
 * The fields by which the row of a lookup is found, with the expressions of their values. After the fields of `by` and
 * the optional ones: the day for a lookup of the latest row, the two days for one of a row that covers them.
 */
export const keysOf = ({ by, latest, covering }: Lookup): Lookup['by'] => [
  ...by,
  ...optionalKeysOf({ covering }),
  ...(latest ? [{ field: latest.field, expr: latest.upTo }] : []),
  ...(covering
    ? [
        { field: covering.from, expr: covering.start },
        { field: covering.to, expr: covering.end },
      ]
    : []),
];

/** The conditions of a lookup that apply only if their expressions have values. */
export const narrowingOf = ({ covering }: { covering?: Lookup['covering'] | undefined }): Lookup['by'] =>
  covering?.narrow ?? [];

/** The keys of a lookup that may be absent: those of `covering.narrow` and `covering.prefer`. */
export const optionalKeysOf = ({ covering }: { covering?: Lookup['covering'] | undefined }): Lookup['by'] => [
  ...narrowingOf({ covering }),
  ...(covering?.prefer ?? []),
];

/** Compiles the expressions by which the rows of lookups are found. @throws InvalidExpression */
export function compileLookups(entity: Entity, scope: Scope, model: Pick<Model, 'entities'>): LookupKeys[] {
  return entity.lookups.flatMap((lookup): LookupKeys[] => {
    const target = model.entities[lookup.entity];
    if (!target) return [];
    const expressions = keysOf(lookup);
    const keyFields = expressions.map(({ field: name, expr }) => ({
      name,
      field: [...target.fields, ...KERNEL_FIELDS].find((field) => field.name === name)!,
      expression: compileExpression(expr, scope),
    }));
    const presets = presetsOf(entity, expressions, scope);
    const nullable = new Set(optionalKeysOf(lookup).map(({ field }) => field));
    return [
      {
        lookup,
        keyOf: (row, context) => {
          const key: Record<string, unknown> = {};
          const self = withPresets(row, presets, context);
          for (const { name, field, expression } of keyFields) {
            const value = toJson(expression({ ...context, self }), field);
            if (value === null && !nullable.has(name)) return undefined;
            key[name] = value;
          }
          return key;
        },
      },
    ];
  });
}

/**
 * A field of a key, and the value that the key reads if the row has none yet. This is the result of an overridable
 * formula, such as the first day of a cover, or a default, such as the subtype or the day of entry of a new row.
 */
interface Preset {
  field: Field;
  expression: Expression;
  /** only a new row has it: users may clear the default of a stored one */
  isOfNewRow: boolean;
}

/** The overridable formulas and the defaults that the keys of a lookup read. */
function presetsOf({ fields }: Entity, keys: readonly { expr: string }[], scope: Scope): Preset[] {
  const read = new Set(keys.flatMap(({ expr }) => [...fieldsRead(scope.environment.parse(expr).ast, 'self')]));
  return fields.flatMap((field): Preset[] => {
    if (!read.has(field.name)) return [];
    if (field.compute?.overridable)
      return [{ field, expression: compileExpression(field.compute.expr, scope), isOfNewRow: false }];
    if (field.defaultExpr !== undefined)
      return [{ field, expression: compileExpression(field.defaultExpr, scope), isOfNewRow: true }];
    return field.default === undefined
      ? []
      : [{ field, expression: () => field.default, isOfNewRow: field.readOnly !== true }];
  });
}

/** The row with the results of formulas and the defaults for absent values. */
function withPresets(row: Row, presets: readonly Preset[], context: Partial<EvaluationContext>): Row {
  const isNew = isAbsent(row['id']);
  const absent = presets.filter(({ field, isOfNewRow }) => isAbsent(row[field.name]) && (isNew || !isOfNewRow));
  if (absent.length === 0) return row;
  return {
    ...row,
    ...Object.fromEntries(
      absent.map(({ field, expression }) => [field.name, toJson(expression({ ...context, self: row }), field)]),
    ),
  };
}

/**
 * All expressions of an entity's formulas, rules and lookups, joined. Cached, as a form needs them after each input.
 */
const textOf = cacheByObject((entity: Entity): string =>
  [
    ...validationRules(entity).flatMap(({ expressions }) => expressions),
    ...Object.values(entity.form.show),
    ...entity.fields.map(formulaOf),
    ...entity.lookups.flatMap(expressionsOf),
  ].join(' '),
);

/** The expressions by which the row of a lookup is found. */
export const expressionsOf = (lookup: Lookup): string[] => keysOf(lookup).map(({ expr }) => expr);

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
