import { KEYWORDS } from '../../keywords/keywords.ts';
import type { DdlContext, TableObjects } from '../../keywords/keyword.ts';
import type { Entity } from '../../model/entity.ts';

/** Collects the database objects that the keywords of an entity add to its table. */
export function keywordObjects(entity: Entity, context: DdlContext): Required<TableObjects> {
  const objects: Required<TableObjects> = {
    constraints: [],
    indexes: [],
    indexed: [],
    read: [],
    triggers: [],
    functions: [],
    remarks: [],
  };
  for (const keyword of KEYWORDS) {
    for (const [name, added] of Object.entries(keyword.ddl?.(entity, context) ?? {}))
      (objects[name as keyof TableObjects] as unknown[]).push(...(added as unknown[]));
  }
  return objects;
}
