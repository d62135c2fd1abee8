import { KEYWORDS } from '../keywords/keywords.ts';
import type { Entity } from '../model/entity.ts';

/** Adds the hints of keywords to the fields of an entity. */
export function addHints(entity: Entity): void {
  for (const { field: name, ...hint } of KEYWORDS.flatMap((keyword) => keyword.hints?.(entity) ?? [])) {
    const field = entity.fields.find((one) => one.name === name);
    if (field) field.hints = [...(field.hints ?? []), hint];
  }
}
