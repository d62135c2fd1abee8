import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { compiledModel } from '../compiledModel.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import { importableFields } from '../../server/kernel/exchange/mapping/fields.ts';
import { KEY_SEPARATOR, keyFields } from '../../server/spreadsheet/keyText.ts';
import type { Answer, Json, TestServer } from '../http/server.ts';
import { cellsOf } from '../kernel/transfer/workbooks.ts';
import { validChanges } from './cases.ts';
import type { Row, Sample } from './sample.ts';
import { misread, type Store } from './oracles/api.ts';
import { isChecked } from './checkedEntities.ts';
import { Sampler } from './sampler/sampler.ts';
import { useStore } from './useStore.ts';

/**
 * The checked entities with import: an export can be imported again, unchanged or changed, and so can a filled
 * template.
 */
const model = compiledModel([join(import.meta.dirname, '../../schemas')]);
const sampler = new Sampler(model);
const importable = Object.values(model.entities).filter(
  (entity) => isChecked(entity) && entity.import && !entity.readOnly && !entity.access?.intranet,
);

let server: TestServer;
let store: Store;
useStore((fixture) => {
  ({ server, store } = fixture);
});

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const sheet = (lines: readonly string[][]): string =>
  lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
const cellOf = (value: unknown): string =>
  value == null ? '' : Array.isArray(value) ? value.join(';') : String(value);

/** Imports a file. Without `columns`, columns are mapped by their headings. */
async function send(entity: Entity, file: string | Buffer, name: string, columns?: Json): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name);
  if (columns) form.append('mapping', JSON.stringify({ columns }));
  form.append('acceptWarnings', 'true');
  return server.call('POST', `/api/${entity.name}/import?dryRun=false&acceptWarnings=true`, { body: form });
}

/** A sample and its stored row. */
async function stored(entity: Entity): Promise<{ sample: Sample; row: Json }> {
  const sample = sampler.sample(entity.name);
  await setTimeout(20);
  return { sample, row: await server.create(entity.name, await store.body(sample)) };
}

/** The fields of the first required filter for which the row has values. */
const requiredFilter = ({ requireFilter }: Entity['list'], row: Json): readonly string[] =>
  requireFilter.find((names) => names.every((name) => row[name] != null)) ?? requireFilter[0] ?? [];

/** The query for rows that equal a row in some fields, with the filters that the list requires. */
const queryFor = ({ list }: Entity, row: Json, names = ['id']): string =>
  `where=${encodeURIComponent(JSON.stringify([...names, ...requiredFilter(list, row)].map((field) => ({ name: field, type: 'equal', value: row[field] }))))}`;

