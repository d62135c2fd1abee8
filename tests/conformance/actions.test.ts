import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compiledModel } from '../compiledModel.ts';
import { KINDS } from '../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../generator/language/messageKeys.ts';
import type { Action } from '../../generator/model/operation.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import { DOLPHIN_EFFECTS } from '../fixtures/dolphin/effects.ts';
import type { Answer, Json, TestServer } from '../http/server.ts';
import { withoutTrace } from '../http/withoutTrace.ts';
import type { Store } from './oracles/api.ts';
import { writeRow } from './oracles/database.ts';
import { isChecked } from './checkedEntities.ts';
import { concreteEntity } from './neededRows.ts';
import { Sampler } from './sampler/sampler.ts';
import { useStore } from './useStore.ts';

/** The named actions of the checked entities, on generated rows with generated input. */
const root = join(import.meta.dirname, '../..');
const dolphinRoot = join(root, 'tests/fixtures/dolphin');
const model = compiledModel([join(root, 'schemas'), join(root, 'tests/fixtures/schemas'), dolphinRoot]);
const sampler = new Sampler(model);
const cases = Object.values(model.entities)
  .filter(isChecked)
  .flatMap((entity) =>
    entity.actions.map((action): [string, Entity, Action] => [`${entity.name} ${action.name}`, entity, action]),
  );

let server: TestServer;
let store: Store;
let readerToken: string;
useStore(
  async (fixture) => {
    ({ server, store } = fixture);
    await server.create('role', {
      roleName: 'Reads all',
      'role-permission': [{ permissionId: '*.*', actionEntitySet: ['query'] }],
    });
    readerToken = await server.logInAs('reader', 'Reads all');
  },
  { roots: [dolphinRoot], effects: DOLPHIN_EFFECTS },
);

/** Whether an input does not apply to a row (`show`). */
const isHidden = (entity: Entity, { input }: Action, { name }: Field, row: Json): boolean => {
  const condition = input?.show?.[name];
  return condition !== undefined && sampler.evaluatorOf(entity).test(condition, row, {}) === false;
};

/** A valid value for each of the input fields except references. */
const valuesOf = (fields: readonly Field[]): Json =>
  Object.fromEntries(
    fields
      .filter(({ ref, optionList }) => !ref && optionList === undefined)
      .flatMap((field) => {
        const [value] = KINDS[field.kind].boundaries(field).valid;
        return value === undefined ? [] : [[field.name, value]];
      }),
  );

