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

/** Steps that each add a child which a record accepts only in later states: it has them during the call. */
export function laterChildSteps(
  fixture: ScenarioFixture,
  parent: Sample,
  computed: readonly Field[],
): ((row: Json) => Promise<boolean>)[] {
  const { entity } = parent;
  return laterChildren(fixture, parent, computed).map(
    ({ sample, states }) =>
      (row) =>
        inStates(fixture.store, entity, row['id'], states, () => addChild(fixture, entity, sample, row)).catch(
          () => false,
        ),
  );
}

function laterChildren({ sampler }: ScenarioFixture, parent: Sample, computed: readonly Field[]): LaterChild[] {
  return parent.entity.children.flatMap(({ entity: name }): LaterChild[] => {
    const child: Entity = sampler.model.entities[name]!;
    const states = statesForChildren(parent.entity, child);
    if (child.readOnly || !states || needsSibling(child, parent.entity)) return [];
    const options = {
      fields: 'all',
      parent: { ...parent, full: { ...parent.full, ...states }, laterStates: states },
      mayBreakParent: true,
      isCreatedWithParent: true,
    } as const;
    const where = codesReadBy(computed, child);
    const sample =
      (where === undefined ? undefined : sampler.find(name, { ...options, where })) ?? sampler.find(name, options);
    return sample ? [{ sample, states }] : [];
  });
}
