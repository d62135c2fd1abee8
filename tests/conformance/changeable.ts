import { isFileField } from '../../generator/language/attachment.ts';
import type { Field } from '../../generator/model/field.ts';
import { isReferredToByChildren } from './neededRows.ts';
import { isWritable } from './sampler/fields.ts';
import type { Sample } from './sample.ts';

/**
 * Whether a field of a stored row can change, apart from rules: not if it is immutable, if children or a sequence
 * depend on it, or if it is a file.
 */
export const isChangeable = (sample: Sample, field: Field): boolean =>
  isWritable(field) &&
  !field.writeOnce &&
  !isFileField(field) &&
  !isReferredToByChildren(sample, field) &&
  field.name !== sample.entity.sequence?.field &&
  !sample.entity.sequence?.by.includes(field.name);
