import type { Field } from '../../generator/model/field.ts';
import { isHeldByParts } from './neededRows.ts';
import { holdsFiles, isWritable } from './sampleRow.ts';
import type { Sample } from './sample.ts';

/**
 * Whether a field of a row that is there can be given another value, as far as no rule speaks of it: not what was given
 * once, what parts or a count go by, or a file.
 */
export const isChangeable = (sample: Sample, field: Field): boolean =>
  isWritable(field) &&
  !field.writeOnce &&
  !holdsFiles(field) &&
  !isHeldByParts(sample, field) &&
  field.name !== sample.entity.sequence?.field &&
  !sample.entity.sequence?.by.includes(field.name);
