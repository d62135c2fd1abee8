import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { isAbsent, type Row } from '../../fields/types.ts';

/**
 * Whether a person may edit a field: not read-only, not a machine's state, not numbered, not computed unless
 * overridable.
 */
export const isWritable = (field: Field): boolean =>
  !field.readOnly &&
  !field.state &&
  field.number === undefined &&
  (field.compute === undefined || field.compute.overridable);

/** Whether a person may edit the field in this row. A stored value of a `writeOnce` field is immutable. */
export const isEditable = (field: Field, original: Row | undefined): boolean =>
  isWritable(field) && !(field.writeOnce && original !== undefined && !isAbsent(original[field.name]));

/** Whether two JSON values are equal; all absent values are equal. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isAbsent(a) || isAbsent(b)) return isAbsent(a) && isAbsent(b);
  if (typeof a === 'object' || typeof b === 'object') return JSON.stringify(a) === JSON.stringify(b);
  return false;
}

/** Names of the writable fields whose values differ. */
export function changedFields(entity: Entity, before: Row, after: Row): string[] {
  return entity.fields
    .filter((field) => isWritable(field) && !isSameValue(before[field.name], after[field.name]))
    .map((field) => field.name);
}

/** The row without its computed values, except overridden ones. */
export function withoutComputed(entity: Entity, row: Row, overridden: ReadonlySet<string>): Row {
  const result = { ...row };
  for (const field of entity.fields) if (field.compute && !overridden.has(field.name)) result[field.name] = null;
  return result;
}
