import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { isAbsent, type Row } from '../../fields/types.ts';

/** A field that a person fills in: not read-only, not the state of a machine, not computed without a choice. */
export const isWritable = (field: Field): boolean =>
  !field.readOnly &&
  !field.state &&
  field.number === undefined &&
  (field.compute === undefined || field.compute.overridable);

/** A field that a person may fill in of this row: of one that was saved, what is unique for ever stays. */
export const isOpen = (field: Field, original: Row | undefined): boolean =>
  isWritable(field) && !(field.lasting && original !== undefined && !isAbsent(original[field.name]));

/** Two JSON values that are the same to a reader: absent is absent however it is written. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isAbsent(a) || isAbsent(b)) return isAbsent(a) && isAbsent(b);
  if (typeof a === 'object' || typeof b === 'object') return JSON.stringify(a) === JSON.stringify(b);
  return false;
}

/** The writable fields whose values differ, by name. */
export function changedFields(entity: Entity, before: Row, after: Row): string[] {
  return entity.fields
    .filter((field) => isWritable(field) && !sameValue(before[field.name], after[field.name]))
    .map((field) => field.name);
}

/** The row without a computed value that nobody wrote over, so that it is computed anew. */
export function withoutComputed(entity: Entity, row: Row, overridden: ReadonlySet<string>): Row {
  const bare = { ...row };
  for (const field of entity.fields) if (field.compute && !overridden.has(field.name)) bare[field.name] = null;
  return bare;
}
