import { isWriter, KERNEL_FIELDS } from '../../generator/language/kernelFields.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';

/** The kernel fields of an entity; the authors of a row are references to persons. */
export const kernelFields = ({ writers }: Pick<Entity, 'writers'>): Field[] =>
  KERNEL_FIELDS.map((field) => (writers && isWriter(field) ? { ...field, kind: 'ref', ref: writers } : field));
