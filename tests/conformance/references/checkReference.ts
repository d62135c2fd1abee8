import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { disagreement, remove, type Store } from '../oracles/api.ts';
import { keyCheckedFirst } from '../sameParentRows.ts';
import type { Row, Sample } from '../sample.ts';
import type { Sampler } from '../sampler/sampler.ts';
import type { ReferenceCase } from './referenceCase.ts';

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
  if (wrong !== undefined) return `${title}: ${wrong}`;
  return (await server.footprint()) === before ? undefined : `${title}: something was stored`;
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
