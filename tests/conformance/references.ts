import { MESSAGE } from '../../generator/language/messageKeys.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import { speaksFirst } from './boundRows.ts';
import { disagreement, remove, type Store } from './judges/api.ts';
import { linkValue, madeAs, wantedCode } from './neededRows.ts';
import { isWritable, type Sampler } from './sampleRow.ts';
import type { Row, Sample } from './sample.ts';

/** The word of a schema that a wrong reference breaks. */
export type ReferenceWord = 'x-ref' | 'match' | 'where' | 'onUpdate' | 'x-options';

/** A row with one reference that leads where it may not. */
export interface ReferenceCase {
  title: string;
  sample: Sample;
  field: Field;
  word: ReferenceWord;
  body: Row;
  key: string;
}

/** Some other value than the one that a field has. @param mayBe whether it serves */
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

/** The row with those of its references alone that another row gave way to a reference which must match them. */
export function givenWay({ entity, links }: Sample, sampler: Sampler): Sample | undefined {
  const hidden = entity.fields
    .filter(
      (field) => isWritable(field) && field.ref && !field.ref.open && !links.some((link) => link.field === field.name),
    )
    .map(({ name }) => name);
  const least = hidden.length === 0 ? undefined : sampler.find(entity.name, { fields: 'least', strangers: true });
  const own = least?.links.filter(({ field }) => hidden.includes(field)) ?? [];
  return own.length > 0 ? { ...least!, links: own } : undefined;
}

/**
 * Each reference of a row to no row, to a deleted one, to one of another thing, and to one that may not be chosen. What
 * they lead to is stored.
 */
export async function* referenceCases(
  { entity, links, ...rest }: Sample,
  sampler: Sampler,
  store: Store,
): AsyncGenerator<ReferenceCase> {
  const sample = { entity, links, ...rest };
  for (const link of links) {
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
        ...(wantedCode(entity, field.name) === undefined ? {} : { acceptWarnings: true }),
      },
    });
    const [word, missing] = field.ref
      ? (['x-ref', field.ref.key ?? MESSAGE.referenceMissing] as const)
      : (['x-options', MESSAGE.option] as const);
    // what must match it would be told as well
    const matching = Object.fromEntries(
      entity.fields
        .filter(({ ref, required }) => !required && field.name in (ref?.match ?? {}))
        .map(({ name }) => [name, null]),
    );
    yield await wrong(word, 'of no row', sampler.standIn(field), missing, matching);
    const target = sampler.sample(link.targets[0]!.entity.name, {
      fields: entity.parents.some(({ via }) => via === field.name) ? 'all' : 'least',
      where: field.ref?.where,
    });
    const gone = await store.stored(target);
    const value = linkValue({ ...link, targets: [target] }, () => gone[link.by]);
    await remove(store.server, target.entity, gone);
    // where several rows carry one code, another of them may still be there
    if (sampler.isOnlyOne(target, link.by)) yield await wrong(word, 'of a deleted row', value, missing);
    for (const [own, there] of Object.entries(field.ref?.match ?? {})) {
      // with another that a row of the target has as well, it would lead there
      const [aim] = link.targets;
      const above = aim!.entity.fields.find((one) => one.name === there)!;
      const other = above.ref
        ? (await store.stored(sampler.sample(madeAs(sampler.model, above.ref.entity))))[above.ref.by]
        : firstOther(
            above,
            aim!.whole[there],
            sampler,
            (another) => !sampler.clashes(aim!.entity, { ...aim!.whole, [there]: another }, undefined, aim!.whole),
          );
      yield await wrong(
        'match',
        `of a row whose ${there} is another`,
        (await store.body(sample))[field.name],
        missing,
        { [own]: other },
      );
    }
    if (field.ref?.where !== undefined) {
      const { parent } = link.targets[0]!;
      const barred = sampler.sample(field.ref.entity, {
        where: `!(${field.ref.where})`,
        ...(field.ref.match && parent ? { parent } : {}),
      });
      const row = await store.stored(barred);
      yield await wrong(
        'where',
        'of a row that may not be chosen',
        linkValue({ ...link, targets: [barred] }, () => row[link.by]),
        field.ref.key ?? MESSAGE.referenceNotAllowed,
      );
    }
  }
}

/** What the API says otherwise of a wrong reference; a row that it took is taken away again. */
export async function askReference(
  { server }: Store,
  entity: Entity,
  { title, field, key, body }: ReferenceCase,
): Promise<string | undefined> {
  const before = await server.footprint();
  const answer = await server.call('POST', `/api/${entity.name}`, { body });
  const wrong = disagreement(
    [{ field: field.name, key: speaksFirst(entity, field, answer.errors) ?? key }],
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

/**
 * What a row that is referred to would hold, of what `where` asks for, if it could no longer be referred to; undefined
 * where no such row is found.
 */
export function unbound({ ref }: Field, target: Sample, sampler: Sampler): Row | undefined {
  const where = ref!.where!;
  const asked = [...new Set([...where.matchAll(/\bself\.(\w+)/g)].map(([, name]) => name!))];
  const other = sampler.find(target.entity.name, {
    fields: 'some',
    old: target,
    ...(target.parent ? { parent: target.parent } : {}),
    where: `!(${where})`,
  });
  return other && Object.fromEntries(asked.map((name) => [name, other.whole[name] ?? null]));
}

/** What the API says otherwise where a row that is referred to would become one that could not be (`onUpdate`). */
export async function askBinding(
  store: Store,
  sampler: Sampler,
  field: Field,
  target: Sample,
): Promise<string | undefined> {
  const { server } = store;
  if (!field.ref?.onUpdate) return undefined;
  const change = unbound(field, target, sampler);
  if (!change) return `no ${target.entity.name} found that would no longer serve`;
  const { id } = await store.stored(target);
  const { rev } = await server.read(target.entity.name, id as string);
  const before = await server.footprint();
  const answer = await server.call('PATCH', `/api/${target.entity.name}/${id}`, { body: { rev, ...change } });
  const wrong = disagreement(
    Object.keys(change).map((name) => ({ field: name, key: MESSAGE.bound })),
    answer,
    409,
  );
  return wrong ?? ((await server.footprint()) === before ? undefined : 'something was stored');
}
