import type { JudgeContext } from '../../../generator/language/judge.ts';
import { lookedUp as fieldsRead } from '../../../generator/language/judge/lookups.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Lookup } from '../../../generator/model/lookup.ts';
import type { Json } from '../../http/server.ts';
import type { Store } from '../judges/api.ts';
import { isOf, openedBy } from '../neededRows.ts';
import { PERSON } from '../caller.ts';
import { isWritable, TODAY } from '../sampleRow.ts';
import type { Row, Sample } from '../sample.ts';
import { valueFor, type DeedGround } from './deed.ts';

/** What the expressions of a stored record read beside it, found again without the product's own way of finding it. */
export async function surroundingsOf(ground: DeedGround, entity: Entity, row: Row): Promise<JudgeContext> {
  const { sampler, store } = ground;
  const parent = await wholeOf(ground, entity, row);
  const children: Record<string, Json[]> = {};
  for (const { entity: name, via } of entity.children) {
    // a record that was read has its parts with it
    if (Array.isArray(row[name])) {
      children[name] = row[name] as Json[];
      continue;
    }
    const below = sampler.model.entities[name]!;
    const link = below.fields.find((field) => field.name === via)!.ref!.by;
    const { rows } = await store.server.pool.query(
      `select id::text as id from "${below.table}" where "${via}"::text = $1 and "delFlag" = 'N' order by id`,
      [String(row[link])],
    );
    children[name] = [];
    for (const { id } of rows as { id: string }[]) children[name].push(await store.server.read(name, id));
  }
  const context: JudgeContext = {
    ...sampler.context({ children: {} }),
    mode: 'update',
    today: TODAY,
    user: PERSON,
    children,
    ...(parent ? { parent } : {}),
  };
  return { ...context, lookups: await lookedUp(ground, entity, row, context) };
}

/** The record that another is a part of. */
async function wholeOf(ground: DeedGround, entity: Entity, row: Row): Promise<Json | undefined> {
  for (const { entity: name, via } of entity.parents) {
    if (row[via] == null) continue;
    const { by } = entity.fields.find((field) => field.name === via)!.ref!;
    const id = await idOf(ground, ground.sampler.model.entities[name]!, { [by]: row[via] });
    if (id !== undefined) return ground.store.server.read(name, id);
  }
  return undefined;
}

async function lookedUp(
  ground: DeedGround,
  entity: Entity,
  row: Row,
  context: JudgeContext,
): Promise<Record<string, Json | undefined>> {
  const found: Record<string, Json | undefined> = {};
  for (const { lookup, keyOf } of ground.sampler.judgeOf(entity).lookups) {
    const key = keyOf(row, { ...context, lookups: found });
    const target = ground.sampler.model.entities[lookup.entity]!;
    const id = key && (await idOf(ground, target, key, lookup.latest));
    if (id !== undefined) found[lookup.name] = await ground.store.server.read(target.name, id);
  }
  return found;
}

/** The live row with these values; of several whose day is not later, the latest. */
async function idOf(
  { store }: DeedGround,
  { table }: Entity,
  key: Row,
  latest?: Lookup['latest'],
): Promise<string | undefined> {
  const exact = Object.keys(key).filter((name) => name !== latest?.field);
  const values = [...exact.map((name) => String(key[name])), ...(latest ? [key[latest.field]] : [])];
  const day =
    latest &&
    `"${latest.field}" <= $${values.length}::date${latest.within === undefined ? '' : ` and "${latest.field}" >= $${values.length}::date - ${latest.within}`}`;
  const { rows } = await store.server.pool.query(
    `select id::text as id from "${table}" where "delFlag" = 'N' and ${[...exact.map((name, place) => `"${name}"::text = $${place + 1}`), ...(day ? [day] : [])].join(' and ')}${latest ? ` order by "${latest.field}" desc` : ''} limit 1`,
    values,
  );
  return (rows[0] as { id: string } | undefined)?.id;
}

/** Works out again past the server what the whole of a row has from its parts. */
export async function settleWhole(ground: DeedGround, entity: Entity, row: Row): Promise<void> {
  for (const { entity: name } of entity.parents) {
    const above = ground.sampler.model.entities[name]!;
    const whole = await wholeOf(
      ground,
      { ...entity, parents: entity.parents.filter((one) => one.entity === name) },
      row,
    );
    const computed = above.fields
      .filter(({ compute }) => compute && /\bchildren\./.test(compute.expr))
      .map((field) => field.name);
    if (!whole || computed.length === 0) continue;
    const values = ground.sampler
      .judgeOf(above)
      .compute(
        { ...whole, ...Object.fromEntries(computed.map((field) => [field, null])) },
        await surroundingsOf(ground, above, whole),
      );
    await ground.store.server.pool.query(
      `update "${above.table}" set ${computed.map((field, place) => `"${field}" = $${place + 2}`).join(', ')} where id = $1`,
      [whole['id'], ...computed.map((field) => values[field])],
    );
  }
}

