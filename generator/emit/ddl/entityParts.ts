import { keepRules } from '../../keywords/rules.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { EntityPart } from './shape.ts';

/**
 * All entities, each reduced to the fields and rules that it adds to its table. A subtype (`x-entity.extends`) adds
 * only those of its own file, because the inherited ones are those of the extended entity.
 */
export const entityPartsOf = (model: Model): EntityPart[] => Object.values(model.entities).map(entityPartOf);

function entityPartOf(entity: Entity): EntityPart {
  const { own } = entity;
  if (!own) return entity;
  const fields = entity.fields.filter(({ name }) => own.fields.includes(name));
  const filters = entity.list.filters.filter((name) => own.fields.includes(name));
  return {
    ...entity,
    complete: entity,
    fields,
    ...keepRules(entity, (id) => own.rules.includes(id)),
    machines: entity.machines.filter(({ field }) => own.fields.includes(field)),
    parents: [],
    children: [],
    list: { ...entity.list, filters, sort: [] },
  };
}
