import { isComparedWithParent } from './lookedUpTargets.ts';
import type { Sample, SampleOptions } from './sample.ts';

/** Options for a row with the same values of `fields` as another. */
export function withSameFields(first: Sample, fields: readonly string[], options: SampleOptions): SampleOptions {
  const { entity, parent } = first;
  const underSame =
    parent &&
    (entity.parents.some(({ via }) => fields.includes(via)) ||
      fields.some((field) => isComparedWithParent(entity, field)));
  return {
    ...options,
    fixed: { ...Object.fromEntries(fields.map((name) => [name, first.row[name]])), ...options.fixed },
    ...(underSame ? { parent } : {}),
  };
}
