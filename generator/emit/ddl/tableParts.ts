import { KEYWORDS } from '../../keywords/keywords.ts';
import type { DdlContext, TableParts } from '../../keywords/keyword.ts';
import type { Entity } from '../../model/entity.ts';

/** What the keywords of an entity bring to its table. */
export function tableParts(entity: Entity, context: DdlContext): Required<TableParts> {
  const parts: Required<TableParts> = { constraints: [], indexes: [], indexed: [], read: [], remarks: [] };
  for (const keyword of KEYWORDS) {
    const {
      constraints = [],
      indexes = [],
      indexed = [],
      read = [],
      remarks = [],
    } = keyword.ddl?.(entity, context) ?? {};
    parts.constraints.push(...constraints);
    parts.indexes.push(...indexes);
    parts.indexed.push(...indexed);
    parts.read.push(...read);
    parts.remarks.push(...remarks);
  }
  return parts;
}
