import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { concreteEntity, mustMatchFormula } from '../neededRows.ts';
import type { Row, Sample } from '../sample.ts';
import { isWritable } from '../sampler/fields.ts';
import { textReadBy } from '../scenarios/breakingChanges.ts';
import { enterMatching, storeLookups } from '../scenarios/evaluationContext.ts';
import type { ReferenceCase, ReferenceFixture } from './referenceCase.ts';

/**
 * Each reference that must match a formula over looked-up rows, as an account of the supplier that is found, with a
 * missing row and a row that does not match. Stores the rows looked up.
 */
export async function* matchingCases(entity: Entity, fixture: ReferenceFixture): AsyncGenerator<ReferenceCase> {
  const { sampler, store } = fixture;
  const fields = entity.fields.filter((field) => isWritable(field) && mustMatchFormula(entity, field));
  const sample = fields.length === 0 ? undefined : sampler.find(entity.name, { mayBelongToOthers: true });
  if (!sample) return;
  const computed = await valuesToMatch(fields, sample, fixture);
  for (const field of fields.filter(({ name }) => sample.row[name] != null)) {
    const { match = {}, by, entity: name, key = MESSAGE.referenceMissing } = field.ref!;
    for (const own of Object.keys(match)) sample.full[own] = computed[own];
    const body = await store.body(sample);
    const unlike = await store.stored(sampler.sample(concreteEntity(sampler.model, name), { fields: 'required' }));
    const common = { sample, field, key };
    yield {
      ...common,
      title: `${field.name} of no row`,
      word: 'x-ref',
      body: { ...body, [field.name]: sampler.unusedLinkValue(field) },
    };
    yield {
      ...common,
      title: `${field.name} of a row with another ${Object.values(match).join(', ')}`,
      word: 'match',
      body: { ...body, [field.name]: unlike[by] },
    };
  }
}

/** Stores the rows that the formulas of such references look up. @returns the computed values of the row */
async function valuesToMatch(
  fields: readonly Field[],
  sample: Sample,
  { sampler, store }: ReferenceFixture,
): Promise<Row> {
  const fixture = { sampler, store, turns: 1 };
  const matching = fields.flatMap(({ ref }) => Object.keys(ref?.match ?? {})).map((own) => `self.${own}`);
  const text = textReadBy(sample.entity, matching.join(' '));
  const lookups = await storeLookups(fixture, sample, undefined, ({ name }) =>
    new RegExp(`\\blookup\\.${name}\\b`).test(text),
  );
  await enterMatching(fixture, sample, lookups);
  return sampler.evaluatorOf(sample.entity).compute(sample.full, { ...sampler.context(sample), lookups });
}
