import { ruleName } from '../../compile/names.ts';
import type { Entity } from '../../model/entity.ts';
import { refusalMessageOf } from './refusalMessage.ts';
import type { ConstraintShape, EnforcedRule } from './shape.ts';
import { liveOf, quote } from './sql.ts';

/** A rule that a CHECK enforces; `fields` are those at which a refusal is reported. */
type CheckedRule = Pick<EnforcedRule, 'id' | 'sort' | 'fields' | 'key' | 'message'>;

/** Creates the CHECK constraint of a rule. Deleted rows may violate it. */
export function check(entity: Entity, rule: CheckedRule, condition: string): ConstraintShape {
  const { id, sort, fields } = rule;
  return {
    name: ruleName(entity, id, sort),
    sort: 'check',
    definition: `check (not ${entity.discriminator ? `(${liveOf(entity)})` : liveOf(entity)} or (${condition}))`,
    rule: { entity: entity.name, sort, id, fields, ...refusalMessageOf(rule) },
    breaks: `select count(*), min(id) from public.${quote(entity.table)} where ${liveOf(entity)} and not (${condition})`,
  };
}

/** A condition that applies only to rows for which `when` holds. */
export const onlyWhen = (when: string | undefined, condition: string): string =>
  when === undefined ? condition : `(${when}) is not true or (${condition})`;
