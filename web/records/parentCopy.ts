import type { Field } from '../../generator/model/field.ts';

/** The field of the parent that a field copies and nobody can change in the copy; undefined for any other field. */
export const copiedFromParent = ({ compute }: Field): string | undefined =>
  compute && !compute.overridable ? /^parent\.(\w+)$/.exec(compute.expr)?.[1] : undefined;

/** Whether a field is a copy of a field of the parent, which the product keeps up to date. */
export const isCopyOfParent = (field: Field): boolean =>
  field.compute?.follows === true && copiedFromParent(field) !== undefined;

/** Whether a field is a copy of a state of the parent; states have colours. */
export const isCopyOfState = (field: Field): boolean =>
  isCopyOfParent(field) && field.options?.some(({ colour }) => colour !== undefined) === true;
