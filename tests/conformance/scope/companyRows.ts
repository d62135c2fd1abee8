import type { Entity, Model } from '../../../generator/model/entity.ts';
import { isOfCompanies } from '../../../server/kernel/read/access.ts';
import type { Json } from '../../http/server.ts';
import type { Store } from '../oracles/api.ts';
import { concreteEntity } from '../neededRows.ts';
import type { Sampler } from '../sampler/sampler.ts';
import type { Sample } from '../sample.ts';

/** The company of the test's users, and another one. */
export const COMPANIES = { own: 'OWNCO', other: 'OTHCO' } as const;

/** A row of the users' company and one of the other; for a child also the parents, which may be the same row. */
export interface TwoRows {
  own: Json;
  other: Json;
  parents?: { own: Json; other: Json; via: string; entity: string };
}

/** The entities whose rows or parents belong to a company: users of another company must not see them. */
export const companyEntities = (model: Model): Entity[] =>
  Object.values(model.entities).filter(
    (entity) =>
      !entity.kinds &&
      isOfCompanies(
        {
          registry: { entities: new Map(Object.entries(model.entities).map(([name, one]) => [name, { entity: one }])) },
        } as never,
        { entity } as never,
      ) &&
      rootOf(model, entity).access?.company !== undefined,
  );

/** The entity whose company decides: itself, or the nearest parent with one. */
export function rootOf(model: Model, entity: Entity): Entity {
  if (entity.access?.scope === 'own') return entity;
  const above = entity.parents
    .map((parent) => model.entities[parent.entity]!)
    .find((parent) => rootOf(model, parent).access?.company !== undefined);
  return above ? rootOf(model, above) : entity;
}

/** Options of generated rows: all fields, and companies of others. */
const GENERATED = { fields: 'all', mayBelongToOthers: true } as const;

/** Stores a generated row of each company. The administrator creates both; no user of the test is named in them. */
export async function storeTwoRows(entity: Entity, sampler: Sampler, store: Store): Promise<TwoRows> {
  const { model } = sampler;
  if (entity.access?.scope !== 'own') return storeBelow(entity, sampler, store);
  const [via] = entity.parents;
  const name = via && concreteEntity(model, via.entity);
  // the parent of a generated row can have such a child
  const parent = name === undefined ? undefined : sampler.sample(entity.name, GENERATED).parent;
  const rows = {
    own: await stored(entity, sampler, store, parent),
    other: await stored(entity, sampler, store, parent),
  };
  for (const company of ['own', 'other'] as const)
    rows[company] = await setCompany(entity, rows[company], company, store);
  if (!parent || !via || name === undefined) return rows;
  const above = await store.stored(parent);
  return { ...rows, parents: { own: above, other: above, via: via.via, entity: name } };
}

/** Stores two rows under parents of the two companies. */
async function storeBelow(entity: Entity, sampler: Sampler, store: Store): Promise<TwoRows> {
  const { model } = sampler;
  const via = entity.parents.find(
    (parent) => rootOf(model, model.entities[parent.entity]!).access?.company !== undefined,
  )!;
  const own = await stored(entity, sampler, store, undefined);
  let other = own;
  for (let turn = 0; turn < MAX_TURNS && other[via.via] === own[via.via]; turn++)
    other = await stored(entity, sampler, store, undefined);
  const above = model.entities[concreteEntity(model, via.entity)]!;
  const { by } = entity.fields.find(({ name }) => name === via.via)!.ref!;
  for (const [company, row] of [
    ['own', own],
    ['other', other],
  ] as const) {
    const { rows } = await store.server.pool.query(
      `select id::text as id from "${above.table}" where "${by}"::text = $1 and "delFlag" = 'N'`,
      [String(row[via.via])],
    );
    await setCompany(rootOf(model, above), rows[0] as Json, company, store);
  }
  return { own, other };
}

/** Attempts to generate a row under another record than the first. */
const MAX_TURNS = 20;

async function stored(entity: Entity, sampler: Sampler, store: Store, parent: Sample | undefined): Promise<Json> {
  const { sequence } = entity;
  const options = { ...GENERATED, ...(parent ? { parent } : {}) };
  if (!entity.readOnly) return store.stored(sampler.sample(entity.name, options));
  // the server sets numbers of server-written rows
  const sample = sampler.sample(
    entity.name,
    sequence
      ? { ...options, accepts: (violations) => violations.every(({ field }) => field === sequence.field) }
      : options,
  );
  return insert(entity, { ...(await store.body(sample)), ...(sequence ? { [sequence.field]: 1 } : {}) }, store);
}

/** Inserts a row that only the server writes. */
async function insert(entity: Entity, body: Json, { server: { pool } }: Store): Promise<Json> {
  const names = Object.keys(body).filter((name) => entity.fields.some((field) => field.name === name));
  const columns = names.map((name) => `"${name}"`).join(', ');
  const { rows } = await pool.query(
    `insert into "${entity.table}" (${columns}, creater, updater) select ${columns}, 'admin', 'admin' from jsonb_populate_record(null::"${entity.table}", $1) returning id::text as id, rev`,
    [JSON.stringify(body)],
  );
  return { ...body, ...(rows[0] as Json) };
}

/** Sets the company of a row; values that must match the company, such as an account of it, are omitted. */
async function setCompany(
  { name, table, access, fields }: Entity,
  row: Json,
  company: keyof typeof COMPANIES,
  { server: { pool } }: Store,
): Promise<Json> {
  if (access?.scope !== 'own' || access.company === undefined) return row;
  const { company: field, through } = access;
  const matching = fields
    .filter(({ required, ref }) => !required && field in (ref?.match ?? {}))
    .map((one) => one.name);
  const cleared = [...(through === undefined ? [] : [through]), ...matching].map((one) => `, "${one}" = null`).join('');
  await pool.query(`update "${table}" set "${field}" = $2, creater = 'admin'${cleared} where id = $1`, [
    row['id'],
    COMPANIES[company],
  ]);
  const { rows } = await pool.query(`select * from "${table}" where id = $1`, [row['id']]);
  return { ...row, ...(rows[0] as Json), id: row['id'], [access.company]: COMPANIES[company], entity: name };
}