describe.each(importable.map((entity): [string, Entity] => [entity.name, entity]))('%s', (name, entity) => {
  const fields = importableFields(entity).filter((field) => !field.writeOnly && !field.sensitive);
  const identity = Object.fromEntries(fields.map((field) => [field.name, field.name]));
  const download = (row: Json, format: string) =>
    server.download(
      `/api/${name}/export?format=${format}&columns=${fields.map((field) => field.name).join()}&${queryFor(entity, row)}`,
      { 'accept-language': 'zh-CN' },
    );
  const upserts = entity.import!.mode === 'upsert';

  test('imports its own export, unchanged and with a change', async () => {
    const { sample, row } = await stored(entity);
    const before = await server.footprint();
    for (const format of ['xlsx', 'csv']) {
      const { bytes } = await download(row, format);
      const lines = format === 'xlsx' ? await cellsOf(bytes) : [];
      const answer = await send(
        entity,
        bytes,
        `${name}.${format}`,
        Object.fromEntries(
          (lines[0] ?? fields.map((field) => field.label.zh)).map((heading, place) => [heading, fields[place]!.name]),
        ),
      );
      if (entity.import!.mode !== 'insert')
        expect(answer, `${format}: ${answer.text}`).toMatchObject({
          status: 200,
          result: { rows: 1, created: 0, updated: 0, errorCount: 0 },
        });
      else if (entity.import!.key.every((key) => fields.some((field) => field.name === key)))
        expect(answer.result.errors.map(({ key }: Json) => key)).toEqual(
          entity.import!.key.map(() => 'MSG_upload_0091'),
        );
      else {
        // the server numbers imported rows: they are new ones, unless another rule forbids equal rows
        const { created, errors } = answer.result;
        expect(created + errors.length, answer.text).toBe(1);
        expect(entity.unique.map(({ key }) => key)).toEqual(expect.arrayContaining(errors.map(({ key }: Json) => key)));
        if (created === 1) return;
      }
      expect(await server.footprint()).toBe(before);
    }
    if (!upserts) return;
    const exported = await server.download(`/api/${name}/export?format=xlsx&${queryFor(entity, row)}`);
    const back = await send(entity, exported.bytes, `${name}.xlsx`);
    expect(back, `as exported from the list: ${back.text}`).toMatchObject({
      status: 200,
      result: { rows: 1, created: 0, updated: 0, errorCount: 0 },
    });
    expect(await server.footprint()).toBe(before);
    const key = new Set([
      ...entity.import!.key,
      ...entity.key,
      ...entity.unique.flatMap((rule) => rule.fields),
      ...entity.noOverlap.flatMap(({ from, to }) => [from, to]),
    ]);
    const evaluator = sampler.evaluatorOf(entity);
    const context = sampler.context(sample, sample.full);
    // each change is valid after those before it, but may be invalid by itself
    const isValid = (change: Row): boolean =>
      evaluator.validate(evaluator.compute({ ...sample.full, ...change }, context), context).length === 0;
    const change = validChanges(sample, sampler).find(
      ({ field, value }) =>
        fields.includes(field) &&
        !key.has(field.name) &&
        !field.compute &&
        value !== null &&
        isValid({ [field.name]: value }) &&
        cellOf(value) !== cellOf(row[field.name]),
    );
    if (!change) return;
    const lines = (await cellsOf((await download(row, 'xlsx')).bytes)).map((cells) => [...cells]);
    const place = fields.indexOf(change.field);
    lines[1]![place] = cellOf(change.value);
    const answer = await send(
      entity,
      sheet([
        fields.map((field) => field.name),
        lines[1]!.concat(Array.from({ length: fields.length - lines[1]!.length }, () => '')),
      ]),
      `${name}.csv`,
      identity,
    );
    expect(answer, `${change.field.name}: ${answer.text}`).toMatchObject({
      status: 200,
      result: { rows: 1, created: 0, updated: 1, errorCount: 0 },
    });
    const now = await server.read(name, row['id']);
    expect(misread(entity, { [change.field.name]: change.value }, now)).toEqual([]);
    expect(now['rev']).toBe(row['rev'] + 1);
  });

  test('imports a filled template in which the key identifies a row', async () => {
    const sample = sampler.sample(name);
    await setTimeout(20);
    const body = await store.body(sample);
    const filled = fields.filter((field) => body[field.name] != null && fitsCell(field));
    const headings = (
      await cellsOf((await server.download(`/api/${name}/template`, { 'accept-language': 'en-US' })).bytes)
    )[0]!;
    const all = importableFields(entity);
    expect(headings).toHaveLength(all.length);
    const line = await Promise.all(
      all.map(async (field) => (filled.includes(field) ? cellOf(await cellValue(field, body)) : '')),
    );
    const form = sheet([headings, line]);
    const answer = await send(
      entity,
      form,
      `${name}.csv`,
      Object.fromEntries(headings.map((heading, place) => [heading, all[place]!.name])),
    );
    expect(answer, answer.text).toMatchObject({
      status: 200,
      result: { rows: 1, created: 1, updated: 0, errorCount: 0 },
    });
    const { records } = (
      await server.call('GET', `/api/${name}?sort=-createAt&pageSize=1&${queryFor(entity, body, [])}`)
    ).result;
    expect(
      misread(entity, Object.fromEntries(filled.map((field) => [field.name, body[field.name]])), records[0]),
    ).toEqual([]);
  });
});

/** Whether a value of the field fits into a cell. */
const fitsCell = ({ kind }: Field): boolean => kind !== 'files' && kind !== 'file' && kind !== 'json';

/** The text for a cell: the key of the row for a reference by id, else the value. */
async function cellValue(field: Field, body: Row): Promise<unknown> {
  const value = body[field.name];
  const parts = field.ref?.by === 'id' ? keyFields(model.entities[field.ref.entity]!) : undefined;
  if (!parts) return value;
  const target = await server.read(field.ref!.entity, String(value));
  return parts.map((part) => target[part.name]).join(KEY_SEPARATOR);
}
