import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
let number = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const lay = (mooringNo: number, laidOn: string, fields: Json = {}): Promise<Json> =>
  server.create('mooring', { mooringNo, side: 'PORT', laidOn, ...fields });
const patch = (row: Json, body: Json): Promise<Answer> =>
  server.call('PATCH', `/api/mooring/${row['id']}`, { body: { rev: row['rev'], ...body } });
/** The live rows of a mooring as `day flag rev`, by day. */
const rows = async (mooringNo: number): Promise<string[]> =>
  (
    await server.pool.query(
      `select to_char("laidOn", 'MM-DD') as day, side, newest, rev from mooring where "mooringNo" = $1 and "delFlag" = 'N' order by "laidOn", id`,
      [mooringNo],
    )
  ).rows.map(({ day, side, newest, rev }) => `${side === 'PORT' ? '' : `${side} `}${day} ${newest} ${rev}`);
const file = (lines: readonly string[]): FormData => {
  const form = new FormData();
  form.append('file', new Blob([`mooringNo,side,laidOn,note\n${lines.join('\n')}\n`]), 'rows.csv');
  return form;
};
const takeIn = (lines: readonly string[]): Promise<Answer> =>
  server.call('POST', '/api/mooring/import?dryRun=false', { body: file(lines) });

describe('the latest row of a group (x-latest)', () => {
  test('is the one with the latest day; the one before it is changed, with audit line and log', async () => {
    const no = ++number;
    const first = await lay(no, '2024-01-01');
    expect(first).toMatchObject({ newest: 'Y', rev: 1 });
    expect(await lay(no, '2024-03-01')).toMatchObject({ newest: 'Y', rev: 1 });
    expect(await lay(no, '2024-02-01')).toMatchObject({ newest: 'N', rev: 1 });
    expect(await lay(no, '2024-01-15', { side: 'BOW' })).toMatchObject({ newest: 'Y' });
    expect(await rows(no)).toEqual(['01-01 N 2', 'BOW 01-15 Y 1', '02-01 N 1', '03-01 Y 1']);
    const { result } = await server.call('GET', `/api/mooring/${first['id']}/history`);
    expect(result).toMatchObject([
      { action: 'update', by: 'admin', changes: [{ field: 'newest', from: 'Y', to: 'N' }] },
      { action: 'create' },
    ]);
    expect((await server.read('mooring', first['id']))['mooring-log']).toMatchObject([
      { no: 1, item: 'newest', was: 'Y', becomes: 'N' },
    ]);
  });

  test('of the same day is the one that was written later', async () => {
    const no = ++number;
    await lay(no, '2024-01-01');
    await lay(no, '2024-01-01');
    expect(await rows(no)).toEqual(['01-01 N 2', '01-01 Y 1']);
  });

  test('changes with the day, with the group, and on deletion, and with no other change', async () => {
    const [no, other] = [++number, ++number];
    const first = await lay(no, '2024-01-01');
    const second = await lay(no, '2024-02-01');
    expect((await patch(second, { note: 'only a note' })).result).toMatchObject({ newest: 'Y', rev: 2 });
    expect(await rows(no)).toEqual(['01-01 N 2', '02-01 Y 2']);
    expect((await patch({ ...second, rev: 2 }, { laidOn: '2023-12-01' })).result).toMatchObject({
      newest: 'N',
      rev: 3,
    });
    expect(await rows(no)).toEqual(['12-01 N 3', '01-01 Y 3']);
    const third = await lay(other, '2023-11-01');
    expect((await patch({ ...first, rev: 3 }, { mooringNo: other })).result).toMatchObject({ newest: 'Y', rev: 4 });
    expect([await rows(no), await rows(other)]).toEqual([['12-01 Y 4'], ['11-01 N 2', '01-01 Y 4']]);
    expect((await server.call('DELETE', `/api/mooring/${first['id']}`, { body: { rev: 4 } })).status).toBe(200);
    expect(await rows(other)).toEqual(['11-01 Y 3']);
    expect((await server.call('DELETE', `/api/mooring/${third['id']}`, { body: { rev: 3 } })).status).toBe(200);
    expect(await rows(other)).toEqual([]);
  });

  test('cannot be set by the caller', async () => {
    const before = await server.footprint();
    const answer = await server.call('POST', '/api/mooring', {
      body: { mooringNo: ++number, side: 'PORT', laidOn: '2024-01-01', newest: 'Y' },
    });
    expect(answer).toMatchObject({ status: 400, errors: [{ field: 'newest' }] });
    expect(await server.footprint()).toBe(before);
  });

  test('is exactly one after many simultaneous creates, changes and deletions', async () => {
    const no = ++number;
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, index) => lay(no, `2024-01-${String(index + 1).padStart(2, '0')}`)),
    );
    expect((await rows(no)).filter((row) => row.includes(' Y '))).toEqual([expect.stringMatching(/^01-20 Y /)]);
    await Promise.all(
      created.map(async ({ id }, index) => {
        for (;;) {
          const { rev } = await server.read('mooring', id);
          const answer =
            index >= 15
              ? await server.call('DELETE', `/api/mooring/${id}`, { body: { rev } })
              : await patch({ id, rev }, { laidOn: `2023-01-${String(20 - index).padStart(2, '0')}` });
          if (answer.status !== 409) return expect(answer.status).toBe(200);
        }
      }),
    );
    const after = await rows(no);
    expect(after).toHaveLength(15);
    expect(after.filter((row) => row.includes(' Y '))).toEqual([expect.stringMatching(/^01-20 Y /)]);
  });

  test('is correct after an import, among stored rows and rows of the file', async () => {
    const [known, fresh] = [++number, ++number];
    await lay(known, '2024-02-01');
    const answer = await takeIn([
      `${known},PORT,2024-01-01,`,
      `${known},PORT,2024-03-01,`,
      `${fresh},PORT,2024-05-01,`,
      `${fresh},PORT,2024-04-01,`,
      `${fresh},BOW,2020-01-01,`,
    ]);
    expect(answer).toMatchObject({ status: 200, result: { created: 5, errors: [] } });
    expect([await rows(known), await rows(fresh)]).toEqual([
      ['01-01 N 1', '02-01 N 2', '03-01 Y 1'],
      ['BOW 01-01 Y 1', '04-01 N 1', '05-01 Y 1'],
    ]);
    expect(await takeIn([`${known},PORT,2024-03-01,changed`, `${known},PORT,2024-06-01,`])).toMatchObject({
      status: 200,
      result: { created: 1, updated: 1 },
    });
    expect(await rows(known)).toEqual(['01-01 N 1', '02-01 N 2', '03-01 N 3', '06-01 Y 1']);
  });

  test('does not slow down an import of thousands of rows', async () => {
    const lines = Array.from(
      { length: 5000 },
      (_, index) => `${100_000 + (index % 2500)},PORT,${index < 2500 ? '2024-01-01' : '2024-02-01'},`,
    );
    const started = performance.now();
    expect(await takeIn(lines)).toMatchObject({ status: 200, result: { created: 5000, errors: [] } });
    // updates of single rows would take far longer
    expect(performance.now() - started).toBeLessThan(15_000);
    const { rows: counts } = await server.pool.query(
      `select newest, count(*)::int as n, count(distinct "mooringNo")::int as things from mooring where "mooringNo" >= 100000 group by 1 order by 1`,
    );
    expect(counts).toEqual([
      { newest: 'N', n: 2500, things: 2500 },
      { newest: 'Y', n: 2500, things: 2500 },
    ]);
  });
});
