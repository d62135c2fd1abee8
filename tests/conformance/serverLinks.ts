import type { Field } from '../../generator/model/field.ts';
import { concreteEntity, isOf } from './neededRows.ts';
import type { Sample } from './sample.ts';
import type { Sampler } from './sampler/sampler.ts';

/**
 * For each reference by id that only the server sets, a row that it may name, under the same parent if the parent has
 * such children. The row need not be stored: `Store.withIds` replaces the id of the sample by that of the stored row.
 */
export function serverLinksOf(
  { parent }: Pick<Sample, 'parent'>,
  fields: readonly Field[],
  sampler: Sampler,
): Record<string, Sample> {
  const { model } = sampler;
  return Object.fromEntries(
    fields.flatMap(({ name, ref, readOnly, compute }): [string, Sample][] => {
      if (ref?.by !== 'id' || ref.open || !readOnly || compute) return [];
      const target = model.entities[concreteEntity(model, ref.entity)]!;
      const isBeside = parent && target.parents.some((one) => isOf(parent.entity, one.entity));
      const row = sampler.find(target.name, { fields: 'required', ...(isBeside ? { parent } : {}) });
      return row ? [[name, row]] : [];
    }),
  );
}

/** The values to try for a field, with those of the row that a reference may name instead of invalid ids. */
export const valuesWithLinks = (
  name: string,
  values: readonly unknown[],
  links: Readonly<Record<string, Sample>>,
): unknown[] => (links[name] ? [...values.filter((value) => value === null), links[name].full['id']] : [...values]);
