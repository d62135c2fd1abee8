import { KEYWORDS } from '../../keywords/keywords.ts';
import type { DdlContext, TableParts } from '../../keywords/keyword.ts';
import type { Entity } from '../../model/entity.ts';

/** The parts that the keywords of an entity add to its table. */
export function tableParts(entity: Entity, context: DdlContext): Required<TableParts> {
  const parts: Required<TableParts> = {
    constraints: [],
    indexes: [],
    indexed: [],
    read: [],
    triggers: [],
    functions: [],
    remarks: [],
  };
  for (const keyword of KEYWORDS) {
    for (const [part, added] of Object.entries(keyword.ddl?.(entity, context) ?? {}))
      (parts[part as keyof TableParts] as unknown[]).push(...(added as unknown[]));
  }
  return parts;
}
