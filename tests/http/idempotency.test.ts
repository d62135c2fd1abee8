import { afterAll, beforeAll, expect, test } from 'vitest';
import { visitBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { sweepAnswers } from '../../server/routes/idempotency.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = (key: string, body: Json, entity = 'pilot'): Promise<Answer> =>
  server.call('POST', `/api/${entity}`, { headers: { 'idempotency-key': key }, body });
const pilots = async (pilotCde: string): Promise<number> =>
  (await server.pool.query('select count(*)::int as n from pilot where "pilotCde" = $1', [pilotCde])).rows[0].n;

test('the first answer is repeated letter for letter, and nothing is written again', async () => {
  const body = { pilotCde: 'I1', pilotName: 'First' };
  const first = await create('again', body);
  expect(first.status).toBe(201);
  const before = await server.footprint();
  for (let n = 0; n < 3; n++) {
    const next = await create('again', body);
    expect(next).toMatchObject({ status: 201, text: first.text });
  }
  expect(await server.footprint()).toBe(before);
});

test.each<[string, string, Json, string]>([
  ['another body', 'POST', { pilotCde: 'I2', pilotName: 'Other' }, '/api/pilot'],
  ['another entity', 'POST', { pilotCde: 'I2', pilotName: 'First' }, '/api/berth'],
])('the same key with %s answers 409 and changes nothing', async (_, method, body, path) => {
  await create('taken', { pilotCde: 'I2', pilotName: 'First' });
  const before = await server.footprint();
  expect(await server.call(method, path, { headers: { 'idempotency-key': 'taken' }, body })).toMatchObject({
    status: 409,
    code: 1,
    key: 'MSG_generic_0027',
    result: null,
  });
  expect(await server.footprint()).toBe(before);
});

test('of ten simultaneous calls one writes, and all get its answer', async () => {
  const body = { pilotCde: 'I3', pilotName: 'Parallel' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => create('parallel', body)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
  expect(await pilots('I3')).toBe(1);
});

test('a refusal is stored as well', async () => {
  const wrong = { pilotCde: 'I4' };
  const first = await create('refused', wrong);
  expect(first).toMatchObject({ status: 400, errors: [{ field: 'pilotName' }] });
  expect((await create('refused', wrong)).text).toBe(first.text);
  expect(await create('refused', { ...wrong, pilotName: 'Mended' })).toMatchObject({
    status: 409,
    key: 'MSG_generic_0027',
  });
  expect(await pilots('I4')).toBe(0);
});

test('a refusal by the database stores its answer and nothing else', async () => {
  await server.create('pilot', { pilotCde: 'I5', pilotName: 'There' });
  const first = await create('duplicate', { pilotCde: 'I5', pilotName: 'Second' });
  expect(first).toMatchObject({ status: 409, key: 'MSG_generic_0121' });
  const before = await server.footprint();
  expect((await create('duplicate', { pilotCde: 'I5', pilotName: 'Second' })).text).toBe(first.text);
  expect(await server.footprint()).toBe(before);
});

test('a row with children, and a running number, are created once', async () => {
  const body = await visitBody(server, { 'berth-visit-share': [{ holder: 'A', pct: '100' }] });
  const [first, second] = [await create('parts', body, 'berth-visit'), await create('parts', body, 'berth-visit')];
  expect(first.status).toBe(201);
  expect(second.text).toBe(first.text);
  const { id } = await server.create('pilot', { pilotCde: 'I6', pilotName: 'Numbered' });
  const before = await server.pool.query('select coalesce(sum(last), 0)::int as n from kernel.running_number');
  const numbered = [
    await create('number', { pilotId: id }, 'pilotage'),
    await create('number', { pilotId: id }, 'pilotage'),
  ];
  expect(numbered[1]!.result.pilotageNo).toBe(numbered[0]!.result.pilotageNo);
  expect(
    (await server.pool.query('select coalesce(sum(last), 0)::int as n from kernel.running_number')).rows[0].n,
  ).toBe(before.rows[0].n + 1);
});

test('a step is taken once', async () => {
  const row = await server.create('berth-visit', await visitBody(server));
  const step = () =>
    server.call('POST', `/api/berth-visit/${row['id']}/actions/confirm`, {
      headers: { 'idempotency-key': 'step' },
      body: { rev: row['rev'] },
    });
  const first = await step();
  expect(first).toMatchObject({ status: 200, result: { recordStatus: 'Confirm' } });
  expect((await step()).text).toBe(first.text);
  expect((await server.call('GET', `/api/berth-visit/${row['id']}/history`)).result).toHaveLength(2);
});

test('a key can be used again after 24 hours, not before', async () => {
  const body = { pilotCde: 'I7', pilotName: 'Old' };
  await create('old', body);
  await server.pool.query(
    `update kernel.idempotency set at = now() - interval '23 hours 59 minutes' where key = 'old'`,
  );
  expect((await create('old', body)).status).toBe(201);
  await server.pool.query(`update kernel.idempotency set at = now() - interval '24 hours 1 minute' where key = 'old'`);
  expect((await create('old', body)).status, 'it is a new request then, and its code is taken').toBe(409);
});

test('the sweep deletes answers that are older than 24 hours, and no others', async () => {
  await create('kept', { pilotCde: 'S1', pilotName: 'Kept' });
  await create('swept', { pilotCde: 'S2', pilotName: 'Swept' });
  await server.pool.query(
    `update kernel.idempotency set at = now() - interval '24 hours 1 minute' where key = 'swept'`,
  );
  await sweepAnswers(server.pool);
  expect((await server.pool.query(`select key from kernel.idempotency where key in ('kept', 'swept')`)).rows).toEqual([
    { key: 'kept' },
  ]);
});

test('each person has keys of their own', async () => {
  const token = await server.logInAs('second', 'Administrator');
  await create('shared', { pilotCde: 'I8', pilotName: 'Mine' });
  const answer = await server.call('POST', '/api/pilot', {
    token,
    headers: { 'idempotency-key': 'shared' },
    body: { pilotCde: 'I9', pilotName: 'Theirs' },
  });
  expect(answer).toMatchObject({ status: 201, result: { pilotCde: 'I9', creater: 'second' } });
});

test.each<[string, string, () => Promise<Json>, (row: Json) => [string, Json]]>([
  ['a new row', 'add', async () => ({}), () => ['/api/pilot', { pilotCde: 'R1', pilotName: 'Kept' }]],
  [
    'a step',
    'confirm',
    async () => server.create('berth-visit', await visitBody(server)),
    (row) => [`/api/berth-visit/${row['id']}/actions/confirm`, { rev: row['rev'] }],
  ],
  ['a view of a list', 'query', async () => ({}), () => ['/api/lists/pilot/views', { name: 'Kept' }]],
])('the answer of %s is not repeated for a user who lost the permission', async (_, action, make, request) => {
  const userCde = `taken-${action}`;
  const token = await server.logInAs(userCde, 'Administrator');
  const [path, body] = request(await make());
  const send = () => server.call('POST', path, { token, headers: { 'idempotency-key': action }, body });
  expect([200, 201]).toContain((await send()).status);
  const [assignment] = (
    await server.call('POST', '/api/role-user/search', {
      body: { searchCondition: [{ name: 'userCde', type: 'equal', value: userCde }] },
    })
  ).result.records;
  expect(
    (await server.call('DELETE', `/api/role-user/${assignment.id}`, { body: { rev: assignment.rev } })).status,
  ).toBe(200);
  const before = await server.footprint();
  expect(await send()).toMatchObject({ status: 403, key: 'MSG_generic_0403', result: null });
  expect(await server.footprint()).toBe(before);
});

test.each([
  ['', 400],
  ['x'.repeat(201), 400],
  ['x'.repeat(200), 201],
])('a key of another length: %s', async (key, status) => {
  expect((await create(key, { pilotCde: `L${key.length}`, pilotName: 'Length' })).status).toBe(status);
});
