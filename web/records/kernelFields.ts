import { isWriter, KERNEL_FIELDS } from '../../generator/language/kernelFields.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';

/** The kernel's own fields as rows of the entity show them: who wrote a row is a reference to that person. */
export const kernelFields = ({ writers }: Pick<Entity, 'writers'>): Field[] =>
  KERNEL_FIELDS.map((field) => (writers && isWriter(field) ? { ...field, kind: 'ref', ref: writers } : field));
