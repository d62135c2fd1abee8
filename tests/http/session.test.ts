import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, startTestServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const logIn = async (): Promise<string> =>
  (await server.call('POST', '/account/login', { token: null, body: { username: 'admin', password: ADMIN_PASSWORD } }))
    .result.token;
const sessions = async (): Promise<number> =>
  Number((await server.pool.query('select count(*) from kernel.session')).rows[0].count);

describe('log-in', () => {
  test('returns the token as data and as result', async () => {
    const answer = await server.call('POST', '/account/login', {
      token: null,
      body: { username: 'admin', password: ADMIN_PASSWORD },
    });
    expect(answer.status).toBe(200);
    const envelope = JSON.parse(answer.text);
    expect(envelope).toEqual({
      code: 0,
      message: 'Logged in',
      data: expect.any(String),
      result: {
        token: envelope.data,
        expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        mustChangePassword: false,
      },
    });
    expect((await server.call('GET', '/api/meta', { token: envelope.data })).status).toBe(200);
  });

  test('accepts a form as well as JSON', async () => {
    const answer = await server.call('POST', '/account/login', {
      token: null,
      body: new URLSearchParams({ username: 'admin', password: ADMIN_PASSWORD }),
    });
    expect(answer).toMatchObject({ status: 200, code: 0 });
  });

  test.each<[string, unknown]>([
    ['a wrong password', { username: 'admin', password: 'wrong password' }],
    ['an unknown name', { username: 'unknown.user', password: ADMIN_PASSWORD }],
    ['the name in other letters', { username: 'ADMIN', password: ADMIN_PASSWORD }],
    ['no password', { username: 'admin' }],
    ['no name', { password: ADMIN_PASSWORD }],
    ['nothing', {}],
    ['a list as password', { username: 'admin', password: [ADMIN_PASSWORD] }],
    ['NUL in the name', { username: 'ad\u0000min', password: ADMIN_PASSWORD }],
    ['a password of 10,000 characters', { username: 'admin', password: 'x'.repeat(10_000) }],
  ])('refuses %s with 401 and opens no session', async (_, body) => {
    const before = await sessions();
    const answer = await server.call('POST', '/account/login', { token: null, body });
    expect(answer).toMatchObject({ status: 401, code: 401, key: 'MSG_account_0002', result: null });
    expect(answer.text).not.toContain('token"');
    expect(await sessions()).toBe(before);
  });

  test('stores only a hash of the token', async () => {
    const token = await logIn();
    const { rows } = await server.pool.query(`select encode("tokenHash", 'escape') as hash from kernel.session`);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('a token', () => {
  test.each<[string, Record<string, string>]>([
    ['none', {}],
    ['an unknown one', { authorization: `Bearer ${'x'.repeat(43)}` }],
    ['another scheme', { authorization: `Basic ${Buffer.from('admin:x').toString('base64')}` }],
    ['an empty one', { authorization: 'Bearer ' }],
    ['one that is not text of a token', { authorization: "Bearer %00 'or 1=1" }],
  ])('%s opens nothing', async (_, headers) => {
    for (const [method, path] of [
      ['GET', '/api/meta'],
      ['GET', '/api/country'],
      ['POST', '/api/country'],
      ['GET', '/api/no-such-entity'],
      ['POST', '/account/getUserInfo'],
      ['GET', '/api/openapi.json'],
    ] as const) {
      const answer = await server.call(method, path, { token: null, headers });
      expect(answer, `${method} ${path}`).toMatchObject({
        status: 401,
        code: 401,
        key: 'MSG_generic_0401',
        result: null,
      });
    }
  });

  test('is invalid after log-out, and other sessions continue', async () => {
    const [mine, other] = [await logIn(), await logIn()];
    expect((await server.call('GET', '/account/logout', { token: mine })).status).toBe(200);
    expect((await server.call('GET', '/api/meta', { token: mine })).status).toBe(401);
    expect((await server.call('GET', '/account/logout', { token: mine })).status).toBe(401);
    expect((await server.call('GET', '/api/meta', { token: other })).status).toBe(200);
  });

  test('is invalid after log-out, even if calls with it are in progress', async () => {
    for (let round = 0; round < 10; round++) {
      const token = await logIn();
      let loggedOut = false;
      const users = Array.from({ length: 6 }, async () => {
        while (!loggedOut) await server.call('POST', '/account/getUserInfo', { token });
      });
      await server.call('GET', '/account/logout', { token });
      expect((await server.call('POST', '/account/getUserInfo', { token })).status, `round ${round}`).toBe(401);
      loggedOut = true;
      await Promise.all(users);
    }
  });

  test('is invalid once it is refreshed', async () => {
    const old = await logIn();
    const answer = await server.call('POST', '/resource/authorization/refreshToken', { token: old });
    expect(answer).toMatchObject({ status: 200, result: { token: expect.any(String) } });
    expect(answer.headers.get('access_token')).toBe(answer.result.token);
    expect((await server.call('GET', '/api/meta', { token: old })).status).toBe(401);
    expect((await server.call('GET', '/api/meta', { token: answer.result.token })).status).toBe(200);
  });

  test('is accepted with its scheme in capitals or small letters', async () => {
    expect(
      (await server.call('GET', '/api/meta', { token: null, headers: { authorization: `bearer ${server.token}` } }))
        .status,
    ).toBe(200);
  });
});

describe('the person', () => {
  test.each(['/account/getUserInfo', '/account/getUserInfoName', '/resource/authorization/getUserInfo'])(
    'POST %s',
    async (path) => {
      expect((await server.call('POST', path)).result).toEqual({
        userCde: 'admin',
        userName: 'Administrator',
        companyCde: null,
        role: { roleName: 'Administrator', roleNameCh: '系统管理员', allSeeingEye: 'Y' },
        heldRoles: expect.any(Array),
        language: null,
        theme: null,
        mustChangePassword: false,
        intranet: true,
        businessTimeZone: 'Asia/Shanghai',
      });
    },
  );

  test('has the permissions of every entity', async () => {
    const { result } = await server.call('GET', '/resource/authorization/validateTokenWithKeycloak');
    const permissions = new Map(
      result.role.permissions.map((one: any) => [
        one.permissionId,
        one.actionEntitySet.map(({ action }: any) => action),
      ]),
    );
    expect(permissions.get('master.country')).toEqual(['query', 'add', 'edit', 'delete', 'export', 'import']);
    expect(permissions.get('harbour.berth-visit')).toEqual(expect.arrayContaining(['confirm', 'unconfirm']));
    expect(permissions.get('harbour.tide')).toEqual(['query', 'export']);
    expect(result).toHaveProperty('avatar');
  });

  test.each([
    ['en-US', 'Country'],
    ['zh-CN', '国家和地区'],
  ])('has a flat menu in %s', async (language, title) => {
    const { result } = await server.call('POST', '/resource/authorization/searchMsRoleMenuVoByUser', { language });
    const ids = new Set(result.map(({ id }: any) => id));
    expect(ids.size).toBe(result.length);
    for (const item of result) {
      expect(item).toMatchObject({
        name: expect.any(String),
        sort: expect.any(Number),
        keepAlive: expect.any(Boolean),
        hide: expect.any(Boolean),
        icon: expect.any(String),
        meta: { title: expect.any(String) },
        permissionCde: expect.any(String),
      });
      expect(item.parentId === -1 || ids.has(item.parentId)).toBe(true);
    }
    expect(result.find(({ permissionCde }: any) => permissionCde === 'master.country').meta.title).toBe(title);
    expect(
      result.some(({ permissionCde }: any) => permissionCde === 'harbour.berth-visit-share'),
      'a child has no place in the menu',
    ).toBe(false);
  });
});

test('a log-in returns no hidden fields of the person', async () => {
  const { text } = await server.call('POST', '/account/getUserInfo');
  expect(text).not.toMatch(/password(?!")|argon2|hash/i);
});
