import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vesselBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
let number = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const laid = (fields: Json = {}): Promise<Json> =>
  server.create('mooring', { mooringNo: ++number, side: 'port', laidOn: '2024-01-01', ...fields });
const patch = (row: Json, body: Json): Promise<Answer> =>
  server.call('PATCH', `/api/mooring/${row['id']}`, { body: { rev: row['rev'], ...body } });
/** The lines of the log as `no item: was → becomes (what)`, deleted ones included. */
const lines = async (row: Json): Promise<string[]> =>
  (await server.pool.query('select * from mooring_log where "mooringId" = $1 order by "no", id', [row['id']])).rows.map(
    ({ no, item, was, becomes, what, delFlag }) =>
      `${no} ${item ?? ''}: ${was ?? ''} → ${becomes ?? ''} (${what}${delFlag === 'Y' ? ', deleted' : ''})`,
  );

describe('a change log (x-changeLog)', () => {
  test('begins empty, and gets a line for each changed field and for no other', async () => {
    const row = await laid({ note: 'A' });
    expect(row['mooring-log']).toEqual([]);
    const { result } = await patch(row, { note: 'B', chain: '12.50', tags: ['DEEP', 'LIT'] });
    expect(await lines(row)).toEqual([
      '1 chain:  → 12.5 (update)',
      '2 tags:  → DEEP, LIT (update)',
      '3 note: A → B (update)',
    ]);
    expect(result['mooring-log']).toMatchObject([
      { no: 1, item: 'chain', creater: 'admin' },
      { no: 2 },
      { no: 3, was: 'A', becomes: 'B' },
    ]);
    await patch(result, { note: null, chain: '12.5' });
    expect((await lines(row)).slice(3)).toEqual(['4 note: B →  (update)']);
  });

  test('gets no line if nothing changes or the change is refused', async () => {
    const row = await laid();
    expect((await patch(row, { side: 'PORT' })).status).toBe(200);
    expect((await patch(row, { note: 'x'.repeat(201) })).status).toBe(400);
    expect((await patch({ ...row, rev: 7 }, { note: 'late' })).status).toBe(409);
    expect(await lines(row)).toEqual([]);
  });

  test('records transitions, and no field that is secret or visible to some roles only', async () => {
    const row = await laid();
    const { result } = await patch(row, { owner: 'Somebody', iban: 'DE12', note: 'seen' });
    await server.call('POST', `/api/mooring/${row['id']}/actions/lift`, { body: { rev: result.rev } });
    expect(await lines(row)).toEqual(['1 note:  → seen (update)', '2 status: Laid → Lifted (update)']);
  });

  test('stores the beginning of a value that is longer than its field', async () => {
    const row = await laid();
    await patch(row, { note: '船'.repeat(30) });
    await patch({ ...row, rev: 2 }, { note: '船'.repeat(20) });
    expect(await lines(row)).toEqual([
      `1 note:  → ${'船'.repeat(19)}… (update)`,
      `2 note: ${'船'.repeat(19)}… → ${'船'.repeat(20)} (update)`,
    ]);
  });

  test('is deleted with its row, and its last line records the deletion', async () => {
    const row = await laid();
    await patch(row, { note: 'soon gone' });
    expect(
      (await server.call('POST', '/api/mooring/bulk/delete', { body: { items: [{ id: row['id'], rev: 2 }] } })).result,
    ).toMatchObject([{ ok: true }]);
    expect(await lines(row)).toEqual(['1 note:  → soon gone (update, deleted)', '2 :  →  (delete, deleted)']);
    expect(
      (
        await server.call(
          'GET',
          `/api/mooring-log?where[0][name]=mooringId&where[0][type]=equal&where[0][value]=${row['id']}`,
        )
      ).result.total,
    ).toBe(0);
  });

  test('is numbered without gaps when many calls change the row at the same time', async () => {
    const row = await laid();
    const many = 20;
    await Promise.all(
      Array.from({ length: many }, async (_, index) => {
        for (;;) {
          const { rev } = await server.read('mooring', row['id']);
          if ((await patch({ ...row, rev }, { note: `note ${index}` })).status === 200) return;
        }
      }),
    );
    expect((await lines(row)).map((line) => Number.parseInt(line))).toEqual(
      Array.from({ length: many }, (_, index) => index + 1),
    );
  });

  test('is written by an import for changed rows, not for new ones', async () => {
    const form = (text: string): FormData => {
      const data = new FormData();
      data.append('file', new Blob([text]), 'rows.csv');
      return data;
    };
    const [old, fresh] = [++number, ++number];
    const row = await laid({ mooringNo: old });
    const answer = await server.call('POST', '/api/mooring/import?dryRun=false', {
      body: form(`mooringNo,side,laidOn,note\n${old},PORT,2024-01-01,by file\n${fresh},PORT,2024-01-01,new\n`),
    });
    expect(answer.result).toMatchObject({ created: 1, updated: 1, errors: [] });
    expect(await lines(row)).toEqual(['1 note:  → by file (update)']);
    expect(
      (
        await server.pool.query(
          'select count(*)::int as n from mooring_log l join mooring m on m.id = l."mooringId" where m."mooringNo" = $1',
          [fresh],
        )
      ).rows,
    ).toEqual([{ n: 0 }]);
  });

  test('cannot be written by any user, either directly or with its row', async () => {
    const row = await laid();
    const before = await server.footprint();
    expect(await patch(row, { 'mooring-log': [{ no: 1, what: 'update' }] })).toMatchObject({
      status: 400,
      errors: [{ field: 'mooring-log', key: 'MSG_generic_0007' }],
    });
    expect(
      (await server.call('POST', '/api/mooring-log', { body: { mooringId: row['id'], no: 1, what: 'update' } })).status,
    ).toBe(403);
    expect(await server.footprint()).toBe(before);
  });

  test('of a vessel names its items in both languages', async () => {
    const row = await server.create('vessel', await vesselBody(server));
    await server.call('PATCH', `/api/vessel/${row['id']}`, { body: { rev: 1, teu: 5000 } });
    const { properties } = (await server.call('GET', '/api/meta/vessel-log')).result;
    expect(properties.updateItem['x-options']).toContainEqual({ code: 'teu', en: 'TEU', zh: '标准箱位（TEU）' });
    expect((await server.read('vessel', row['id']))['vessel-log']).toMatchObject([
      { seq: 1, updateItem: 'teu', originalValue: '100', targetValue: '5000', action: 'update' },
    ]);
  });
});
