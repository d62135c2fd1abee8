import type { Entity } from '../../../generator/model/entity.ts';
import { pdf } from '../../fixtures/attachments.ts';
import type { Answer, Json } from '../../http/server.ts';
import { isForever } from '../cases.ts';
import type { Row, Sample } from '../sample.ts';
import { holdsFiles } from '../sampleRow.ts';
import { fieldNamed, omit, type DeedGround } from './deed.ts';
import { settleWhole } from './surroundings.ts';

/** What a create of a sample sends: codes that are never given twice are new ones. */
export async function freshBody({ sampler, store }: DeedGround, sample: Sample): Promise<Row> {
  const body = await store.body(sample);
  for (const field of sample.entity.fields)
    if (isForever(sample.entity, field) && field.name in body)
      body[field.name] = sampler.drawUnused(sample.entity, field);
  return body;
}

/** How a record is made: with what over the sample's own values, without which of them, and by whom. */
export interface RecordWish {
  change?: Row;
  without?: readonly string[];
  token?: string;
}

/** Creates a record of a sample, works on it, and takes it away; a refusal is told in words. */
export async function withRecord(
  ground: DeedGround,
  sample: Sample,
  work: (row: Json) => Promise<string[]>,
  { change = {}, without = [], token }: RecordWish = {},
): Promise<string[]> {
  const { entity } = sample;
  const fresh = await freshBody(ground, sample);
  const own = token === undefined ? fresh : await withOwnFiles(ground, entity, fresh, token);
  const answer = await create(ground, entity, omit({ ...own, ...change }, without), token);
  if (answer.status !== 201) return [`a new ${entity.name} was refused with ${answer.status} ${answer.text}`];
  try {
    return await work(answer.result as Json);
  } finally {
    await takeAway(ground, entity, answer.result as Json, token);
  }
}

/** What a create sends with files that its caller uploads: those of others are not the caller's to hand in. */
export async function withOwnFiles({ store }: DeedGround, entity: Entity, body: Row, token: string): Promise<Row> {
  const given = { ...body };
  for (const field of entity.fields.filter((one) => holdsFiles(one) && body[one.name] != null)) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(pdf('paper'))]), 'paper.pdf');
    const { id } = (await store.server.call('POST', '/api/files', { token, body: form })).result;
    given[field.name] = field.kind === 'file' ? id : [id];
  }
  return given;
}

export const create = ({ store }: DeedGround, { name }: Entity, body: Row, token?: string): Promise<Answer> =>
  store.server.call('POST', `/api/${name}`, {
    body: { ...body, acceptWarnings: true },
    ...(token === undefined ? {} : { token }),
  });

/**
 * Deletes a record as it stands now, if it is still there; what may not be deleted goes past the server, and its whole
 * is as if it had never been.
 */
export async function takeAway(ground: DeedGround, entity: Entity, row: Json, token?: string): Promise<void> {
  const { server } = ground.store;
  const path = `/api/${entity.name}/${row['id']}`;
  const there = await server.call('GET', path);
  if (there.status !== 200) return;
  const deleted = await server.call('DELETE', path, {
    body: { rev: there.result['rev'] },
    ...(token === undefined ? {} : { token }),
  });
  if (deleted.status === 200) return;
  await erase(ground, entity, row);
  await settleWhole(ground, entity, row);
}

/** Marks a record and its parts as deleted past the server. */
async function erase(ground: DeedGround, entity: Entity, row: Row): Promise<void> {
  const {
    sampler,
    store: {
      server: { pool },
    },
  } = ground;
  for (const { entity: name, via } of entity.children) {
    const below = sampler.model.entities[name]!;
    const { rows } = await pool.query(
      `select to_jsonb(t) as row from "${below.table}" t where "${via}"::text = $1 and "delFlag" = 'N'`,
      [String(row[fieldNamed(below, via).ref!.by])],
    );
    for (const { row: part } of rows as { row: Row }[]) await erase(ground, below, part);
  }
  await pool.query(`update "${entity.table}" set "delFlag" = 'Y' where id = $1`, [row['id']]);
}
