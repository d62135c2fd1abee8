import { isFileField } from '../../../generator/language/attachment.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { pdf } from '../../fixtures/attachments.ts';
import type { Answer, Json } from '../../http/server.ts';
import { isNeverReused } from '../cases.ts';
import type { Row, Sample } from '../sample.ts';
import { withFormulae } from '../readByRules.ts';
import { isWritable } from '../sampler/fields.ts';
import { erase } from './erase.ts';
import { fieldNamed, omit, type ScenarioFixture } from './scenario.ts';
import { recomputeParent } from './evaluationContext.ts';

/** The create body of a sample; codes that cannot be reused are new. */
export async function freshBody({ sampler, store }: ScenarioFixture, sample: Sample): Promise<Row> {
  const body = await store.body(sample);
  for (const field of sample.entity.fields)
    if (isNeverReused(sample.entity, field) && field.name in body)
      body[field.name] = sampler.drawUnused(sample.entity, field);
  return body;
}

/** How a record is created: changed values, omitted fields, the caller, and the children that are added later. */
export interface RecordOptions {
  change?: Row;
  without?: readonly string[];
  token?: string;
  added?: readonly Sample[];
}

/**
 * Creates a record of a sample, runs `work` and removes the record.
 *
 * @returns the failures, a refused create among them
 */
export async function withRecord(
  fixture: ScenarioFixture,
  sample: Sample,
  work: (row: Json) => Promise<string[]>,
  { change = {}, without = [], token, added = [] }: RecordOptions = {},
): Promise<string[]> {
  const { entity } = sample;
  const fresh = await freshBody(fixture, sample);
  const own = token === undefined ? fresh : await withOwnFiles(fixture, entity, fresh, token);
  const body = { ...own, ...defaultsOfChildren(sample, own, without), ...change };
  const referred = await rowsReferredTo(fixture, [...Object.values(sample.children).flat(), ...added], entity);
  const answer = await create(fixture, entity, omit(body, without), token);
  if (answer.status !== 201) return [`a new ${entity.name} was refused with ${answer.status} ${answer.text}`];
  try {
    return await work(answer.result as Json);
  } finally {
    const isErased = await removeRecord(fixture, entity, answer.result as Json, token);
    if (isErased) for (const { table, row } of referred) await restoreRow(fixture, table, row);
  }
}

/** A row as stored. */
interface StoredRow {
  table: Entity;
  row: Row;
}

/** The rows to which children of an entity refer, as stored: the product may change their states with a child. */
async function rowsReferredTo(
  { store }: ScenarioFixture,
  children: readonly Sample[],
  entity: Entity,
): Promise<StoredRow[]> {
  const vias = entity.children.map(({ via }) => via);
  const targets = children.flatMap(({ links }) =>
    links.filter(({ field }) => !vias.includes(field)).flatMap((link) => link.targets),
  );
  const rows: StoredRow[] = [];
  for (const target of new Set(targets)) {
    if (target.entity.machines.length === 0 || !(await store.accepts(target))) continue;
    const { id } = await store.stored(target);
    const found = await store.server.pool.query(
      `select to_jsonb(t) as row from "${target.entity.table}" t where id = $1`,
      [id],
    );
    rows.push({ table: target.entity, row: found.rows[0].row as Row });
  }
  return rows;
}

/** Writes the states and server-written values of a row again, directly in the database. */
async function restoreRow({ store: { server } }: ScenarioFixture, { table, fields }: Entity, row: Row): Promise<void> {
  const names = fields.filter((field) => !isWritable(field) && field.name in row).map(({ name }) => `"${name}"`);
  await server.pool.query(
    `update "${table}" set (${names.join(', ')}) = (select ${names.join(', ')} from jsonb_populate_record(null::"${table}", $2)) where id = $1`,
    [row['id'], JSON.stringify(row)],
  );
}

/**
 * The children of a body, with the values of their defaults that read a parent's field that is omitted or computed from
 * one.
 */
