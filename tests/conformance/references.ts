import { MESSAGE } from '../../generator/language/messageKeys.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { Rule } from '../../generator/model/rule.ts';
import { keyCheckedFirst } from './sameParentRows.ts';
import { disagreement, remove, type Store } from './oracles/api.ts';
import { linkValue, concreteEntity, mustMatchFormula, requiredCode, statesForChildren } from './neededRows.ts';
import { textReadBy } from './scenarios/breakingChanges.ts';
import { enterMatching, storeLookups } from './scenarios/evaluationContext.ts';
import { isWritable } from './sampler/fields.ts';
import type { Sampler } from './sampler/sampler.ts';
import type { Row, Sample, SampleOptions } from './sample.ts';

/** The keyword that an invalid reference breaks. */
export type ReferenceWord = 'x-ref' | 'match' | 'where' | 'onUpdate' | 'x-options';

/** A row with one invalid reference. */
export interface ReferenceCase {
  title: string;
  sample: Sample;
  field: Field;
  word: ReferenceWord;
  body: Row;
  key: string;
}

/** A value that differs from the current one. @param mayBe whether a value is suitable */
export const firstOther = (
  field: Field,
  value: unknown,
  sampler: Sampler,
  mayBe: (other: unknown) => boolean = () => true,
): unknown => {
  for (let turn = 0; ; turn++) {
    const other = turn > 50 ? 'X' : sampler.draw(field.kind === 'ref' ? { ...field, kind: 'code' } : field);
    if (other !== value && (turn > 50 || mayBe(other))) return other;
  }
};

/** Where rows are generated and stored. */
interface SampledStore {
  sampler: Sampler;
  store: Store;
}

/** A row whose references are checked: all, or those of some fields. */
export interface ReferenceSample {
  sample: Sample;
  fields?: ReadonlySet<string>;
}

/** Candidates for a row with references that other rows omit. */
const TRIES = 300;

/**
 * A sample, and rows with the references that it omits, because its rules exclude them or they are hidden. References
 * of which no row is found are left out.
 */
export function referenceSamples(first: Sample, sampler: Sampler): ReferenceSample[] {
  const { entity, links } = first;
  const omitted = new Set(
    entity.fields
      .filter((field) => isWritable(field) && field.ref && !field.ref.open)
      .map(({ name }) => name)
      .filter((name) => !links.some(({ field }) => field === name)),
  );
  // a row with all its values may break rules with another value
  const repeated = new Set(
    links.map(({ field }) => field).filter((name) => entity.rules.some((rule) => readsBesides(rule, name))),
  );
  const samples: ReferenceSample[] = [{ sample: first }];
  const hasOmitted = (row: Row): boolean => [...omitted].some((name) => row[name] != null);
  const options: SampleOptions[] = [
    { fields: 'required' },
    ...[...omitted].map((): SampleOptions => ({
      fields: 'some',
      tries: TRIES,
      adjust: (row) => (hasOmitted(row) ? row : undefined),
    })),
  ];
  for (const option of options) {
    const sought = option.fields === 'required' ? omitted.union(repeated) : omitted;
    const sample = sought.size === 0 ? undefined : sampler.find(entity.name, { ...option, mayBelongToOthers: true });
    const fields = new Set(sample?.links.map(({ field }) => field)).intersection(sought);
    if (fields.size > 0) samples.push({ sample: sample!, fields });
    for (const name of fields) omitted.delete(name);
  }
  return samples;
}

/** Whether the condition of a rule on a reference reads other fields: `self.cur == 'USD'` where there is a limit. */
const readsBesides = ({ immutable, when = '', assert }: Rule, name: string): boolean =>
  !immutable && new RegExp(`\\bself\\.${name}\\b`).test(assert) && /\bself\./.test(when);

/**
 * Each reference that must match a formula over looked-up rows, as an account of the supplier that is found, with a
 * missing row and a row that does not match. Stores the rows looked up.
 */
