import type { Field } from '../../generator/model/field.ts';

/** Whether a field is a copy of a field of the parent, which the product keeps up to date. */
export const isCopyOfParent = ({ compute }: Field): boolean =>
  compute?.follows === true && /^parent\.\w+$/.test(compute.expr);

/** Whether a field is a copy of a state of the parent; states have colours. */
export const isCopyOfState = (field: Field): boolean =>
  isCopyOfParent(field) && field.options?.some(({ colour }) => colour !== undefined) === true;
