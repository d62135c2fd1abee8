import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyBody, nextCode } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** Entities that share a table (`x-entity.extends`): tugs and barges are crafts. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const tugBody = (fields: Json = {}): Json => ({
  craftNo: nextCode('K'),
  draught: '5',
  callSign: nextCode('S'),
  bollardPull: 60,
  ...fields,
});
const tug = (fields?: Json): Promise<Json> => server.create('tug', tugBody(fields));
const barge = (fields: Json = {}): Promise<Json> =>
  server.create('barge', { craftNo: nextCode('K'), draught: '3', ...fields });
const idsOf = async (entity: string): Promise<string[]> =>
  (await server.call('GET', `/api/${entity}?pageSize=1000`)).result.records.map(({ id }: Json) => id);

describe('subtypes that share a table', () => {
  test('have their own fields and those of the entity they extend', async () => {
    const [one, two] = [await tug(), await barge({ holds: 2 })];
    expect(one).toMatchObject({ craftType: 'TUG', recordStatus: 'Draft', noteCount: 0 });
    expect(two).toMatchObject({ craftType: 'BARGE', holds: 2, callSign: null });
    expect(await idsOf('tug')).toContain(one['id']);
    expect(await idsOf('tug')).not.toContain(two['id']);
    expect(await idsOf('craft')).toEqual(expect.arrayContaining([one['id'], two['id']]));
    expect((await server.read('craft', one['id']))['bollardPull']).toBeUndefined();
  });

  test.each<[string, (row: Json) => Promise<Answer>]>([
    ['read', ({ id }) => server.call('GET', `/api/barge/${id}`)],
    ['changed', ({ id, rev }) => server.call('PATCH', `/api/barge/${id}`, { body: { rev, draught: '1' } })],
    ['deleted', ({ id, rev }) => server.call('DELETE', `/api/barge/${id}`, { body: { rev } })],
    ['confirmed', ({ id, rev }) => server.call('POST', `/api/barge/${id}/actions/confirm`, { body: { rev } })],
    ['looked back at', ({ id }) => server.call('GET', `/api/barge/${id}/history`)],
  ])('a row of one subtype cannot be %s as another', async (_, call) => {
    const row = await tug();
    await withoutTrace(server, () => call(row), { status: 404 });
  });

  test.each<[string, (row: Json) => Promise<Answer>, number]>([
    [
      'made',
      () => server.call('POST', '/api/craft', { body: { craftNo: nextCode('K'), craftType: 'TUG', draught: '1' } }),
      403,
    ],
    ['changed', ({ id, rev }) => server.call('PATCH', `/api/craft/${id}`, { body: { rev, draught: '1' } }), 403],
    ['deleted', ({ id, rev }) => server.call('DELETE', `/api/craft/${id}`, { body: { rev } }), 403],
    ['confirmed', ({ id, rev }) => server.call('POST', `/api/craft/${id}/actions/confirm`, { body: { rev } }), 404],
  ])('no row can be %s as the base entity', async (_, call, status) => {
    const row = await tug();
    await withoutTrace(server, () => call(row), { status });
  });

  test('only the server sets the subtype of a row', async () => {
    await withoutTrace(server, () => server.call('POST', '/api/tug', { body: tugBody({ craftType: 'BARGE' }) }), {
      status: 400,
    });
    const { id, rev } = await tug();
    await withoutTrace(server, () => server.call('PATCH', `/api/tug/${id}`, { body: { rev, craftType: 'BARGE' } }), {
      status: 400,
    });
  });

  test('common rules apply to each subtype, rules of a subtype only to its rows', async () => {
    const { callSign, craftNo } = await tug();
    const refused = async (body: Json, field: string, status: number, entity = 'tug') => {
      const { errors } = await withoutTrace(server, () => server.call('POST', `/api/${entity}`, { body }), { status });
      expect(errors.map((one) => one.field)).toEqual([field]);
    };
    await refused(tugBody({ draught: '12.5' }), 'draught', 400);
    await refused(tugBody({ draught: '8', bollardPull: 30 }), 'bollardPull', 400);
    await refused(tugBody({ callSign: null }), 'callSign', 400);
    await refused(tugBody({ callSign }), 'callSign', 409);
    await refused({ craftNo, draught: '1' }, 'craftNo', 409, 'barge');
    await barge({ draught: '8', callSign });
  });

  test('the database enforces the required fields of a subtype', async () => {
    const text = `insert into craft ("craftNo", "craftType", draught, creater, updater) values ($1, $2, 1, 'x', 'x')`;
    await expect(server.pool.query(text, [nextCode('K'), 'TUG'])).rejects.toMatchObject({
      code: '23514',
      constraint: expect.stringMatching(/^tug_.*\$required_kind$/),
    });
    await server.pool.query(text, [nextCode('K'), 'BARGE']);
  });

  test('children use formulas, gates and history of the parent’s subtype', async () => {
    const row = await tug();
    await server.create('craft-note', { craftId: row['id'], note: 'first' });
    const read = await server.read('tug', row['id']);
    expect(read).toMatchObject({ noteCount: 1, 'craft-note': [{ note: 'first' }] });
    const confirmed = await server.call('POST', `/api/tug/${row['id']}/actions/confirm`, {
      body: { rev: read['rev'] },
    });
    expect(confirmed.status).toBe(200);
    await withoutTrace(
      server,
      () => server.call('POST', '/api/craft-note', { body: { craftId: row['id'], note: 'second' } }),
      { status: 409 },
    );
    const lines = (await server.call('GET', `/api/tug/${row['id']}/history`)).result;
    expect(lines.map(({ action }: Json) => action)).toEqual(['confirm', 'update', 'create']);
    expect((await server.call('GET', `/api/craft/${row['id']}/history`)).result).toEqual(lines);
  });

  test('a search finds a row once, as its subtype', async () => {
    const { craftNo } = await barge();
    const found = (await server.call('GET', `/api/search?q=${craftNo}`)).result as { entity: string }[];
    expect(found.map(({ entity }) => entity)).toEqual(['barge']);
  });
});