export async function matchingReferenceCases(
  entity: Entity,
  { sampler, store }: SampledStore,
): Promise<ReferenceCase[]> {
  const fields = entity.fields.filter((field) => isWritable(field) && mustMatchFormula(entity, field));
  const sample = fields.length === 0 ? undefined : sampler.find(entity.name, { mayBelongToOthers: true });
  if (!sample) return [];
  const fixture = { sampler, store, turns: 1 };
  const matching = fields.flatMap(({ ref }) => Object.keys(ref?.match ?? {})).map((own) => `self.${own}`);
  const text = textReadBy(entity, matching.join(' '));
  const lookups = await storeLookups(fixture, sample, undefined, ({ name }) =>
    new RegExp(`\\blookup\\.${name}\\b`).test(text),
  );
  await enterMatching(fixture, sample, lookups);
  const computed = sampler.evaluatorOf(entity).compute(sample.full, { ...sampler.context(sample), lookups });
  const cases: ReferenceCase[] = [];
  for (const field of fields.filter(({ name }) => sample.row[name] != null)) {
    const { match = {}, by, entity: name, key = MESSAGE.referenceMissing } = field.ref!;
    for (const own of Object.keys(match)) sample.full[own] = computed[own];
    const body = await store.body(sample);
    const unlike = await store.stored(sampler.sample(concreteEntity(sampler.model, name), { fields: 'required' }));
    const common = { sample, field, key };
    cases.push(
      {
        ...common,
        title: `${field.name} of no row`,
        word: 'x-ref',
        body: { ...body, [field.name]: sampler.unusedLinkValue(field) },
      },
      {
        ...common,
        title: `${field.name} of a row with another ${Object.values(match).join(', ')}`,
        word: 'match',
        body: { ...body, [field.name]: unlike[by] },
      },
    );
  }
  return cases;
}

/** Options for another row that a reference may name: a parent accepts rows of the entity. */
function acceptingOptions(entity: Entity, field: string, { model }: Sampler): SampleOptions | undefined {
  const parent = entity.parents.find(({ via }) => via === field);
  const laterStates = parent && statesForChildren(model.entities[concreteEntity(model, parent.entity)]!, entity);
  return laterStates && { laterStates };
}

/**
 * Each reference with a missing row, a deleted row, a row that does not match, and a row that the condition excludes.
 * Stores the rows referred to.
 */
export async function* referenceCases(
  { sample, fields }: ReferenceSample,
  sampler: Sampler,
  store: Store,
): AsyncGenerator<ReferenceCase> {
  const { entity, links } = sample;
  for (const link of links.filter((one) => fields === undefined || fields.has(one.field))) {
    const field = entity.fields.find((one) => one.name === link.field)!;
    const wrong = async (
      word: ReferenceWord,
      title: string,
      value: unknown,
      key: string,
      beside: Row = {},
    ): Promise<ReferenceCase> => ({
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
    });
    const [word, missing] = field.ref
      ? (['x-ref', field.ref.key ?? MESSAGE.referenceMissing] as const)
      : (['x-options', MESSAGE.option] as const);
    // references that must match this one would report errors too
    const matching = Object.fromEntries(
      entity.fields
        .filter(({ ref, required }) => !required && field.name in (ref?.match ?? {}))
        .map(({ name }) => [name, null]),
    );
    yield await wrong(word, 'of no row', sampler.unusedLinkValue(field), missing, matching);
    const target = sampler.sample(link.targets[0]!.entity.name, {
      fields: entity.parents.some(({ via }) => via === field.name) ? 'all' : 'required',
      where: field.ref?.where,
    });
    const deleted = await store.stored(target);
    const value = linkValue({ ...link, targets: [target] }, () => deleted[link.by]);
    await remove(store.server, target.entity, deleted);
    // if several rows have one code, another of them may still exist
    if (sampler.isOnlyOne(target, link.by)) yield await wrong(word, 'of a deleted row', value, missing);
    for (const [own, there] of Object.entries(field.ref?.match ?? {})) {
      // a value of another target row would be valid
      const [linked] = link.targets;
      const above = linked!.entity.fields.find((one) => one.name === there)!;
      const other = above.ref
        ? (
            await store.stored(
              sampler.sample(concreteEntity(sampler.model, above.ref.entity), acceptingOptions(entity, own, sampler)),
            )
          )[above.ref.by]
        : firstOther(
            above,
            linked!.full[there],
            sampler,
            (another) =>
              !sampler.clashes(linked!.entity, { ...linked!.full, [there]: another }, undefined, linked!.full),
          );
      const title = `of a row with another ${there}`;
      if (isWritable(entity.fields.find(({ name }) => name === own)!))
        yield await wrong('match', title, (await store.body(sample))[field.name], missing, { [own]: other });
      else {
        // no input changes the own value: another row is named
        const unlike = sampler.sample(linked!.entity.name, {
          fields: 'required',
          where: field.ref?.where,
          fixed: { [there]: other },
        });
        const row = await store.stored(unlike);
        yield await wrong(
          'match',
          title,
          linkValue({ ...link, targets: [unlike] }, () => row[link.by]),
          missing,
        );
      }
    }
    if (field.ref?.where !== undefined) {
      const { parent } = link.targets[0]!;
      const excluded = sampler.sample(field.ref.entity, {
        where: `!(${field.ref.where})`,
        ...(field.ref.match && parent ? { parent } : {}),
      });
      const row = await store.stored(excluded);
      yield await wrong(
        'where',
        'of a row that may not be chosen',
        linkValue({ ...link, targets: [excluded] }, () => row[link.by]),
        field.ref.key ?? MESSAGE.referenceNotAllowed,
      );
    }
  }
}

