import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { firstOther } from '../firstOther.ts';
import { concreteEntity, linkValue, requiredCode, statesForChildren } from '../neededRows.ts';
import { remove } from '../oracles/api.ts';
import type { Link, Row, Sample, SampleOptions } from '../sample.ts';
import { isWritable } from '../sampler/fields.ts';
import type { Sampler } from '../sampler/sampler.ts';
import { matchingCases } from './matchingCases.ts';
import type { ReferenceCase, ReferenceWord, ReferenceFixture } from './referenceCase.ts';
import { referenceSamples, type ReferenceSample } from './referenceSamples.ts';

/**
 * The cases of every reference of an entity: those of a row, those of rows with the references that it omits, and those
 * that must match a formula. Stores the rows referred to.
 */
export async function* allReferenceCases(first: Sample, fixture: ReferenceFixture): AsyncGenerator<ReferenceCase> {
  for (const sample of referenceSamples(first, fixture.sampler)) yield* referenceCases(sample, fixture);
  yield* matchingCases(first.entity, fixture);
}

/**
 * Each reference of a row with a missing row, a deleted row, a row that does not match, and a row that the condition
 * excludes. Stores the rows referred to.
 */
export async function* referenceCases(
  { sample, fields }: ReferenceSample,
  fixture: ReferenceFixture,
): AsyncGenerator<ReferenceCase> {
  const { entity, links } = sample;
  for (const link of links.filter((one) => fields === undefined || fields.has(one.field))) {
    const field = entity.fields.find((one) => one.name === link.field)!;
    const reference: Reference = { ...fixture, sample, link, field };
    yield* missingRowCases(reference);
    for (const [own, there] of Object.entries(field.ref?.match ?? {})) yield unlikeRowCase(reference, own, there);
    if (field.ref?.where !== undefined) yield excludedRowCase(reference, field.ref.where);
  }
}

/** A reference of a row. */
interface Reference extends ReferenceFixture {
  sample: Sample;
  link: Link;
  field: Field;
}

/** An invalid value of a reference, with the message that refuses it. */
interface InvalidValue {
  word: ReferenceWord;
  title: string;
  value: unknown;
  key: string;
}

/** The row with an invalid value of a reference, and other values beside it. */
async function invalidCase(
  { store, sample, field }: Reference,
  { word, title, value, key }: InvalidValue,
  beside: Row = {},
): Promise<ReferenceCase> {
  const { entity } = sample;
  return {
    title: `${field.name} ${title}`,
    sample,
    field,
    word,
    key,
    body: {
      ...(await store.body(sample)),
      [field.name]: value,
      ...beside,
      ...(requiredCode(entity, field.name) === undefined && !mayWarn(entity, field) ? {} : { acceptWarnings: true }),
    },
  };
}

/** A reference to no row and to a deleted row. */
async function* missingRowCases(reference: Reference): AsyncGenerator<ReferenceCase> {
  const { sampler, store, sample, link, field } = reference;
  const { entity } = sample;
  const missing = field.ref
    ? ({ word: 'x-ref', key: missingKey(field) } as const)
    : ({ word: 'x-options', key: MESSAGE.option } as const);
  // references that must match this one would report errors too
  const matching = Object.fromEntries(
    entity.fields
      .filter(({ ref, required }) => !required && field.name in (ref?.match ?? {}))
      .map(({ name }) => [name, null]),
  );
  const unused = sampler.unusedLinkValue(field);
  yield invalidCase(reference, { ...missing, title: 'of no row', value: unused }, matching);
  const target = sampler.sample(link.targets[0]!.entity.name, {
    fields: entity.parents.some(({ via }) => via === field.name) ? 'all' : 'required',
    where: field.ref?.where,
  });
  const deleted = await store.stored(target);
  const value = linkValue({ ...link, targets: [target] }, () => deleted[link.by]);
  await remove(store.server, target.entity, deleted);
  // if several rows have one code, another of them may still exist
  if (sampler.isOnlyOne(target, link.by))
    yield invalidCase(reference, { ...missing, title: 'of a deleted row', value });
}

/** A reference to a row with another value than the row itself, which must be equal (`match`). */
async function unlikeRowCase(reference: Reference, own: string, there: string): Promise<ReferenceCase> {
  const { sampler, store, sample, link, field } = reference;
  const other = await otherValue(reference, own, there);
  const wrong = { word: 'match', title: `of a row with another ${there}`, key: missingKey(field) } as const;
  if (isWritable(sample.entity.fields.find(({ name }) => name === own)!)) {
    const { [field.name]: value } = await store.body(sample);
    return invalidCase(reference, { ...wrong, value }, { [own]: other });
  }
  // no input changes the own value: another row is named
  const unlike = sampler.sample(link.targets[0]!.entity.name, {
    fields: 'required',
    where: field.ref?.where,
    fixed: { [there]: other },
  });
  const row = await store.stored(unlike);
  return invalidCase(reference, { ...wrong, value: linkValue({ ...link, targets: [unlike] }, () => row[link.by]) });
}

/** Another value than that of the row referred to; a value of a further row would be valid. */
async function otherValue({ sampler, store, sample, link }: Reference, own: string, there: string): Promise<unknown> {
  const { entity, full } = link.targets[0]!;
  const compared = entity.fields.find((one) => one.name === there)!;
  if (!compared.ref)
    return firstOther(
      compared,
      full[there],
      sampler,
      (another) => !sampler.clashes(entity, { ...full, [there]: another }, undefined, full),
    );
  const options = acceptingOptions(sample.entity, own, sampler);
  const row = await store.stored(sampler.sample(concreteEntity(sampler.model, compared.ref.entity), options));
  return row[compared.ref.by];
}

/** A reference to a row that its condition excludes (`where`). */
async function excludedRowCase(reference: Reference, where: string): Promise<ReferenceCase> {
  const { sampler, store, link, field } = reference;
  const ref = field.ref!;
  const { parent } = link.targets[0]!;
  const excluded = sampler.sample(ref.entity, { where: `!(${where})`, ...(ref.match && parent ? { parent } : {}) });
  const row = await store.stored(excluded);
  return invalidCase(reference, {
    word: 'where',
    title: 'of a row that may not be chosen',
    value: linkValue({ ...link, targets: [excluded] }, () => row[link.by]),
    key: ref.key ?? MESSAGE.referenceNotAllowed,
  });
}

/** Options for another row that a reference may name: a parent accepts rows of the entity. */
function acceptingOptions(entity: Entity, field: string, { model }: Sampler): SampleOptions | undefined {
  const parent = entity.parents.find(({ via }) => via === field);
  const laterStates = parent && statesForChildren(model.entities[concreteEntity(model, parent.entity)]!, entity);
  return laterStates && { laterStates };
}

/** The message for a reference to no row. */
const missingKey = ({ ref }: Field): string => ref?.key ?? MESSAGE.referenceMissing;

/** Whether a rule warns at a field. */
const mayWarn = ({ rules }: Entity, { name }: Field): boolean =>
  rules.some(({ at, level }) => level === 'warning' && at.includes(name));