describe('permissions for subtypes', () => {
  test('a role with permission for one subtype sees neither rows nor children of another', async () => {
    const company = (await server.create('company', companyBody()))['companyCde'];
    const role = await server.create('role', {
      roleName: 'Tug master',
      'role-permission': [
        { permissionId: 'harbour.tug', actionEntitySet: ['query', 'add', 'edit'] },
        { permissionId: 'harbour.barge', actionEntitySet: ['add'] },
      ],
    });
    expect(role['id']).toBeDefined();
    const token = await server.logInAs('tugmaster', 'Tug master', { companyCde: company });
    const [own, other, strange] = [await tug({ company }), await barge({ company }), await tug()];
    const notes = await Promise.all(
      [own, other, strange].map(({ id }) => server.create('craft-note', { craftId: id, note: 'n' })),
    );
    const as = (method: string, path: string, body?: Json) =>
      server.call(method, path, { token, ...(body ? { body } : {}) });
    expect((await as('GET', `/api/tug/${own['id']}`)).status).toBe(200);
    expect((await as('GET', `/api/tug/${strange['id']}`)).status).toBe(404);
    expect((await as('GET', `/api/barge/${other['id']}`)).status).toBe(403);
    expect((await as('GET', '/api/craft')).status).toBe(403);
    expect((await as('GET', '/api/craft-note')).result.records.map(({ id }: Json) => id)).toEqual([notes[0]!['id']]);
    expect((await as('POST', '/api/craft-note', { craftId: own['id'], note: 'mine' })).status).toBe(201);
    for (const { id } of [other, strange]) {
      const refused = await withoutTrace(server, () =>
        as('POST', '/api/craft-note', { craftId: id, note: 'not mine' }),
      );
      expect([400, 403]).toContain(refused.status);
    }
  });
});