/** Whether a rule warns at a field. */
const mayWarn = ({ rules }: Entity, { name }: Field): boolean =>
  rules.some(({ at, level }) => level === 'warning' && at.includes(name));

/** Compares the API's answer to an invalid reference, and deletes an accepted row. @returns the difference */
export async function checkReference(
  { server }: Store,
  entity: Entity,
  { title, field, key, body }: ReferenceCase,
): Promise<string | undefined> {
  const before = await server.footprint();
  const answer = await server.call('POST', `/api/${entity.name}`, { body });
  const wrong = disagreement(
    [{ field: field.name, key: keyCheckedFirst(entity, field, answer.errors) ?? key }],
    answer,
    400,
  );
  if (answer.status === 201) await remove(server, entity, answer.result);
  return wrong === undefined
    ? (await server.footprint()) === before
      ? undefined
      : `${title}: something was stored`
    : `${title}: ${wrong}`;
}

/** The values read by `where` that would make a referred row invalid as a target; undefined if no such row is found. */
export function invalidatingChange({ ref }: Field, target: Sample, sampler: Sampler): Row | undefined {
  const where = ref!.where!;
  const read = [...new Set([...where.matchAll(/\bself\.(\w+)/g)].map(([, name]) => name!))];
  const other = sampler.find(target.entity.name, {
    fields: 'some',
    old: target,
    ...(target.parent ? { parent: target.parent } : {}),
    where: `!(${where})`,
  });
  return other && Object.fromEntries(read.map((name) => [name, other.full[name] ?? null]));
}

/**
 * Compares the API's answer to a change that would make a referred row invalid as a target (`onUpdate`).
 *
 * @returns the difference
 */
export async function checkOnUpdate(
  store: Store,
  sampler: Sampler,
  field: Field,
  target: Sample,
): Promise<string | undefined> {
  const { server } = store;
  if (!field.ref?.onUpdate) return undefined;
  const change = invalidatingChange(field, target, sampler);
  if (!change) return `no change of a ${target.entity.name} found that breaks the condition`;
  const { id } = await store.stored(target);
  const { rev } = await server.read(target.entity.name, id as string);
  const before = await server.footprint();
  const answer = await server.call('PATCH', `/api/${target.entity.name}/${id}`, { body: { rev, ...change } });
  const wrong = disagreement(
    Object.keys(change).map((name) => ({ field: name, key: MESSAGE.requiredByReference })),
    answer,
    409,
  );
  return wrong ?? ((await server.footprint()) === before ? undefined : 'something was stored');
}
