import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    roots: [resolve(import.meta.dirname, '../fixtures/towing')],
    env: { LOG_LEVEL: 'silent' },
  });
});
afterAll(() => server.close());

let last = 0;
const tow = (fee: string, fields: Json = {}): Promise<Json> =>
  server.create('tow', { towNo: `T${++last}`, tug: 'Svitzer', fee, ...fields });
const DEAR = '10000.01';
const phaseOf = async (row: Json): Promise<string> => (await server.read('tow', row['id']))['phase'];
const depart = (row: Json, input: Json = {}, language = 'en-US'): Promise<Answer> =>
  server.call('POST', `/api/tow/${row['id']}/actions/depart`, { body: { rev: row['rev'], ...input }, language });
const bulk = (rows: Json[], input: Json = {}): Promise<Answer> =>
  server.call('POST', '/api/tow/bulk/depart', { body: { items: rows.map(({ id, rev }) => ({ id, rev })), ...input } });

describe('a step with a warning', () => {
  test.each([
    ['en-US', 'underwriter'],
    ['zh-CN', '承保人'],
  ])('is refused with the warning in %s, and nothing is written', async (language, word) => {
    const row = await tow(DEAR);
    const before = await server.footprint();
    const answer = await depart(row, {}, language);
    expect(answer).toMatchObject({
      status: 400,
      errors: [{ field: 'fee', level: 'warning', message: expect.stringContaining(word) }],
    });
    expect(answer.errors).toHaveLength(1);
    expect(await server.footprint()).toBe(before);
  });

  test('succeeds once it is accepted', async () => {
    expect(await depart(await tow(DEAR), { acceptWarnings: true })).toMatchObject({
      status: 200,
      result: { phase: 'Underway', rev: 2 },
    });
  });

  test('is still refused if a required field is missing', async () => {
    const row = await tow(DEAR, { tug: null });
    expect(await depart(row, { acceptWarnings: true })).toMatchObject({
      status: 400,
      errors: [{ field: 'tug', key: 'MSG_generic_0100' }],
    });
    expect(await phaseOf(row)).toBe('Booked');
  });

  test('succeeds if the warning does not apply', async () => {
    expect(await depart(await tow('10000'))).toMatchObject({ status: 200, result: { phase: 'Underway' } });
  });
});

describe('in a bulk call', () => {
  test('rows with a warning report it, and succeed when they are sent again with it accepted', async () => {
    const [cheap, dear, incomplete] = [await tow('1'), await tow(DEAR), await tow(DEAR, { tug: null })] as const;
    const first = (await bulk([cheap, dear, incomplete])).result;
    expect(first).toEqual([
      { id: cheap.id, ok: true, key: null, message: null },
      {
        id: dear.id,
        ok: false,
        key: expect.stringMatching(/^MSG_/),
        message: expect.stringContaining('underwriter'),
        level: 'warning',
      },
      { id: incomplete.id, ok: false, key: 'MSG_generic_0100', message: expect.stringContaining('Tug') },
    ]);
    expect(await Promise.all([cheap, dear, incomplete].map(phaseOf))).toEqual(['Underway', 'Booked', 'Booked']);
    expect((await bulk([dear], { acceptWarnings: true })).result).toEqual([
      { id: dear.id, ok: true, key: null, message: null },
    ]);
    expect(await phaseOf(dear)).toBe('Underway');
  });

  test('an unexpected failure of one row does not affect the outcomes of the others', async () => {
    const rows = [await tow('1'), await tow('2'), await tow('3')] as const;
    await server.pool.query(
      `create function break_tow() returns trigger language plpgsql as $$ begin raise exception 'the disk is on fire' using errcode = 'XX000'; end $$`,
    );
    await server.pool.query(
      `create trigger break_tow before update on tow for each row when (old.id = ${rows[1].id}) execute function break_tow()`,
    );
    try {
      for (const headers of [{}, { 'idempotency-key': 'broken' }]) {
        const fresh = await Promise.all(rows.map((row) => server.read('tow', row['id'])));
        const answer = await server.call('POST', '/api/tow/bulk/depart', {
          headers,
          body: { items: fresh.map(({ id, rev }) => ({ id, rev })) },
        });
        expect(answer.status).toBe(200);
        expect(answer.result[1]).toEqual({
          id: rows[1].id,
          ok: false,
          key: 'MSG_generic_0500',
          message: expect.stringMatching(/\S/),
        });
        expect(answer.text).not.toContain('fire');
        for (const at of [0, 2])
          expect(answer.result[at]['ok'] || answer.result[at]['key'] === 'MSG_generic_0036').toBe(true);
        expect(await Promise.all(rows.map(phaseOf))).toEqual(['Underway', 'Booked', 'Underway']);
      }
    } finally {
      await server.pool.query('drop trigger break_tow on tow; drop function break_tow');
    }
    expect((await bulk([rows[1]])).result).toMatchObject([{ ok: true }]);
  });
});
