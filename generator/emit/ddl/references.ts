import { liveColumn, ruleName } from '../../compile/names.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Field, Ref } from '../../model/field.ts';
import { foreignKeys } from './columns.ts';
import type { ConstraintShape, EnforcedRule } from './shape.ts';
import { quote } from './sql.ts';
import { liveConstraintName } from './liveConstraint.ts';

/**
 * The foreign keys of an entity's table, each from a `$live` column to a `$live` column. They can be deferred, so that
 * an import whose rows refer to later rows (a position to its superior) is checked at its end.
 */
export function entityForeignKeys(entity: Entity, model: Model): ConstraintShape[] {
  return foreignKeys(entity).map((field) => {
    const target = model.entities[field.ref.entity]!;
    return {
      name: ruleName(entity, field.name, 'ref'),
      sort: 'foreign',
      definition: `foreign key (${quote(liveColumn(field.name))}) references public.${quote(target.table)} (${quote(liveColumn(field.ref.by))}) deferrable initially immediate`,
      relies: liveConstraintName(target, field.ref.by),
      rule: referenceRule(entity, field, field.ref),
      breaks: danglingRows(entity, field, target),
    };
  });
}

/** The rule of a reference, for the translation of a refusal. */
export const referenceRule = (entity: Entity, field: Field, ref: Ref): EnforcedRule => ({
  entity: entity.name,
  sort: 'ref',
  id: field.name,
  fields: [field.name],
  target: { entity: ref.entity, by: ref.by },
  ...(ref.key === undefined ? {} : { key: ref.key, showsValue: true }),
});

/** Query: number of live rows with a dangling reference, and the id of one of them. */
export function danglingRows(entity: Entity, field: Field, target: Entity): string {
  const targetExists = (value: string) =>
    `exists (select from public.${quote(target.table)} t where t."delFlag" = 'N' and t.${quote(field.ref!.by)}::text = ${value})`;
  const column = `r.${quote(field.name)}`;
  const match = Object.entries(field.ref!.match ?? {});
  if (match.length > 0) {
    const same = match.map(([here, other]) => ` and t.${quote(other)}::text = r.${quote(here)}::text`).join('');
    const hasValues = [field.name, ...match.map(([here]) => here)]
      .map((name) => `r.${quote(name)} is not null`)
      .join(' and ');
    return `select count(*), min(r.id) from public.${quote(entity.table)} r where r."delFlag" = 'N' and ${hasValues} and not exists (select from public.${quote(target.table)} t where t."delFlag" = 'N' and t.${quote(field.ref!.by)}::text = ${column}::text${same})`;
  }
  const dangling =
    field.kind === 'multiRef'
      ? `exists (select from jsonb_array_elements_text(case when jsonb_typeof(${column}) = 'array' then ${column} end) e where not ${targetExists('e.value')})`
      : `${column} is not null and not ${targetExists(`${column}::text`)}`;
  return `select count(*), min(r.id) from public.${quote(entity.table)} r where r."delFlag" = 'N' and ${dangling}`;
}
