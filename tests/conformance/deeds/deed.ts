import { isDeepStrictEqual } from 'node:util';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Entity, Field } from '../../../generator/model/types.ts';
import type { Answer, Json } from '../../http/server.ts';
import { isForever } from '../cases.ts';
import { shown, type Store } from '../judges/api.ts';
import { madeAs } from '../neededRows.ts';
import { isWritable, type Row, type Sample, type Sampler } from '../sampleRow.ts';

/** What words of a schema make of records, and not what they refuse: done through the running product, and told where it is otherwise. */
export interface Deed {
  title: string;
  /** the words that show in it, by the names of their mutants: `x-compute fee` */
  rules: string[];
  /** What is otherwise than the schema says, in words. Leaves nothing behind that stands in the way of another time. */
  ask(): Promise<string[]>;
}

/** What deeds are done with, and how many records are drawn at most until each word shows in one. */
export interface DeedGround {
  sampler: Sampler;
  store: Store;
  turns: number;
  /** the record that is drawn at first, where one serves several words */
  first?: Sample | undefined;
}

/** A record with all that can be written, at first that which serves several words; later with some of it. */
export const drawnFor = ({ sampler, first }: DeedGround, { name }: Entity, turn: number): Sample | undefined =>
  (turn === 0 && first?.entity.name === name ? first : sampler.find(name, { fields: turn < 2 ? 'all' : 'some' }));

/** What a create of a sample sends: codes that are never given twice are new ones. */
export async function freshBody({ sampler, store }: DeedGround, sample: Sample): Promise<Row> {
  const body = await store.body(sample);
  for (const field of sample.entity.fields) if (isForever(sample.entity, field) && field.name in body) body[field.name] = sampler.drawUnused(sample.entity, field);
  return body;
}

/** How a record is made: with what over the sample's own values, without which of them, and by whom. */
export interface RecordWish { change?: Row; without?: readonly string[]; token?: string }

/** Creates a record of a sample, works on it, and takes it away; a refusal is told in words. */
export async function withRecord(ground: DeedGround, sample: Sample, work: (row: Json) => Promise<string[]>, { change = {}, without = [], token }: RecordWish = {}): Promise<string[]> {
  const { entity } = sample;
  const answer = await create(ground, entity, omit({ ...await freshBody(ground, sample), ...change }, without), token);
  if (answer.status !== 201) return [`a new ${entity.name} was refused with ${answer.status} ${answer.text}`];
  try {
    return await work(answer.result as Json);
  } finally {
    await takeAway(ground, entity, answer.result as Json, token);
  }
}

export const create = ({ store }: DeedGround, { name }: Entity, body: Row, token?: string): Promise<Answer> =>
  store.server.call('POST', `/api/${name}`, { body: { ...body, acceptWarnings: true }, ...(token === undefined ? {} : { token }) });

/** Deletes a record as it stands now, if it is still there; what may not be deleted goes past the server. */
export async function takeAway({ store: { server } }: DeedGround, entity: Entity, row: Json, token?: string): Promise<void> {
  const path = `/api/${entity.name}/${row['id']}`;
  const there = await server.call('GET', path);
  if (there.status !== 200) return;
  const deleted = await server.call('DELETE', path, { body: { rev: there.result['rev'] }, ...(token === undefined ? {} : { token }) });
  if (deleted.status === 200) return;
  for (const { entity: name, via } of entity.children) {
    const below = server.kernel.registry.model.entities[name]!;
    await server.pool.query(`update "${below.table}" set "delFlag" = 'Y' where "${via}"::text = $1`, [String(row[fieldNamed(below, via).ref!.by])]);
  }
  await server.pool.query(`update "${entity.table}" set "delFlag" = 'Y' where id = $1`, [row['id']]);
}

/** Where a record reads otherwise than it must. */
export function otherwise({ fields }: Entity, expected: Row, row: Json): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    if (!field) return [];
    const must = shown(field, value);
    return isDeepStrictEqual(row[name] ?? null, must) ? [] : [`${name} must be ${JSON.stringify(must)} and is ${JSON.stringify(row[name])}`];
  });
}

/** The first of several samples that shows a thing, and those after it that show what none before did. */
export async function showing<T>(wanted: readonly string[], turns: number, draw: (turn: number) => Promise<{ shows: readonly string[]; deed: T } | undefined>): Promise<{ shows: string[]; deed: T }[]> {
  const left = new Set(wanted);
  const found: { shows: string[]; deed: T }[] = [];
  for (let turn = 0; turn < turns && left.size > 0; turn++) {
    const drawn = await draw(turn);
    const shows = (drawn?.shows ?? []).filter((name) => left.has(name));
    if (!drawn || shows.length === 0) continue;
    for (const name of shows) left.delete(name);
    found.push({ shows, deed: drawn.deed });
  }
  return found;
}

export const omit = (row: Row, names: readonly string[]): Row => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/** A value that a field takes, with the row that it leads to. */
export async function valueFor({ sampler, store }: DeedGround, field: Field): Promise<unknown> {
  if (field.ref && !field.ref.open) return (await store.stored(sampler.sample(madeAs(sampler.model, field.ref.entity), { where: field.ref.where })))[field.ref.by];
  if (field.optionList === undefined) return sampler.draw(field);
  const { name, optionLists } = Object.values(sampler.model.entities).find((one) => one.optionLists)!;
  return (await store.stored(sampler.sample(name, { fields: 'least', fixed: { [optionLists!.list]: field.optionList, [optionLists!.active]: 'Y' } })))[optionLists!.code];
}

/** A field of an entity by its name. */
export const fieldNamed = ({ fields }: Entity, name: string): Field => fields.find((field) => field.name === name)!;

/** Whether a field is in capitals by its own word, and not by its kind's form. */
export const isFolded = (field: Field): boolean => isWritable(field) && field.normalize.includes('upper') && KINDS[field.kind].normalise('a', { ...field, normalize: [] }) !== 'A';