function defaultsOfChildren({ entity: parent, children }: Sample, body: Row, omitted: readonly string[]): Row {
  const isLost = (expr = ''): boolean => {
    const read = [...expr.matchAll(/\bparent\.(\w+)/g)].map(([, name]) => `self.${name}`).join(' ');
    const text = withFormulae(parent, read);
    return omitted.some((name) => new RegExp(`\\bself\\.${name}\\b`).test(text));
  };
  return Object.fromEntries(
    Object.entries(children).map(([name, samples]) => [
      name,
      samples.map(({ entity, full }, place) => ({
        ...Object.fromEntries(
          entity.fields
            .filter((field) => isWritable(field) && isLost(field.defaultExpr) && full[field.name] != null)
            .map((field) => [field.name, full[field.name]]),
        ),
        ...(body[name] as Row[])[place],
      })),
    ]),
  );
}

/**
 * The body with files that its caller uploaded: a caller cannot submit files of other users. Those of the body are the
 * administrator's already, who has more unused files than an upload may exceed.
 */
export async function withOwnFiles(fixture: ScenarioFixture, entity: Entity, body: Row, token: string): Promise<Row> {
  const { store } = fixture;
  if (token === store.server.token) return body;
  const own = { ...body };
  for (const field of entity.fields.filter((one) => isFileField(one) && body[one.name] != null)) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(pdf('paper'))]), 'paper.pdf');
    const { id } = (await store.server.call('POST', '/api/files', { token, body: form })).result;
    own[field.name] = field.kind === 'file' ? id : [id];
  }
  for (const { entity: child } of entity.children) {
    const below = fixture.sampler.model.entities[child]!;
    const rows = body[child] as Row[] | undefined;
    if (rows?.length && below.fields.some(isFileField))
      own[child] = await Promise.all(rows.map((row) => withOwnFiles(fixture, below, row, token)));
  }
  return own;
}

/** Creates a record, accepting its warnings. */
export const create = ({ store }: ScenarioFixture, { name }: Entity, body: Row, token?: string): Promise<Answer> =>
  store.server.call('POST', `/api/${name}`, {
    body: { ...body, acceptWarnings: true },
    ...(token === undefined ? {} : { token }),
  });

/**
 * Deletes a record if it still exists. If the API refuses, deletes it in the database with the rows that refer to
 * it, and restores what it changed in its parent.
 *
 * @returns whether it was deleted in the database
 */
export async function removeRecord(
  fixture: ScenarioFixture,
  entity: Entity,
  row: Json,
  token?: string,
): Promise<boolean> {
  const { server } = fixture.store;
  const path = `/api/${entity.name}/${row['id']}`;
  const current = await server.call('GET', path);
  if (current.status !== 200) return false;
  const deleted = await server.call('DELETE', path, {
    body: { rev: current.result['rev'] },
    ...(token === undefined ? {} : { token }),
  });
  if (deleted.status === 200) return false;
  await erase(server.pool, fixture.sampler.model, entity, row);
  await restoreParent(fixture, entity, current.result as Json);
  await recomputeParent(fixture, entity, row);
  return true;
}

/** Writes the values that a child replaced to its parent, where that still has those of the child (`x-child.sets`). */
async function restoreParent({ sampler, store }: ScenarioFixture, entity: Entity, row: Json): Promise<void> {
  for (const { entity: name, via } of entity.parents) {
    const { table, children } = sampler.model.entities[name]!;
    const { by } = fieldNamed(entity, via).ref!;
    const sets = children.find((child) => child.entity === entity.name && child.via === via)?.sets ?? {};
    for (const [own, { to, was }] of Object.entries(sets))
      if (row[to] != null)
        await store.server.pool.query(
          `update "${table}" set "${own}" = $2 where "${by}"::text = $1 and "${own}" = $3`,
          [String(row[via]), row[was] ?? null, row[to]],
        );
  }
}
