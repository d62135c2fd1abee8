import type { Entity, Model } from '../../../generator/model/entity.ts';
import { isOfCompanies } from '../../../server/kernel/read/access.ts';
import type { Json } from '../../http/server.ts';
import type { Store } from '../judges/api.ts';
import { madeAs, openedBy } from '../neededRows.ts';
import type { Sampler } from '../sampleRow.ts';
import type { Sample } from '../sample.ts';
import { withoutAbsent } from '../../../generator/compile/field.ts';

/** The company of the people who look, and another one. */
export const COMPANIES = { own: 'OWNCO', other: 'OTHCO' } as const;

/** A row of the own company, one of the other; and the record above both, or of each, where the entity is a child. */
export interface TwoRows {
  own: Json;
  other: Json;
  parents?: { own: Json; other: Json; via: string; entity: string };
}

/**
 * The entities whose rows belong to a company, or whose parents do: everything that a person of another company must
 * not see.
 */
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

/** The entity whose company decides: itself, or the nearest above it that says one. */
export function rootOf(model: Model, entity: Entity): Entity {
  if (entity.access?.scope === 'own') return entity;
  const above = entity.parents
    .map((parent) => model.entities[parent.entity]!)
    .find((parent) => rootOf(model, parent).access?.company !== undefined);
  return above ? rootOf(model, above) : entity;
}

/**
 * Stores a row of each company, drawn from the schema alone; the administrator made both, and no person in them is one
 * who looks.
 */
export async function storeTwo(entity: Entity, sampler: Sampler, store: Store): Promise<TwoRows> {
  const { model } = sampler;
  if (entity.access?.scope !== 'own') return storeBelow(entity, sampler, store);
  const [via] = entity.parents;
  const name = via && madeAs(model, via.entity);
  const parent =
    name === undefined
      ? undefined
      : sampler.sample(name, { fields: 'all', ...withoutAbsent({ opened: openedBy(model.entities[name]!, entity) }) });
  const rows = {
    own: await stored(entity, sampler, store, parent),
    other: await stored(entity, sampler, store, parent),
  };
  for (const company of ['own', 'other'] as const) rows[company] = await give(entity, rows[company], company, store);
  if (!parent || !via || name === undefined) return rows;
  const above = await store.stored(parent);
  return { ...rows, parents: { own: above, other: above, via: via.via, entity: name } };
}

/** Two rows below records of the two companies. */
async function storeBelow(entity: Entity, sampler: Sampler, store: Store): Promise<TwoRows> {
  const { model } = sampler;
  const via = entity.parents.find(
    (parent) => rootOf(model, model.entities[parent.entity]!).access?.company !== undefined,
  )!;
  const own = await stored(entity, sampler, store, undefined);
  let other = own;
  for (let turn = 0; turn < MOST_TURNS && other[via.via] === own[via.via]; turn++)
    other = await stored(entity, sampler, store, undefined);
  const above = model.entities[madeAs(model, via.entity)]!;
  const { by } = entity.fields.find(({ name }) => name === via.via)!.ref!;
  for (const [company, row] of [
    ['own', own],
    ['other', other],
  ] as const) {
    const { rows } = await store.server.pool.query(
      `select id::text as id from "${above.table}" where "${by}"::text = $1 and "delFlag" = 'N'`,
      [String(row[via.via])],
    );
    await give(rootOf(model, above), rows[0] as Json, company, store);
  }
  return { own, other };
}

/** So often another row is drawn until it stands below another record than the first. */
const MOST_TURNS = 20;

async function stored(entity: Entity, sampler: Sampler, store: Store, parent: Sample | undefined): Promise<Json> {
  const { sequence } = entity;
  const wish = { fields: 'all', strangers: true, ...(parent ? { parent } : {}) } as const;
  if (!entity.readOnly) return store.stored(sampler.sample(entity.name, wish));
  // the number of what the product writes is the product's to give
  const sample = sampler.sample(
    entity.name,
    sequence ? { ...wish, accepts: (violations) => violations.every(({ field }) => field === sequence.field) } : wish,
  );
  return insert(entity, { ...(await store.body(sample)), ...(sequence ? { [sequence.field]: 1 } : {}) }, store);
}

/** A row that only the product writes. */
async function insert(entity: Entity, body: Json, { server: { pool } }: Store): Promise<Json> {
  const names = Object.keys(body).filter((name) => entity.fields.some((field) => field.name === name));
  const columns = names.map((name) => `"${name}"`).join(', ');
  const { rows } = await pool.query(
    `insert into "${entity.table}" (${columns}, creater, updater) select ${columns}, 'admin', 'admin' from jsonb_populate_record(null::"${entity.table}", $1) returning id::text as id, rev`,
    [JSON.stringify(body)],
  );
  return { ...body, ...(rows[0] as Json) };
}

/**
 * Makes a row one of the company, and no more than that: what must match its company, such as an account of it, is left
 * out.
 */
async function give(
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
  const left = [...(through === undefined ? [] : [through]), ...matching].map((one) => `, "${one}" = null`).join('');
  await pool.query(`update "${table}" set "${field}" = $2, creater = 'admin'${left} where id = $1`, [
    row['id'],
    COMPANIES[company],
  ]);
  const { rows } = await pool.query(`select * from "${table}" where id = $1`, [row['id']]);
  return { ...row, ...(rows[0] as Json), id: row['id'], [access.company]: COMPANIES[company], entity: name };
}
