import type { Entity } from '../../generator/model/entity.ts';

/** Computes a value once for each entity: the sampler needs it for each of thousands of candidates. */
export function cachedByEntity<T>(compute: (entity: Entity) => T): (entity: Entity) => T {
  const values = new WeakMap<Entity, { value: T }>();
  return (entity) => {
    const known = values.get(entity) ?? { value: compute(entity) };
    values.set(entity, known);
    return known.value;
  };
}
