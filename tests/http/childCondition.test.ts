import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { tariffs, type Tariffs } from './versions.ts';
import { withoutTrace, writesNothing } from './withoutTrace.ts';

/** Children that exist only under some records (`x-child.when`): only versions of the north quay have ice dues. */
let server: TestServer;
let own: Tariffs;
beforeAll(async () => {
  server = await startTestServer();
  own = tariffs(server);
});
afterAll(() => server.close());

const ICE = 'tariff-ice';
const north = (fields: Json = {}): Promise<Json> =>
  own.version({ quay: 'NORTH', [ICE]: [{ iceClass: 'A1', dues: '10.00' }], ...fields });
const message = 'Only the north quay has Ice dues';
const violation = (field: string) => ({ field, key: 'MSG_generic_0179', message });

/** A row of a version that cannot have it, as an earlier release could store it. */
async function misplaced(): Promise<Json> {
  const [east, frozen] = [await own.version(), await north()];
  const { id } = frozen[ICE][0];
  await server.pool.query('update tariff_ice set "versionId" = $2 where id = $1', [id, east['id']]);
  return server.read(ICE, id);
}

const sendFile = (entity: string, text: string): Promise<Answer> => {
  const form = new FormData();
  form.append('file', new Blob([text]), 'rows.csv');
  return server.call('POST', `/api/${entity}/import?dryRun=false`, { body: form });
};

describe('a row of a record that cannot have it', () => {
  test('is not created by itself', async () => {
    const { id } = await own.version();
    const body = { versionId: id, iceClass: 'A1' };
    await withoutTrace(server, () => server.call('POST', `/api/${ICE}`, { body }), {
      status: 400,
      errors: [violation('versionId')],
    });
    const answer = await server.call('POST', `/api/${ICE}`, { body, headers: { 'Accept-Language': 'zh-CN' } });
    expect(answer.message).toBe('仅北码头有破冰费');
    expect(await server.call('POST', `/api/${ICE}/preview`, { body })).toMatchObject({
      result: { errors: [violation('versionId')] },
    });
  });

  test('is not created with its record, nor added to it', async () => {
    const east = await own.version();
    await server.create('tariff-season', { season: 'ICE', quay: 'EAST' });
    const fields = { quay: 'EAST', season: 'ICE', versionNo: 'V1', versionType: 'real' };
    const rows = { [ICE]: [{ iceClass: 'A1' }] };
    for (const [method, path, body] of [
      ['POST', '/api/tariff-version', { ...fields, ...rows }],
      ['PATCH', `/api/tariff-version/${east['id']}`, { rev: east['rev'], ...rows }],
    ] as const)
      await withoutTrace(server, () => server.call(method, path, { body }), {
        status: 400,
        errors: [violation(`${ICE}[0].versionId`)],
      });
  });

  test('is not imported, while a row of another record in the file is reported as valid', async () => {
    const [east, frozen] = [await own.version(), await north()];
    const { result } = await writesNothing(server, () =>
      sendFile(ICE, `versionId,iceClass\n${east['id']},B\n${frozen['id']},B\n`),
    );
    expect(result).toMatchObject({ rows: 2, errors: [{ row: 2, field: 'versionId', message }] });
  });

  test('is neither changed nor taken through a step, also not in bulk, but is deleted', async () => {
    const row = await misplaced();
    const path = `/api/${ICE}/${row['id']}`;
    await withoutTrace(server, () => server.call('PATCH', path, { body: { rev: row['rev'], dues: '11.00' } }), {
      status: 400,
      errors: [violation('versionId')],
    });
    const items = [{ id: row['id'], rev: row['rev'] }];
    const before = await server.footprint();
    const bulk = await server.call('POST', `/api/${ICE}/bulk/confirm`, { body: { items } });
    expect(bulk.text).toContain(message);
    expect(await server.footprint()).toBe(before);
    expect((await server.call('DELETE', path, { body: { rev: row['rev'] } })).status).toBe(200);
  });
});

describe('a record', () => {
  test('names in its actions the children that it cannot have, with the reason, and returns an empty list of them', async () => {
    const editOf = async (row: Json): Promise<Json> =>
      (await server.read('tariff-version', row['id']))['_actions'].find(({ name }: Json) => name === 'edit');
    const [east, frozen] = [await own.version(), await north()];
    expect((await server.read('tariff-version', east['id']))[ICE]).toEqual([]);
    expect(await editOf(east)).toMatchObject({ enabled: true, without: { [ICE]: message } });
    expect(await editOf(frozen)).not.toHaveProperty('without');
  });

  test('is copied and compared with the children that it can have', async () => {
    const frozen = await north();
    const input = { season: frozen['season'], versionNo: 'V2', versionType: 'real', copyMode: 'withDetail' };
    const made = (await own.act(frozen, 'copy', input)).result['_made'];
    const copy = await server.read('tariff-version', made.id);
    expect(copy[ICE]).toMatchObject([{ iceClass: 'A1', dues: '10.00' }]);
    const partsOf = async (from: Json, to: Json): Promise<string[]> =>
      (await server.call('GET', `/api/tariff-version/${from['id']}/compare?with=${to['id']}`)).result.parts.map(
        ({ entity }: Json) => entity,
      );
    expect(await partsOf(frozen, copy)).toEqual(['tariff-line', ICE]);
    const east = await own.version({ 'tariff-line': own.lines() });
    expect(await partsOf(east, await own.version())).toEqual(['tariff-line']);
    expect(await partsOf(east, frozen)).toEqual(['tariff-line', ICE]);
  });
});
