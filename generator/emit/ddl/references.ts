import { liveColumn, ruleName } from '../../compile/names.ts';
import { quote } from '../../language/sqlText.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Field, Ref } from '../../model/field.ts';
import { foreignKeys } from './columns.ts';
import type { ConstraintShape, EnforcedRule } from './shape.ts';
import { liveConstraintName } from './liveConstraint.ts';

/**
 * The foreign keys of an entity's table, from `$live` columns to `$live` columns. They are deferrable: an import whose
 * rows refer to later rows, such as a position to its superior, is checked at its end.
 */
export function entityForeignKeys(entity: Entity, model: Model): ConstraintShape[] {
  return foreignKeys(entity).map((field) => {
    const target = model.entities[field.ref.entity]!;
    return {
      name: ruleName(entity, field.name, 'ref'),
      type: 'foreign',
      definition: `foreign key (${quote(liveColumn(field.name))}) references public.${quote(target.table)} (${quote(liveColumn(field.ref.by))}) deferrable initially immediate`,
      relies: liveConstraintName(target, field.ref.by),
      rule: referenceRule(entity, field, field.ref),
      violations: danglingRows(entity, field, target),
    };
  });
}

/** The rule of a reference, with which the server translates an error of PostgreSQL into a message. */
export const referenceRule = (entity: Entity, field: Field, ref: Ref): EnforcedRule => ({
  entity: entity.name,
  type: 'ref',
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
    const isSame = match.map(([own, ofTarget]) => ` and t.${quote(ofTarget)}::text = r.${quote(own)}::text`).join('');
    const hasValues = [field.name, ...match.map(([own]) => own)]
      .map((name) => `r.${quote(name)} is not null`)
      .join(' and ');
    return `select count(*), min(r.id) from public.${quote(entity.table)} r where r."delFlag" = 'N' and ${hasValues} and not exists (select from public.${quote(target.table)} t where t."delFlag" = 'N' and t.${quote(field.ref!.by)}::text = ${column}::text${isSame})`;
  }
  const dangling =
    field.kind === 'multiRef'
      ? `exists (select from jsonb_array_elements_text(case when jsonb_typeof(${column}) = 'array' then ${column} end) e where not ${targetExists('e.value')})`
      : `${column} is not null and not ${targetExists(`${column}::text`)}`;
  return `select count(*), min(r.id) from public.${quote(entity.table)} r where r."delFlag" = 'N' and ${dangling}`;
}
