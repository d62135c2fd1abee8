import type { Entity } from '../../generator/model/entity.ts';
import type { Rule } from '../../generator/model/rule.ts';
import { allConditions, conditionOfParent } from './neededRows.ts';
import type { Sample } from './sample.ts';
import type { Sampler } from './sampler/sampler.ts';

/** A condition on one field of the parent: `parent.targetAmt > 0`, `parent.bizType in ['HULL', 'VSLOTHER']`. */
const ON_PARENT = /^parent\.(\w+ (?:[<>=!]+ \S+|in \[[^\]]*\]))$/;

/**
 * A parent that meets what the condition of a rule requires of it, which random parents seldom do; undefined if the
 * condition requires nothing of the parent, or none is found.
 */
export function requiredParent(entity: Entity, { when = '' }: Rule, sampler: Sampler): Sample | undefined {
  const { entities } = sampler.model;
  const [above] = entity.parents;
  const conditions = when.split(' && ').flatMap((part) => {
    const [, condition] = ON_PARENT.exec(part) ?? [];
    return condition === undefined ? [] : [`self.${condition}`];
  });
  if (!above || conditions.length === 0) return undefined;
  for (const name of entities[above.entity]!.kinds ?? [above.entity]) {
    const parent = entities[name]!;
    if (!isExcluded(parent, conditions, sampler)) {
      const found = sampler.parentWith(
        entity,
        {},
        name,
        allConditions(conditionOfParent(parent, entity), ...conditions),
      );
      if (found) return found;
    }
  }
  return undefined;
}

/** Whether the field that distinguishes the subtypes of an entity excludes one of them. */
function isExcluded(entity: Entity, conditions: readonly string[], sampler: Sampler): boolean {
  const { discriminator } = entity;
  return (
    discriminator !== undefined &&
    conditions.some(
      (condition) =>
        sampler.evaluatorOf(entity).test(condition, { [discriminator.field]: discriminator.value }) === false,
    )
  );
}
