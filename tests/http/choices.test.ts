import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Json, type TestServer } from './server.ts';

let server: TestServer;
/** tokens by role */
const tokens = new Map<string, string>();
let withoutRole: string;
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'true' } });
  for (const [index, role] of ['Claims officer', 'Insurance staff', 'Viewer'].entries())
    tokens.set(role, await server.logInAs(`chooser${index}`, role));
  withoutRole = await server.logInAs('without.role');
  await server.create('person', {
    userCde: 'handler',
    userName: 'Lu Fan 陆帆',
    claimFlag: 'Y',
    mail: 'lu@example.com',
    mobilePhone: '+86 138 0000 0000',
    address: 'Pudong',
  });
  const deleted = await server.create('person', { userCde: 'gone', userName: 'Gone' });
  await server.call('DELETE', `/api/person/${deleted['id']}`, { body: { rev: deleted['rev'] } });
});
afterAll(() => server.close());

const where = (...terms: Json[]): string => `where=${encodeURIComponent(JSON.stringify(terms))}`;
const LU = where({ name: 'userName', type: 'like', value: '陆' });
const FIELDS = ['userCde', 'userName', 'companyCde', 'deptCde', 'positionCde', 'claimFlag'];
const HIDDEN_KERNEL = ['rev', 'delFlag', 'creater', 'createAt', 'updater', 'updateAt'];

describe.each(['Claims officer', 'Insurance staff', 'Viewer'])('%s, who may not read people,', (role) => {
  const call = (method: string, path: string, headers: Record<string, string> = {}) =>
    server.call(method, path, { token: tokens.get(role)!, headers });

  test('finds a person by name and by code, and returns only the fields of a choice', async () => {
    for (const query of [
      LU,
      where({
        or: [[{ name: 'userCde', type: 'like', value: 'HANDL' }], [{ name: 'userName', type: 'like', value: 'HANDL' }]],
      }),
    ]) {
      const { status, result } = await call('GET', `/api/person/choices?${query}`);
      expect([status, result.total]).toEqual([200, 1]);
      expect(result.records[0]).toMatchObject({ userCde: 'handler', userName: 'Lu Fan 陆帆', claimFlag: 'Y' });
      expect(Object.keys(result.records[0]).sort()).toEqual(['id', ...FIELDS].sort());
    }
    expect(
      (await call('GET', `/api/person/choices?${where({ name: 'userCde', type: 'equal', value: 'gone' })}`)).result
        .records,
    ).toEqual([]);
    expect((await call('GET', `/api/person/choices?${where({ name: 'id', type: 'notNull' })}&sort=-id`)).status).toBe(
      200,
    );
  });

  test('cannot filter or sort by anything else, nor read, list or open a person', async () => {
    for (const query of [
      where({ name: 'mail', type: 'like', value: 'lu' }),
      where({ name: 'loginSetting', type: 'equal', value: 'LOCAL' }),
      'sort=mail',
      'sort=loginSetting',
      ...HIDDEN_KERNEL.flatMap((name) => [where({ name, type: 'notNull' }), `sort=${name}`]),
    ]) {
      expect((await call('GET', `/api/person/choices?${query}`)).status, query).toBe(400);
    }
    for (const path of ['/api/person', '/api/person/1', '/api/person/1/history', '/api/person/export?format=csv'])
      expect((await call('GET', path)).status, path).toBe(403);
  });

  test('gets only the fields of a choice from the description of the entity, and no permission for it', async () => {
    const { result } = await call('GET', '/api/meta/person');
    expect(result['x-permissions']).toEqual([]);
    expect(
      Object.keys(result.properties)
        .filter((name) => name !== 'id' && !HIDDEN_KERNEL.includes(name))
        .sort(),
    ).toEqual([...FIELDS].sort());
    expect((await call('GET', '/api/meta')).result.map(({ name }: Json) => name)).not.toContain('person');
  });

  test('may choose people from outside the intranet too, where people cannot be managed', async () => {
    const outside = { 'X-Forwarded-For': '203.0.113.9' };
    expect((await call('GET', `/api/person/choices?${LU}`, outside)).result.total).toBe(1);
    const administrator = await server.call('GET', `/api/person/choices?${LU}`, { headers: outside });
    expect(Object.keys(administrator.result.records[0])).not.toContain('mail');
    expect(await server.call('GET', '/api/person', { headers: outside })).toMatchObject({
      status: 403,
      key: 'MSG_generic_0404',
    });
  });
});

test('a user without a role cannot choose people', async () => {
  for (const path of ['/api/person/choices', '/api/meta/person', '/api/country/choices'])
    expect(await server.call('GET', path, { token: withoutRole }), path).toMatchObject({
      status: 403,
      key: 'MSG_generic_0403',
    });
  expect((await server.call('GET', '/api/person/choices', { token: null })).status).toBe(401);
});

test('choices are complete rows for users who may read the entity; without x-choices others are refused', async () => {
  const viewer = { token: tokens.get('Viewer')! };
  expect((await server.call('GET', '/api/role/choices', viewer)).status).toBe(403);
  const listed = await server.call('GET', '/api/country?pageSize=3', viewer);
  expect((await server.call('GET', '/api/country/choices?pageSize=3', viewer)).result).toEqual(listed.result);
  const { result } = await server.call('GET', `/api/person/choices?${LU}`);
  expect(result.records[0]).toMatchObject({ mail: 'lu@example.com', mobilePhone: '+86 138 0000 0000' });
});

test('a record that names a person can be saved by a user who may choose people but not read them', async () => {
  const body = { bizType: 'GENERAL', title: 'Ask for the survey report', curDirector: 'handler' };
  const { result } = await server.call('GET', '/api/meta/task');
  const needed = Object.fromEntries(
    (result.required as string[]).filter((name) => !(name in body)).map((name) => [name, 'x']),
  );
  const answer = await server.call('POST', '/api/task', {
    token: tokens.get('Claims officer')!,
    body: { ...needed, ...body },
  });
  expect(
    answer.errors.filter(({ field }) => field === 'curDirector'),
    answer.text,
  ).toEqual([]);
});
