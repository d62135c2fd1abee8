import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile.ts';
import { MESSAGE } from '../../generator/language/messageKeys.ts';
import { pdf } from '../fixtures/attachments.ts';
import type { Answer, Json, TestServer } from '../http/server.ts';
import type { Store } from './judges/api.ts';
import { Sampler } from './sampleRow.ts';
import { useStore } from './useStore.ts';

/** Every entity whose rows are seen with another (`x-access.through`), on rows that nobody wrote by hand: by who sees the other, and by who does not. */
const root = join(import.meta.dirname, '../..');
const model = compileModel([join(root, 'schemas'), join(root, 'tests/fixtures/schemas')]);
const sampler = new Sampler(model);
const cases = Object.values(model.entities).flatMap((entity) => (entity.access?.through === undefined ? [] : [{ name: entity.name, entity, via: entity.access.through }]));

let server: TestServer;
let store: Store;
/** Sees all; sees nothing of what others made; sees all rows, but has no right to the entity referred to. */
const tokens: Record<string, string> = {};
useStore(async (ground) => {
  ({ server, store } = ground);
  const every = [{ permissionId: '*.*', actionEntitySet: ['query', 'add', 'edit', 'delete', 'export'] }];
  const only = cases.map(({ entity: { area, name } }) => ({ permissionId: `${area}.${name}`, actionEntitySet: ['query', 'add', 'edit', 'export'] }));
  for (const [who, allSeeingEye, permissions] of [['seeing', 'Y', every], ['stranger', 'N', every], ['narrow', 'Y', only]] as const) {
    await server.create('role', { roleName: who, allSeeingEye, 'role-permission': permissions });
    tokens[who] = await server.logInAs(who, who);
  }
});

test('the product has such entities', () => expect(cases.map(({ name }) => name)).toContain('mail'));

describe.each(cases)('$name', ({ name, entity, via }) => {
  /** A sound body, with files that the person uploaded. */
  const body = async (token: string): Promise<Json> => {
    const given = await store.body(sampler.sample(name, { fields: 'all' }));
    for (const { name: field, kind } of entity.fields) {
      if (kind !== 'file' && kind !== 'files') continue;
      const id = await upload(token);
      given[field] = kind === 'file' ? id : [id];
    }
    return given;
  };
  const upload = async (token: string): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(pdf('paper'))]), 'paper.pdf');
    return (await server.call('POST', '/api/files', { token, body: form })).result.id;
  };
  const create = async (token: string, fields: Json = {}): Promise<Answer> => server.call('POST', `/api/${name}`, { token, body: { ...await body(token), ...fields, acceptWarnings: true } });
  const found = async (token: string, { id }: Json): Promise<unknown[]> => [
    (await server.call('GET', `/api/${name}/${id}`, { token })).status,
    (await server.call('POST', `/api/${name}/search`, { token, body: { pageSize: 1000 } })).result.records.some((row: Json) => row['id'] === id),
  ];

  test('is read with what it refers to, and by its creater', async () => {
    const made = await create(server.token);
    expect(made.status, made.text).toBe(201);
    expect(made.result[via], 'the sample refers to something').toBeTruthy();
    expect(await found(tokens['seeing']!, made.result)).toEqual([200, true]);
    for (const who of ['stranger', 'narrow']) expect(await found(tokens[who]!, made.result), who).toEqual([404, false]);
    await server.pool.query(`update "${entity.table}" set creater = 'stranger' where id = $1`, [made.result.id]);
    expect(await found(tokens['stranger']!, made.result)).toEqual([200, true]);
  });

  test('is filed there only by who sees it', async () => {
    expect((await create(tokens['seeing']!)).status).toBe(201);
    for (const who of ['stranger', 'narrow']) {
      const refused = await create(tokens[who]!);
      expect([refused.status, refused.errors], refused.text).toMatchObject([400, [{ field: via, key: MESSAGE.referenceMissing }]]);
      const alone = await create(tokens[who]!, { [via]: null });
      expect(alone.status, alone.text).toBe(201);
      expect(await found(tokens[who]!, alone.result)).toEqual([200, true]);
      const there = (await body(tokens[who]!))[via];
      const moved = await server.call('PATCH', `/api/${name}/${alone.result.id}`, { token: tokens[who]!, body: { rev: alone.result.rev, [via]: there } });
      expect([moved.status, moved.errors], moved.text).toMatchObject([400, [{ field: via, key: MESSAGE.referenceMissing }]]);
    }
  });
});
