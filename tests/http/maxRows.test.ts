import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

/** `x-maxRows`: a channel has at most two laid marks. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let count = 0;
const lay = (channel: string | null, words: Json = {}): Promise<Answer> =>
  server.call('POST', '/api/fairway-mark', { body: { markNo: `B${++count}`, channel, laid: 'Y', ...words } });
const laidIn = async (channel: string): Promise<number> =>
  Number(
    (
      await server.pool.query(
        `select count(*) as n from fairway_mark where channel = $1 and laid = 'Y' and "delFlag" = 'N'`,
        [channel],
      )
    ).rows[0].n,
  );

test('one row more than the limit is refused at the fields of the rule, and writes nothing', async () => {
  for (const status of [201, 201]) expect(await lay('NORTH')).toMatchObject({ status });
  const before = await server.footprint();
  expect(await lay('NORTH')).toMatchObject({
    status: 409,
    errors: [{ field: 'channel', message: 'At most 2 records may have the same Channel' }],
  });
  expect(await server.footprint()).toBe(before);
});

test('a row that violates unique rules too is refused at their fields as well, and writes nothing', async () => {
  await server.create('lighthouse', { lightNo: 'L1', aisNo: '992010' });
  const [first] = [await lay('REEF', { aisNo: '992011' }), await lay('REEF')];
  const { markNo } = first.result as Json;
  const before = await server.footprint();
  const cases: [Json, string[]][] = [
    // the trigger of the limit fires before that of the numbers of lighthouses
    [{ aisNo: '992010' }, ['channel', 'aisNo']],
    // unique indexes are checked before triggers
    [{ markNo }, ['markNo']],
    [{ markNo, aisNo: '992011' }, ['markNo', 'aisNo']],
    [{ markNo, aisNo: '992010' }, ['markNo', 'aisNo']],
  ];
  for (const [words, fields] of cases) {
    const { status, errors } = await lay('REEF', words);
    expect({ status, fields: errors.map(({ field }) => field) }).toEqual({ status: 409, fields });
  }
  expect(await server.footprint()).toBe(before);
});

test('the schema of the API has the limit', async () => {
  const { result } = await server.call('GET', '/api/meta/fairway-mark');
  expect(result['x-maxRows']).toMatchObject([{ id: 'laid-in-channel', by: ['channel'], max: 2 }]);
});

test('of several simultaneous creates exactly as many as the limit succeed', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => lay('EAST')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409]);
  expect(await laidIn('EAST')).toBe(2);
});

test('rows without the field, deleted rows and rows outside the condition do not count', async () => {
  for (let row = 0; row < 3; row++) expect(await lay(null)).toMatchObject({ status: 201 });
  for (let row = 0; row < 3; row++) expect(await lay('WEST', { laid: 'N' })).toMatchObject({ status: 201 });
  const first = (await lay('WEST')).result as Json;
  await lay('WEST');
  expect(await lay('WEST')).toMatchObject({ status: 409 });
  await server.call('DELETE', `/api/fairway-mark/${first['id']}`, { body: { rev: first['rev'] } });
  expect(await lay('WEST')).toMatchObject({ status: 201 });
});

test('a change that makes a row count is refused too', async () => {
  await lay('SOUTH');
  await lay('SOUTH');
  const spare = (await lay('SOUTH', { laid: 'N' })).result as Json;
  const answer = await server.call('PATCH', `/api/fairway-mark/${spare['id']}`, {
    body: { rev: spare['rev'], laid: 'Y' },
  });
  expect(answer).toMatchObject({ status: 409, errors: [{ field: 'channel' }] });
  expect(await laidIn('SOUTH')).toBe(2);
});
