import type { Kernel } from '../core.ts';

/** Table and columns with the codes and names of people (`x-entity.people`). */
export function peopleSource({ registry }: Kernel): { table: string; code: string; name: string } | undefined {
  const entity = Object.values(registry.model.entities).find((candidate) => candidate.people);
  return entity?.people && { table: entity.table, ...entity.people };
}
