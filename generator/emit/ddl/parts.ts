import { keepRules } from '../../keywords/rules.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Part } from './shape.ts';

/**
 * The part of each entity that adds to its table: all of it, or of a subtype (`x-entity.extends`) only what its own file
 * adds, because the extended entity has the rest.
 */
export const partsOf = (model: Model): Part[] => Object.values(model.entities).map(partOf);

function partOf(entity: Entity): Part {
  const { own } = entity;
  if (!own) return entity;
  const fields = entity.fields.filter(({ name }) => own.fields.includes(name));
  const filters = entity.list.filters.filter((name) => own.fields.includes(name));
  return {
    ...entity,
    whole: entity,
    fields,
    ...keepRules(entity, (id) => own.rules.includes(id)),
    machines: entity.machines.filter(({ field }) => own.fields.includes(field)),
    parents: [],
    children: [],
    list: { ...entity.list, filters, sort: [] },
  };
}
