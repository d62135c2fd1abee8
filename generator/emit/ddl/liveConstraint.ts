import { liveColumn, ruleName } from '../../compile/names.ts';
import { quote } from '../../language/sqlText.ts';
import type { Entity } from '../../model/entity.ts';
import type { Unique } from '../../model/rule.ts';
import { refusalMessageOf } from './refusalMessage.ts';
import type { ConstraintShape } from './shape.ts';
import { LIVE } from './sql.ts';
import { duplicates } from './uniqueIndex.ts';

/** Name of the unique constraint to which foreign keys to `field` point. */
export function liveConstraintName(entity: Entity, field: string): string {
  const rule = entity.unique.find((candidate) => isSingleFieldKey(candidate) && candidate.fields[0] === field);
  return rule ? ruleName(entity, rule.id, 'unique') : ruleName(entity, field, 'live');
}

/** Whether a rule requires that one field is unique among all live rows. */
export const isSingleFieldKey = (rule: Unique): boolean => rule.fields.length === 1 && rule.where === undefined;

/** The unique constraint on the `$live` column of a field, which foreign keys point to. */
export function liveConstraint(entity: Entity, field: string): ConstraintShape {
  const rule = entity.unique.find((candidate) => isSingleFieldKey(candidate) && candidate.fields[0] === field);
  return {
    name: liveConstraintName(entity, field),
    type: 'unique',
    definition: `unique (${quote(liveColumn(field))})`,
    rule: {
      entity: entity.name,
      type: rule ? 'unique' : 'live',
      id: rule?.id ?? field,
      fields: [field],
      ...refusalMessageOf(rule ?? {}),
    },
    violations: duplicates(entity, [field], LIVE),
  };
}
