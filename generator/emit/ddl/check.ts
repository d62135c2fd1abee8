import { ruleName, type ConstraintSort } from '../../compile/names.ts';
import type { Entity } from '../../model/entity.ts';
import type { ConstraintShape } from './shape.ts';
import { liveOf, quote } from './sql.ts';

/** A CHECK of a rule over one row; a deleted row may break it. */
export function check(
  entity: Entity,
  id: string,
  sort: ConstraintSort,
  fields: string[],
  condition: string,
): ConstraintShape {
  return {
    name: ruleName(entity, id, sort),
    sort: 'check',
    definition: `check (not ${entity.discriminator ? `(${liveOf(entity)})` : liveOf(entity)} or (${condition}))`,
    guard: { entity: entity.name, sort, id, fields },
    breaks: `select count(*), min(id) from public.${quote(entity.table)} where ${liveOf(entity)} and not (${condition})`,
  };
}

/** A condition that is judged only where another one holds. */
export const onlyWhen = (when: string | undefined, condition: string): string =>
  when === undefined ? condition : `(${when}) is not true or (${condition})`;