/** Has the rows be there that the lookups of a sample find, so that its formulae have something to read. */
export async function storeLookups(ground: DeedGround, sample: Sample): Promise<void> {
  const { sampler, store } = ground;
  const { entity, parent } = sample;
  if (entity.lookups.length === 0) return;
  const row = { ...sample.whole, ...(await store.body(sample)) };
  const whole = parent && (await store.server.read(parent.entity.name, (await store.stored(parent))['id']));
  const found: Record<string, Json | undefined> = {};
  const read = fieldsRead(entity, sampler.model);
  for (const { lookup, keyOf } of sampler.judgeOf(entity).lookups) {
    const key = keyOf(row, { today: TODAY, user: PERSON, lookups: found, ...(whole ? { parent: whole } : {}) });
    if (!key) continue;
    const target = sampler.model.entities[lookup.entity]!;
    const id = (await idOf(ground, target, key, lookup.latest)) ?? (await madeFor(ground, target, key, parent));
    if (id === undefined) continue;
    await fillIn(ground, target, id, read[lookup.name]!);
    found[lookup.name] = await store.server.read(target.name, id);
  }
}

/**
 * Gives a row what expressions read of it and it lacks: others refer to it, so it was made with the least. What it
 * takes from a row that it looks up is filled in there.
 */
async function fillIn(ground: DeedGround, target: Entity, id: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { store } = ground;
    const field = target.fields.find((one) => one.name === name);
    const row = await store.server.read(target.name, id);
    if (!field || row[name] != null) continue;
    const given = isWritable(field)
      ? { [name]: await valueFor(ground, field) }
      : await fillInLookups(ground, target, row, field);
    if (given)
      await store.server.call('PATCH', `/api/${target.name}/${id}`, {
        body: { ...given, rev: row['rev'], acceptWarnings: true },
      });
  }
}

/**
 * Fills in what the formula of a field takes from rows that are looked up. @returns what is saved for the formula to be
 * worked out again, undefined where it takes nothing from any
 */
async function fillInLookups(
  ground: DeedGround,
  target: Entity,
  row: Json,
  { compute }: Field,
): Promise<Row | undefined> {
  const taken = [...(compute?.expr ?? '').matchAll(/\blookup\.(\w+)\.(\w+)/g)];
  if (taken.length === 0) return undefined;
  const { lookups } = await surroundingsOf(ground, target, row);
  for (const [, lookup, name] of taken) {
    const found = lookups?.[lookup!];
    if (found)
      await fillIn(
        ground,
        ground.sampler.model.entities[target.lookups.find((one) => one.name === lookup)!.entity]!,
        String(found['id']),
        [name!],
      );
  }
  return {};
}

/** A row with these values, below the same whole where it is a part of one such. */
async function madeFor(
  { sampler, store }: DeedGround,
  target: Entity,
  key: Row,
  parent: Sample | undefined,
): Promise<string | undefined> {
  const beside = parent && target.parents.some((one) => isOf(parent.entity, one.entity)) ? parent : undefined;
  const vias = target.parents.map(({ via }) => via);
  const fixed = Object.fromEntries(
    Object.entries(key).filter(
      ([name]) =>
        !(beside && vias.includes(name)) && target.fields.some((field) => field.name === name && isWritable(field)),
    ),
  );
  const wish = { fields: 'all', fixed, ...(beside ? { parent: beside } : {}) } as const;
  // some formulae read how its parts follow each other
  const sample = sampler.find(target.name, { ...wish, siblings: 2 }) ?? sampler.find(target.name, wish);
  if (!sample) return undefined;
  const answer = await opened(store, beside, target, async () =>
    store.server.call('POST', `/api/${target.name}`, { body: { ...(await store.body(sample)), acceptWarnings: true } }),
  );
  return answer.status === 201 ? (answer.result as { id: string }).id : undefined;
}

/** Works while a whole is in the states in which it takes a part: it may be in others by now. */
async function opened<T>(store: Store, whole: Sample | undefined, part: Entity, work: () => Promise<T>): Promise<T> {
  if (!whole || whole.entity.machines.length === 0) return work();
  const { table, machines } = whole.entity;
  const { id } = await store.stored(whole);
  const write = async (states: Row) => {
    for (const [field, state] of Object.entries(states))
      await store.server.pool.query(`update "${table}" set "${field}" = $2 where id = $1`, [id, state]);
  };
  const before = (await store.server.pool.query(`select * from "${table}" where id = $1`, [id])).rows[0] as Row;
  await write({
    ...Object.fromEntries(machines.map(({ field, initial }) => [field, initial])),
    ...openedBy(whole.entity, part),
  });
  try {
    return await work();
  } finally {
    await write(Object.fromEntries(machines.map(({ field }) => [field, before[field]])));
  }
}
