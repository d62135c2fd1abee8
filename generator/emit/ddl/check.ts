import { ruleName } from '../../compile/names.ts';
import { quote } from '../../language/sqlText.ts';
import type { Entity } from '../../model/entity.ts';
import { refusalMessageOf } from './refusalMessage.ts';
import type { ConstraintShape, EnforcedRule } from './shape.ts';
import { liveOf } from './sql.ts';

/** A rule that a CHECK enforces; `fields` are those at which a refusal is reported. */
type CheckedRule = Pick<EnforcedRule, 'id' | 'type' | 'fields' | 'key' | 'message'>;

/** Creates the CHECK constraint of a rule. Deleted rows may violate it. */
export function check(entity: Entity, rule: CheckedRule, condition: string): ConstraintShape {
  const { id, type, fields } = rule;
  return {
    name: ruleName(entity, id, type),
    type: 'check',
    definition: `check (not ${entity.discriminator ? `(${liveOf(entity)})` : liveOf(entity)} or (${condition}))`,
    rule: { entity: entity.name, type, id, fields, ...refusalMessageOf(rule) },
    violations: `select count(*), min(id) from public.${quote(entity.table)} where ${liveOf(entity)} and not (${condition})`,
  };
}

/** SQL condition that is checked only if `when` is true. */
export const onlyWhen = (when: string | undefined, condition: string): string =>
  when === undefined ? condition : `(${when}) is not true or (${condition})`;
