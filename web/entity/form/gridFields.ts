import type { Entity, Field } from '../../../generator/model/types.ts';

/** The fields that a child's grid shows, its list's columns first and then whatever is required: not the one that points to the parent. */
export function gridFields(entity: Entity, via: string): Field[] {
  const listed = entity.list.columns.flatMap((name) => entity.fields.filter((field) => field.name === name));
  const others = entity.fields.filter((field) => !listed.includes(field) && field.required);
  return [...listed, ...others].filter((field) => field.name !== via && !field.writeOnly);
}
