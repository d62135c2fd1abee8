import type { EvaluationContext } from '../../../generator/language/evaluation/evaluator.ts';
import { lookedUp as fieldsRead } from '../../../generator/language/evaluation/lookups.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Lookup } from '../../../generator/model/lookup.ts';
import type { Json } from '../../http/server.ts';
import type { Store } from '../oracles/api.ts';
import { concreteEntity, isOf, mustMatchFormula, statesForChildren } from '../neededRows.ts';
import { PERSON } from '../caller.ts';
import { isReadByDay, lookupsRead } from '../readByRules.ts';
import { isWritable } from '../sampler/fields.ts';
import type { Sampler } from '../sampler/sampler.ts';
import { TODAY } from '../today.ts';
import type { Row, Sample } from '../sample.ts';
import { valueFor, type ScenarioFixture } from './scenario.ts';

/**
 * The values that expressions of a stored record read: parent, children and lookups, read without the kernel's code.
 *
 * @param user the caller that expressions see
 */
export async function contextOf(
  fixture: ScenarioFixture,
  entity: Entity,
  row: Row,
  user: NonNullable<EvaluationContext['user']> = PERSON,
): Promise<EvaluationContext> {
  const { sampler, store } = fixture;
  const parent = await readParent(fixture, entity, row);
  const children: Record<string, Json[]> = {};
  for (const { entity: name, via } of entity.children) {
    // a record that was read contains its children
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
  const context: EvaluationContext = {
    ...sampler.context({ children: {} }),
    mode: 'update',
    today: TODAY,
    user,
    children,
    ...(parent ? { parent } : {}),
  };
  return { ...context, lookups: await lookedUp(fixture, entity, row, context) };
}

/** The parent of a record. */
async function readParent(fixture: ScenarioFixture, entity: Entity, row: Row): Promise<Json | undefined> {
  for (const { entity: name, via } of entity.parents) {
    if (row[via] == null) continue;
    const { by } = entity.fields.find((field) => field.name === via)!.ref!;
    const id = await idOf(fixture, fixture.sampler.model.entities[name]!, { [by]: row[via] });
    if (id !== undefined) return fixture.store.server.read(name, id);
  }
  return undefined;
}

async function lookedUp(
  fixture: ScenarioFixture,
  entity: Entity,
  row: Row,
  context: EvaluationContext,
): Promise<RowsFound> {
  const found: RowsFound = {};
  for (const { lookup, keyOf } of fixture.sampler.evaluatorOf(entity).lookups) {
    const key = keyOf(row, { ...context, lookups: found });
    const target = fixture.sampler.model.entities[lookup.entity]!;
    const id = key && (await idOf(fixture, target, key, lookup));
    if (id === undefined) continue;
    found[lookup.name] = {
      ...(await fixture.store.server.read(target.name, id)),
      ...(lookup.covering && (await countsOf(fixture, target, key!, lookup))),
    };
  }
  return found;
}

/** How many rows a lookup by period has to choose from. */
async function countsOf({ store }: ScenarioFixture, { table }: Entity, key: Row, lookup: Lookup): Promise<Row> {
  const { from, to, narrow = [], prefer = [] } = lookup.covering!;
  const selecting = narrow.map(({ field }) => field);
  const { rows } = await store.server.pool.query(`select to_json(t) as row from "${table}" t where "delFlag" = 'N'`);
  const candidates = (rows as { row: Row }[])
    .map(({ row }) => row)
    .filter(
      (row) =>
        String(row[from]) <= String(key[from]) &&
        (row[to] == null || String(row[to]) >= String(key[to])) &&
        prefer.every(
          ({ field, orOther }) => orOther || row[field] == null || String(row[field]) === String(key[field]),
        ) &&
        lookup.by.every(({ field }) => String(row[field]) === String(key[field])),
    );
  const matches = candidates.filter((row) =>
    selecting.every((name) => key[name] == null || String(row[name]) === String(key[name])),
  );
  return { candidates: candidates.length, matches: matches.length };
}

/**
 * The existing row with these values: the latest up to a day, or the preferred or first one that covers two days, if
 * the lookup says so.
 */
async function idOf(
  { store }: ScenarioFixture,
  { table }: Entity,
  key: Row,
  { latest, covering }: Partial<Lookup> = {},
): Promise<string | undefined> {
  const prefer = new Map((covering?.prefer ?? []).map(({ field, orOther }) => [field, orOther === true]));
  // a condition of `narrow` without a value does not apply
  const names = Object.keys(key).filter((name) => key[name] != null);
  const unknown = [...prefer.keys()].filter((name) => key[name] == null && !prefer.get(name));
  const conditions = names.map((name, place) => {
    const value = `$${place + 1}`;
    if (name === latest?.field)
      return `"${name}" <= ${value}::date${latest.within === undefined ? '' : ` and "${name}" >= ${value}::date - ${latest.within}`}`;
    if (name === covering?.from) return `"${name}" <= ${value}::date`;
    if (name === covering?.to) return `("${name}" is null or "${name}" >= ${value}::date)`;
    const isEqual = `"${name}"::text = ${value}`;
    if (!prefer.has(name)) return isEqual;
    return prefer.get(name) ? `(true or ${isEqual})` : `("${name}" is null or ${isEqual})`;
  });
  conditions.push(...unknown.map((name) => `"${name}" is null`));
  const ranks = [...prefer.keys()]
    .filter((name) => names.includes(name))
    .map((name) => `coalesce("${name}"::text = $${names.indexOf(name) + 1}, false) desc`);
  const { rows } = await store.server.pool.query(
    `select id::text as id from "${table}" where "delFlag" = 'N' and ${conditions.join(' and ')} order by ${latest ? `"${latest.field}" desc` : [...ranks, 'id'].join(', ')} limit 1`,
    names.map((name) => String(key[name])),
  );
  return (rows[0] as { id: string } | undefined)?.id;
}

/** Recomputes the values that the parent of a row derives from its children, directly in the database. */
export async function recomputeParent(fixture: ScenarioFixture, entity: Entity, row: Row): Promise<void> {
  for (const { entity: name } of entity.parents) {
    const above = fixture.sampler.model.entities[name]!;
    const parentRow = await readParent(
      fixture,
      { ...entity, parents: entity.parents.filter((one) => one.entity === name) },
      row,
    );
    const computed = above.fields
      .filter(({ compute }) => compute && /\bchildren\./.test(compute.expr))
      .map((field) => field.name);
    if (!parentRow || computed.length === 0) continue;
    const values = fixture.sampler
      .evaluatorOf(above)
      .compute(
        { ...parentRow, ...Object.fromEntries(computed.map((field) => [field, null])) },
        await contextOf(fixture, above, parentRow),
      );
    await fixture.store.server.pool.query(
      `update "${above.table}" set ${computed.map((field, place) => `"${field}" = $${place + 2}`).join(', ')} where id = $1`,
      [parentRow['id'], ...computed.map((field) => values[field])],
    );
  }
}

/**
 * Stores the rows that the lookups of a sample find, so that its formulas have values to read.
 *
 * @param above the parent, of a sample that is created with it
 * @param isNeeded whether the row of a lookup is to be stored; default: all
 * @returns the rows, by name of the lookup
 */
export async function storeLookups(
  fixture: ScenarioFixture,
  sample: Sample,
  above?: Row,
  isNeeded: (lookup: Lookup) => boolean = () => true,
): Promise<RowsFound> {
  const { sampler, store } = fixture;
  const { entity, parent } = sample;
  const found: RowsFound = {};
  if (entity.lookups.length === 0) return found;
  const row = { ...sample.full, ...(await store.body(sample)) };
  const parentRow =
    above ?? (parent && (await store.server.read(parent.entity.name, (await store.stored(parent))['id'])));
  const read = fieldsRead(entity, sampler.model);
  for (const { lookup, keyOf } of sampler.evaluatorOf(entity).lookups) {
    const key = keyOf(row, { today: TODAY, user: PERSON, lookups: found, ...(parentRow ? { parent: parentRow } : {}) });
    // the sample is valid without the row of that day, and no scenario omits a value that then needs it
    const isAbsent =
      lookup.latest &&
      lookupsRead(entity).has(lookup.name) &&
      !sample.lookups?.[lookup.name] &&
      !entity.fields.some((field) => isReadByDay(entity, field) && sample.row[field.name] != null);
    if (!key || isAbsent || !isNeeded(lookup)) continue;
    const target = sampler.model.entities[concreteEntity(sampler.model, lookup.entity)]!;
    const ofDay = lookup.latest && sampler.known(target.name, key);
    const id =
      (await idOf(fixture, target, key, lookup)) ??
      (ofDay ? String((await store.stored(ofDay))['id']) : await madeFor(fixture, target, key, parent));
    if (id === undefined) continue;
    await nameByNumber(fixture, { sample, lookup, target }, id);
    await fillIn(fixture, target, id, read[lookup.name]!, requiredOf(entity, lookup, row));
    found[lookup.name] = await store.server.read(target.name, id);
  }
  return found;
}

/** The rows that lookups find, by name of the lookup. */
type RowsFound = Record<string, Json | undefined>;

/**
 * The values that rules require a looked-up row to share with a row: `self.cur == lookup.company.baseCur` and
 * `self.billCompany in lookup.supplier.claimedBy`.
 */
const requiredOf = ({ rules }: Entity, { name }: Lookup, row: Row): Row =>
  Object.fromEntries(
    rules
      .flatMap(({ assert }) => [
        ...assert.matchAll(new RegExp(`\\bself\\.(\\w+) (==|in) lookup\\.${name}\\.(\\w+)`, 'g')),
      ])
      .filter(([, own]) => row[own!] != null)
      .map(([, own, operator, there]) => [there!, operator === 'in' ? [row[own!]] : row[own!]]),
  );

/**
 * Enters references to rows that must match a formula over looked-up rows: an account of the supplier that is found. No
 * row generated before can match.
 */
export async function enterMatching(fixture: ScenarioFixture, sample: Sample, lookups: RowsFound): Promise<void> {
  const { sampler, store } = fixture;
  const { entity, row, full } = sample;
  const computed = sampler.evaluatorOf(entity).compute(full, { ...sampler.context(sample), lookups });
  for (const field of entity.fields.filter((one) => isWritable(one) && mustMatchFormula(entity, one))) {
    const { match = {}, by, entity: name } = field.ref!;
    const key = Object.fromEntries(Object.entries(match).map(([own, there]) => [there, computed[own]]));
    if (Object.values(key).includes(null)) continue;
    const target = sampler.model.entities[concreteEntity(sampler.model, name)]!;
    const id = (await idOf(fixture, target, key)) ?? (await madeFor(fixture, target, key, undefined));
    if (id === undefined) continue;
    const value = (await store.server.read(target.name, id))[by];
    for (const values of [row, full]) values[field.name] = value;
  }
}

/** Enters the running number of a looked-up row in the field that names the row, as nobody can choose such a number. */
async function nameByNumber(
  { store }: ScenarioFixture,
  { sample, lookup, target }: { sample: Sample; lookup: Lookup; target: Entity },
  id: string,
): Promise<void> {
  for (const { field, expr } of lookup.by) {
    const own = sample.entity.fields.find(({ name }) => expr === `self.${name}`);
    if (!own || !target.fields.some(({ name, number }) => name === field && number !== undefined)) continue;
    const value = (await store.server.read(target.name, id))[field];
    for (const values of [sample.row, sample.full]) values[own.name] = value;
  }
}

/**
 * Sets the missing values of a looked-up row that expressions read: rows referred to have only their required fields.
 * If a value is computed from further lookups, sets the values of those.
 *
 * @param required values that it must have; of a list, items
 */
async function fillIn(
  fixture: ScenarioFixture,
  target: Entity,
  id: string,
  names: readonly string[],
  required: Row = {},
): Promise<void> {
  for (const name of names) {
    const { store } = fixture;
    const field = target.fields.find((one) => one.name === name);
    const row = await store.server.read(target.name, id);
    const added = [required[name] ?? []].flat().filter((one) => ![row[name] ?? []].flat().includes(one));
    const isComplete = row[name] != null && (!Array.isArray(row[name]) || added.length === 0);
    if (!field || isComplete) continue;
    const change = isWritable(field)
      ? {
          [name]: Array.isArray(required[name])
            ? [...((row[name] as unknown[] | null) ?? []), ...added]
            : (required[name] ?? (await valueFor(fixture, field))),
        }
      : await fillInLookups(fixture, target, row, field);
    if (change)
      await store.server.call('PATCH', `/api/${target.name}/${id}`, {
        body: { ...change, rev: row['rev'], acceptWarnings: true },
      });
  }
}

/**
 * Sets the looked-up values of a field's formula.
 *
 * @returns the body whose save computes the formula; undefined if it reads no lookup
 */
async function fillInLookups(
  fixture: ScenarioFixture,
  target: Entity,
  row: Json,
  { compute }: Field,
): Promise<Row | undefined> {
  const taken = [...(compute?.expr ?? '').matchAll(/\blookup\.(\w+)\.(\w+)/g)];
  if (taken.length === 0) return undefined;
  const { lookups } = await contextOf(fixture, target, row);
  for (const [, lookup, name] of taken) {
    const found = lookups?.[lookup!];
    if (found)
      await fillIn(
        fixture,
        fixture.sampler.model.entities[target.lookups.find((one) => one.name === lookup)!.entity]!,
        String(found['id']),
        [name!],
      );
  }
  return {};
}

/** Creates a row with these values, under the same parent if it is its child. */
async function madeFor(
  { sampler, store }: ScenarioFixture,
  target: Entity,
  key: Row,
  parent: Sample | undefined,
): Promise<string | undefined> {
  const beside = parent && target.parents.some((one) => isOf(parent.entity, one.entity)) ? parent : undefined;
  const vias = target.parents.map(({ via }) => via);
  const fixed = Object.fromEntries(
    Object.entries(key).filter(
      ([name, value]) =>
        value != null &&
        !(beside && vias.includes(name)) &&
        target.fields.some((field) => field.name === name && isWritable(field)),
    ),
  );
  await storeReferred(sampler, store, target, fixed);
  const options = { fields: 'all', fixed, ...(beside ? { parent: beside } : {}) } as const;
  // with two children, as some formulas read their order
  const sample = sampler.find(target.name, { ...options, siblings: 2 }) ?? sampler.find(target.name, options);
  if (!sample) return undefined;
  const answer = await opened(store, beside, target, async () =>
    store.server.call('POST', `/api/${target.name}`, { body: { ...(await store.body(sample)), acceptWarnings: true } }),
  );
  if (answer.status !== 201) return undefined;
  const { id } = answer.result as { id: string };
  // a lookup of rows in a state; other tests cover the steps that lead to it
  for (const { name } of target.fields.filter((field) => field.state && key[field.name] != null))
    await store.server.pool
      .query(`update "${target.table}" set "${name}" = $2 where id = $1`, [id, key[name]])
      .catch(() => undefined);
  return id;
}

/** Stores the rows that references refer to by a given code, such as the currencies of a rate. */
async function storeReferred(sampler: Sampler, store: Store, { fields }: Entity, fixed: Row): Promise<void> {
  for (const { name, ref } of fields) {
    if (!(name in fixed) || !ref || ref.open || ref.by === 'id') continue;
    const row = sampler.rowByCode(concreteEntity(sampler.model, ref.entity), ref.by, String(fixed[name]));
    if (row) await store.stored(row);
  }
}

/** Runs `work` while the parent, if the entity is its child, is in states in which a child can be added. */
export async function opened<T>(
  store: Store,
  parent: Sample | undefined,
  child: Entity,
  work: () => Promise<T>,
): Promise<T> {
  if (!parent || parent.entity.machines.length === 0 || !child.parents.some((one) => isOf(parent.entity, one.entity)))
    return work();
  const { machines } = parent.entity;
  const { id } = await store.stored(parent);
  const states = {
    ...Object.fromEntries(machines.map(({ field, initial }) => [field, initial])),
    ...statesForChildren(parent.entity, child),
  };
  return inStates(store, parent.entity, String(id), states, work);
}

/** Runs `work` while a record has other states, which are written directly in the database. */
export async function inStates<T>(
  { server: { pool } }: Store,
  { table, machines }: Entity,
  id: string,
  states: Row,
  work: () => Promise<T>,
): Promise<T> {
  const write = async (values: Row) => {
    for (const [field, state] of Object.entries(values))
      await pool.query(`update "${table}" set "${field}" = $2 where id = $1`, [id, state]);
  };
  const before = (await pool.query(`select * from "${table}" where id = $1`, [id])).rows[0] as Row;
  await write(states);
  try {
    return await work();
  } finally {
    await write(Object.fromEntries(machines.map(({ field }) => [field, before[field]])));
  }
}
