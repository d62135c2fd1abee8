import { childName } from '../../../generator/language/expression/scope.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json } from '../../http/server.ts';
import { statesForChildren } from '../neededRows.ts';
import { needsSibling } from '../sameParentRows.ts';
import type { Row, Sample } from '../sample.ts';
import { addChild, codesReadBy } from './changeSteps.ts';
import { inStates } from './evaluationContext.ts';
import type { ScenarioFixture } from './scenario.ts';

/** A child of a record, and the states in which the record accepts it. */
interface LaterChild {
  sample: Sample;
  states: Row;
}

/** A step that adds such a child: the record has the states during the call. */
export const laterChildStep =
  (fixture: ScenarioFixture, entity: Entity, { sample, states }: LaterChild) =>
  (row: Json): Promise<boolean> =>
    inStates(fixture.store, entity, row['id'], states, () => addChild(fixture, entity, sample, row)).catch(() => false);

/** The children that a record accepts only in later states, one of each entity. */
export function laterChildren(fixture: ScenarioFixture, parent: Sample, computed: readonly Field[]): LaterChild[] {
  return parent.entity.children.flatMap(({ entity }): LaterChild[] => {
    const child = fixture.sampler.model.entities[entity]!;
    const where = codesReadBy(computed, child);
    return [
      (where === undefined ? undefined : laterChild(fixture, parent, child, where)) ??
        laterChild(fixture, parent, child) ??
        [],
    ].flat();
  });
}

/** A child that a record accepts only in later states; undefined if it accepts the child at once, or none is found. */
function laterChild(
  { sampler }: ScenarioFixture,
  parent: Sample,
  child: Entity,
  where?: string,
): LaterChild | undefined {
  const states = statesForChildren(parent.entity, child);
  if (child.readOnly || !states || needsSibling(child, parent.entity)) return undefined;
  const sample = sampler.find(child.name, {
    fields: 'all',
    parent: { ...parent, full: { ...parent.full, ...states }, laterStates: states },
    mayBreakParent: true,
    isCreatedWithParent: true,
    where,
  });
  return sample && { sample, states };
}

/**
 * Adds the child that a condition requires, as `children.visit.exists(row, row.done == 'Y')`, if the record accepts it
 * only in later states.
 */
export async function addRequiredChild(
  fixture: ScenarioFixture,
  parent: Sample,
  condition: string,
  row: Json,
): Promise<void> {
  const { entity } = parent;
  const [, name, variable, required] = /\bchildren\.(\w+)\.exists\((\w+), ([^()]*)\)\)?$/.exec(condition) ?? [];
  const child = entity.children.find((one) => childName(one.entity) === name);
  const added =
    child &&
    laterChild(
      fixture,
      parent,
      fixture.sampler.model.entities[child.entity]!,
      required!.replaceAll(`${variable}.`, 'self.'),
    );
  if (added)
    await inStates(fixture.store, entity, row['id'], added.states, () => addChild(fixture, entity, added.sample, row));
}