describe.each(cases)('%s', (_, entity, action) => {
  const { name } = entity;
  const references: Json = {};
  const hidden = (row: Json): Field[] =>
    (action.input?.fields ?? []).filter((field) => isHidden(entity, action, field, row));
  const input = (row: Json): Json => {
    const unasked = new Set(hidden(row));
    return { ...valuesOf((action.input?.fields ?? []).filter((field) => !unasked.has(field))), ...references };
  };
  beforeAll(async () => {
    for (const { name: inputField, kind, required, ref } of action.input?.fields ?? []) {
      if (!ref || !required) continue;
      const target = await store.stored(sampler.sample(concreteEntity(model, ref.entity), { where: ref.where }));
      references[inputField] = kind === 'multiRef' ? [target[ref.by]] : target[ref.by];
    }
  });
  const target = async (): Promise<Json> => {
    if (action.on === 'list') return {};
    const body = await store.body(sampler.sample(name));
    return entity.readOnly ? writeRow(server.pool, entity, body) : server.create(name, body);
  };
  const call = (row: Json, input: Json, token?: string): Promise<Answer> =>
    server.call(
      'POST',
      action.on === 'list' ? `/api/${name}/actions/${action.name}` : `/api/${name}/${row['id']}/actions/${action.name}`,
      {
        body: { ...(row['rev'] === undefined ? {} : { rev: row['rev'] }), acceptWarnings: true, ...input },
        ...(token === undefined ? {} : { token }),
      },
    );

  test('is refused without the permission, with valid input', async () => {
    const row = await target();
    expect(await withoutTrace(server, () => call(row, input(row), readerToken))).toMatchObject({
      status: 403,
      key: 'MSG_generic_0403',
    });
  });

  test('reports unknown or missing input at its field', async () => {
    const row = await target();
    expect((await withoutTrace(server, () => call(row, { ...input(row), noSuchInput: 'x' }))).errors).toMatchObject([
      { field: 'noSuchInput', key: MESSAGE.unknownField },
    ]);
    for (const field of (action.input?.fields ?? []).filter(
      (one) => one.required && one.default === undefined && !hidden(row).includes(one),
    )) {
      const answer = await withoutTrace(server, () => call(row, { ...input(row), [field.name]: null }));
      expect(answer.errors, answer.text).toContainEqual(
        expect.objectContaining({ field: field.name, key: MESSAGE.required }),
      );
    }
    for (const field of action.input?.fields ?? []) {
      for (const { value, key } of KINDS[field.kind].boundaries(field).invalid) {
        const wanted = expect.objectContaining({ field: field.name, key });
        const answer = await server.call(
          'POST',
          action.on === 'list'
            ? `/api/${name}/actions/${action.name}`
            : `/api/${name}/${row['id']}/actions/${action.name}`,
          { body: { ...(row['rev'] === undefined ? {} : { rev: row['rev'] }), ...input(row), [field.name]: value } },
        );
        expect(answer.errors, `${field.name} = ${JSON.stringify(value)}: ${answer.text}`).toContainEqual(wanted);
      }
    }
  });

  test.runIf(action.together)('on several rows changes none if one is refused', async () => {
    const rows = [await target(), { ...(await target()), rev: 999 }];
    const items = rows.map(({ id, rev }) => ({ id, rev }));
    const before = await server.footprint();
    const path = `/api/${name}/bulk/${action.name}`;
    const { status, result } = await server.call('POST', path, {
      body: { items, acceptWarnings: true, ...input(rows[0]!) },
    });
    expect(status).toBe(200);
    expect(result.map(({ id, ok }: Json) => [id, ok])).toEqual(rows.map(({ id }) => [id, false]));
    expect(await server.footprint(), 'nothing was written').toBe(before);
  });

  test.runIf(action.on === 'row')('requires the current revision of the row', async () => {
    const row = await target();
    expect((await withoutTrace(server, () => call({ id: row['id'] }, input(row)))).status).toBe(428);
    expect((await withoutTrace(server, () => call({ ...row, rev: 999 }, input(row)))).status).toBe(409);
  });

  test.runIf(action.on === 'row')(
    'runs and appears in the history if the row permits it, and is refused otherwise',
    async () => {
      const row = await target();
      const state = (await server.read(name, row['id']))['_actions'].find((one: Json) => one['name'] === action.name);
      expect(state).toBeDefined();
      if (!state.enabled) {
        const answer = await withoutTrace(server, () => call(row, input(row)));
        expect([403, 409]).toContain(answer.status);
        expect(answer.message).toBe(state.reason);
        return;
      }
      const before = await server.footprint();
      for (const [hiddenName, value] of Object.entries(valuesOf(hidden(row))))
        expect(
          (await withoutTrace(server, () => call(row, { ...input(row), [hiddenName]: value }))).errors,
        ).toContainEqual(expect.objectContaining({ field: hiddenName, key: MESSAGE.inputNotShown }));
      const answer = await call(row, input(row));
      if (answer.status !== 200) {
        // the effect may refuse what the state of the row permits
        expect([400, 409], answer.text).toContain(answer.status);
        expect(await server.footprint()).toBe(before);
        return;
      }
      // an effect may save the row once more
      expect(answer.result['rev']).toBeGreaterThan(row['rev']);
      expect(answer.result['rev']).toBe((await server.read(name, row['id']))['rev']);
      const lines = (await server.call('GET', `/api/${name}/${row['id']}/history`)).result;
      const line = lines.find((one: Json) => one['action'] === action.name);
      expect(line).toMatchObject({ by: 'admin' });
      expect(line.changes.map(({ field }: Json) => field)).toEqual(expect.arrayContaining(Object.keys(input(row))));
    },
  );
});
