import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

/** Actors of steps, and the reason shown if several conditions block a step, on records of the fixtures. */
let server: TestServer;
const tokens: Record<'keeper' | 'guest', string> = { keeper: '', guest: '' };
beforeAll(async () => {
  server = await startTestServer({ env: { DEMO_DATA: 'true' } });
  await server.create('role', {
    roleName: 'Harbour',
    'role-permission': [{ permissionId: 'harbour.*', actionEntitySet: ['*'] }],
  });
  for (const who of ['keeper', 'guest'] as const)
    tokens[who] = await server.logInAs(who, 'Harbour', { companyCde: '2000' });
});
afterAll(() => server.close());

let count = 0;
const STORM = 'There is a storm: nothing is done at the lighthouse';
const lighthouse = (fields: Json = {}): Promise<Json> =>
  server.create('lighthouse', { lightNo: `L${++count}`, keeper: 'keeper', company: '2000', ...fields });
const take = (entity: string, { id }: Json, action: string, token = tokens.keeper): Promise<Answer> =>
  act(server, entity, id, action, {}, token);
const put = async ({ id }: Json, fields: Json): Promise<void> => {
  await server.pool.query(
    `update lighthouse set ${Object.keys(fields)
      .map((name, at) => `"${name}" = $${at + 2}`)
      .join(', ')} where id = $1`,
    [id, ...Object.values(fields)],
  );
};
const reasonOf = async (entity: string, { id }: Json, name: string, token = tokens.keeper): Promise<unknown> =>
  ((await server.call('GET', `/api/${entity}/${id}`, { token })).result._actions as Json[]).find(
    (one) => one['name'] === name,
  )!['reason'];

test('a step without an actor requires the right to change the record; a step with the actor reader is for all who see it', async () => {
  const light = await lighthouse();
  expect(await take('lighthouse', light, 'light', tokens.guest)).toMatchObject({
    status: 403,
    key: 'MSG_generic_0038',
  });
  expect(await reasonOf('lighthouse', light, 'light', tokens.guest)).toBe(
    'You are not the person who may take this step',
  );
  expect((await take('lighthouse', light, 'light')).status).toBe(200);
  const letter = await server.create('lighthouse-letter', { subject: 'Oil', lightId: light['id'] });
  expect((await take('lighthouse-letter', letter, 'open', tokens.guest)).status).toBe(200);
  expect(await take('lighthouse-letter', letter, 'seal', tokens.guest)).toMatchObject({
    status: 403,
    key: 'MSG_generic_0038',
  });
});

test('if a state and a guard both block, the one with its own message is shown', async () => {
  const light = await lighthouse();
  await put(light, { status: 'Lit' });
  expect((await take('lighthouse', light, 'leave')).key, 'the state alone').toBe('MSG_generic_0032');
  await put(light, { storm: 'Y' });
  expect(await take('lighthouse', light, 'leave')).toMatchObject({
    status: 409,
    key: 'MSG_harbour_0011',
    message: STORM,
  });
  expect(await reasonOf('lighthouse', light, 'leave')).toBe(STORM);
  expect((await take('lighthouse', light, 'light')).key, 'a guard that says nothing of its own').toBe(
    'MSG_generic_0036',
  );
  const { rev } = await server.read('lighthouse', light['id']);
  expect(
    await server.call('PATCH', `/api/lighthouse/${light['id']}`, { token: tokens.keeper, body: { rev, remark: 'x' } }),
  ).toMatchObject({ status: 409, key: 'MSG_harbour_0011', message: STORM });
});

test('a message of the parent is shown before the state of a child', async () => {
  const light = await lighthouse();
  const lamp = await server.create('lighthouse-lamp', { lightId: light['id'], lampNo: 'A' });
  expect((await take('lighthouse-lamp', lamp, 'break')).status).toBe(200);
  const change = async (): Promise<Answer> =>
    server.call('PATCH', `/api/lighthouse-lamp/${lamp['id']}`, { token: tokens.keeper, body: { rev: 2, lampNo: 'B' } });
  expect([(await change()).key, (await take('lighthouse-lamp', lamp, 'break')).key]).toEqual([
    'MSG_generic_0031',
    'MSG_generic_0036',
  ]);
  await put(light, { status: 'Lit' });
  expect(
    [(await change()).key, (await take('lighthouse-lamp', lamp, 'break')).key],
    'the parent blocks nothing any more',
  ).toEqual(['MSG_generic_0031', 'MSG_generic_0036']);
  await put(light, { storm: 'Y' });
  for (const answer of [await change(), await take('lighthouse-lamp', lamp, 'break')])
    expect(answer).toMatchObject({ status: 409, key: 'MSG_harbour_0011', message: STORM });
  for (const name of ['edit', 'delete', 'break'])
    expect(await reasonOf('lighthouse-lamp', lamp, name), name).toBe(STORM);
});
