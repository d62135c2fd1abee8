import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
let viewer: string;
beforeAll(async () => {
  server = await startTestServer();
  viewer = await server.logInAs('looker', 'Viewer');
});
afterAll(() => server.close());

const search = async (entity: string, name: string, value: string): Promise<Json> =>
  (await server.call('POST', `/api/${entity}/search`, { body: { searchCondition: [{ name, type: 'equal', value }] } }))
    .result.records[0];

describe('the catalogue of permissions', () => {
  test('lists every entity with its actions, in both languages, with children marked', async () => {
    const { result } = await server.call('GET', '/resource/authorization/permissions');
    const byId = new Map((result.permissions as Json[]).map((one) => [one['permissionId'], one]));
    const { result: mine } = await server.call('GET', '/resource/authorization/validateTokenWithKeycloak');
    // the administrator has every permission
    expect(new Map([...byId].map(([id, { actions }]) => [id, actions.map(({ action }: Json) => action)]))).toEqual(
      new Map(
        mine.role.permissions.map(({ permissionId, actionEntitySet }: Json) => [
          permissionId,
          actionEntitySet.map(({ action }: Json) => action),
        ]),
      ),
    );
    expect(byId.get('system.role-user')).toMatchObject({ part: true });
    expect(byId.get('system.task')!['actions']).toContainEqual({
      action: 'finish',
      label: { en: expect.any(String), zh: expect.stringMatching(/\p{Script=Han}/u) },
    });
    expect(byId.get('system.person')!['actions']).toContainEqual({
      action: 'viewPrivate',
      label: { en: 'See Mobile telephone, Address', zh: '查看手机、地址' },
    });
    expect(result.areas).toContainEqual({ area: 'claims', label: { en: 'Claims', zh: '理赔' } });
  });

  test('requires permission to read roles', async () => {
    expect(await server.call('GET', '/resource/authorization/permissions', { token: viewer })).toMatchObject({
      status: 403,
      key: 'MSG_generic_0403',
      result: null,
    });
    expect((await server.call('GET', '/resource/authorization/permissions', { token: null })).status).toBe(401);
  });
});

describe('the role of a user', () => {
  const assignRole = async (userCde: string, roleName: string): Promise<Answer> => {
    const [row, role] = [await search('role-user', 'userCde', userCde), await search('role', 'roleName', roleName)];
    return server.call('PATCH', `/api/role-user/${row['id']}`, { body: { rev: row['rev'], roleId: role['id'] } });
  };

  test('is changed in one call, takes effect at once, and is in the history', async () => {
    const token = await server.logInAs('mover', 'Viewer');
    expect((await server.call('POST', '/api/fleet', { token, body: {} })).status).toBe(403);
    const moved = await assignRole('mover', 'Insurance staff');
    expect(moved, moved.text).toMatchObject({ status: 200 });
    expect((await server.call('POST', '/api/fleet', { token, body: {} })).status, 'the new right').toBe(400);
    const { result } = await server.call('GET', '/resource/authorization/validateTokenWithKeycloak', { token });
    expect(result.role.roleName).toBe('Insurance staff');
    const history = await server.call('GET', `/api/role-user/${moved.result.id}/history`);
    expect(history.result[0].changes.map(({ field }: Json) => field)).toEqual(['roleId']);
    const assignments = await server.call('POST', '/api/role-user/search', {
      body: { searchCondition: [{ name: 'userCde', type: 'equal', value: 'mover' }] },
    });
    expect(assignments.result.total).toBe(1);
  });

  test.each<[string, (row: Json) => Json, number]>([
    ['to a missing role', (row) => ({ rev: row['rev'], roleId: '999999' }), 400],
    ['to no role', (row) => ({ rev: row['rev'], roleId: null }), 400],
    ['with a stale revision', () => ({ rev: 999, roleId: '1' }), 409],
  ])('is not changed %s', async (_, body, status) => {
    const row = await search('role-user', 'userCde', 'looker');
    const before = await server.footprint();
    expect((await server.call('PATCH', `/api/role-user/${row['id']}`, { body: body(row) })).status).toBe(status);
    expect(await server.footprint()).toBe(before);
  });

  test('cannot be changed without permission for roles, nor as a child of another role', async () => {
    const [row, role] = [
      await search('role-user', 'userCde', 'looker'),
      await search('role', 'roleName', 'Finance staff'),
    ];
    const before = await server.footprint();
    expect(
      (
        await server.call('PATCH', `/api/role-user/${row['id']}`, {
          token: viewer,
          body: { rev: row['rev'], roleId: role['id'] },
        })
      ).status,
    ).toBe(403);
    const own = await search('role', 'roleName', 'Viewer');
    expect(
      (
        await server.call('PATCH', `/api/role/${own['id']}`, {
          body: { rev: own['rev'], 'role-user': [{ id: row['id'], rev: row['rev'], roleId: role['id'] }] },
        })
      ).status,
    ).toBe(400);
    expect(await server.footprint()).toBe(before);
  });

  test('is a single one: a second role is refused with the reason', async () => {
    const role = await search('role', 'roleName', 'Finance staff');
    const answer = await server.call('POST', '/api/role-user', {
      language: 'zh-CN',
      body: { userCde: 'looker', roleId: role['id'] },
    });
    expect(answer).toMatchObject({ status: 409 });
    expect(answer.errors[0]).toMatchObject({
      field: 'userCde',
      key: 'MSG_system_0103',
      message: '该用户已有角色，每个用户只能有一个角色',
    });
  });

  test('other children still cannot change their parent', async () => {
    const [viewerRole, other] = [
      await search('role', 'roleName', 'Viewer'),
      await search('role', 'roleName', 'Finance staff'),
    ];
    const [permission] = (await server.read('role', viewerRole['id']))['role-permission'] as Json[];
    expect(
      (
        await server.call('PATCH', `/api/role-permission/${permission!['id']}`, {
          body: { rev: permission!['rev'], roleId: other['id'] },
        })
      ).status,
    ).toBe(400);
  });
});

describe('the last administrator', () => {
  const REFUSED = { status: 409, key: 'MSG_system_0108', message: '至少须保留一名可以登录并管理角色的人员' };
  test.each<[string, (person: Json, link: Json, other: Json) => [string, string, Json]]>([
    [
      'cannot be excluded from log-in',
      (person) => ['PATCH', `/api/person/${person['id']}`, { rev: person['rev'], loginSetting: 'NONE' }],
    ],
    [
      'cannot be changed to single sign-on without an identity provider',
      (person) => ['PATCH', `/api/person/${person['id']}`, { rev: person['rev'], loginSetting: 'SSO' }],
    ],
    ['cannot be deleted', (person) => ['DELETE', `/api/person/${person['id']}`, { rev: person['rev'] }]],
    ['cannot be removed from the role', (_, link) => ['DELETE', `/api/role-user/${link['id']}`, { rev: link['rev'] }]],
    [
      'cannot be moved to another role',
      (_, link, other) => ['PATCH', `/api/role-user/${link['id']}`, { rev: link['rev'], roleId: other['id'] }],
    ],
  ])('%s', async (_, change) => {
    const [person, link, other] = [
      await search('person', 'userCde', 'admin'),
      await search('role-user', 'userCde', 'admin'),
      await search('role', 'roleName', 'Viewer'),
    ];
    const [method, path, body] = change(person, link, other);
    const before = await server.footprint();
    if (method === 'PATCH')
      expect(
        await server.call('POST', path.replace(/\/[^/]+$/, '/preview'), {
          language: 'zh-CN',
          body: { ...body, id: path.split('/').at(-1) },
        }),
        'nor in a preview',
      ).toMatchObject(REFUSED);
    const answer = await server.call(method, path, { language: 'zh-CN', body });
    // a person in use cannot be deleted, which is another reason
    expect(answer.status, answer.text).toBe(409);
    if (method !== 'DELETE' || !path.includes('person')) expect(answer).toMatchObject(REFUSED);
    expect(await server.footprint()).toBe(before);
  });

  test.each<[string, (permission: Json) => Json, number]>([
    ['cannot take every right from the role', ({ id, rev }) => ({ id, rev, delFlag: 'Y' }), 409],
    [
      'cannot keep only the right to read roles',
      ({ id, rev }) => ({ id, rev, permissionId: 'system.role', actionEntitySet: ['query'] }),
      409,
    ],
  ])('%s', async (_, permission, status) => {
    const role = await server.read('role', (await search('role', 'roleName', 'Administrator'))['id']);
    const before = await server.footprint();
    const answer = await server.call('PATCH', `/api/role/${role['id']}`, {
      language: 'zh-CN',
      body: { rev: role['rev'], 'role-permission': [permission(role['role-permission'][0])] },
    });
    expect(answer, answer.text).toMatchObject({ ...REFUSED, status });
    expect(await server.footprint()).toBe(before);
  });

  test('can get the same permissions in another form, as the matrix writes them: only their effect counts', async () => {
    const role = await server.read('role', (await search('role', 'roleName', 'Administrator'))['id']);
    const [all] = role['role-permission'] as Json[];
    const narrower = await server.call('PATCH', `/api/role/${role['id']}`, {
      body: {
        rev: role['rev'],
        'role-permission': [
          { id: all!['id'], rev: all!['rev'], delFlag: 'Y' },
          { permissionId: 'system.*', actionEntitySet: ['*'] },
        ],
      },
    });
    expect(narrower, narrower.text).toMatchObject({ status: 200 });
    expect((await server.call('GET', '/api/country')).status).toBe(403);
    const [area] = narrower.result['role-permission'] as Json[];
    const back = await server.call('PATCH', `/api/role/${role['id']}`, {
      body: {
        rev: narrower.result.rev,
        'role-permission': [
          { id: area!['id'], rev: area!['rev'], delFlag: 'Y' },
          { permissionId: '*.*', actionEntitySet: ['*'] },
        ],
      },
    });
    expect(back.status, back.text).toBe(200);
    expect((await server.call('GET', '/api/country')).status).toBe(200);
  });

  test('is still the last one beside users without a password and users who may change but not read roles', async () => {
    const role = await server.create('role', {
      roleName: 'Blind',
      'role-permission': [{ permissionId: 'system.role', actionEntitySet: ['edit'] }],
    });
    await server.create('person', { userCde: 'blind', userName: 'Blind', password: 'Kx7mPq2nRt9wYz4b' });
    await server.create('role-user', { userCde: 'blind', roleId: role['id'] });
    await server.create('person', { userCde: 'keyless', userName: 'Keyless' });
    await server.create('role-user', {
      userCde: 'keyless',
      roleId: (await search('role', 'roleName', 'Administrator'))['id'],
    });
    const person = await search('person', 'userCde', 'admin');
    const answer = await server.call('PATCH', `/api/person/${person['id']}`, {
      language: 'zh-CN',
      body: { rev: person['rev'], loginSetting: 'NONE' },
    });
    expect(answer, answer.text).toMatchObject(REFUSED);
  });

  test('keeps the password if a form leaves it empty', async () => {
    const person = await search('person', 'userCde', 'admin');
    const answer = await server.call('PATCH', `/api/person/${person['id']}`, {
      body: { rev: person['rev'], password: null, officeTel: '+86 21 5550 0199' },
    });
    expect(answer.status, answer.text).toBe(200);
    expect((await server.call('GET', '/api/role')).status, 'the session remains valid').toBe(200);
    expect(
      (
        await server.call('POST', '/account/login', {
          token: null,
          body: { username: 'admin', password: ADMIN_PASSWORD },
        })
      ).status,
    ).toBe(200);
  });

  test('is recognised by its permissions: with a renamed role the product starts as before', async () => {
    const role = await search('role', 'roleName', 'Administrator');
    const renamed = await server.call('PATCH', `/api/role/${role['id']}`, {
      body: { rev: role['rev'], roleName: '管理员' },
    });
    expect(renamed.status, renamed.text).toBe(200);
    const before = await server.footprint();
    await (await server.startAnother()).stop();
    expect(await server.footprint()).toBe(before);
    expect(
      (
        await server.call('PATCH', `/api/role/${role['id']}`, {
          body: { rev: renamed.result.rev, roleName: 'Administrator' },
        })
      ).status,
    ).toBe(200);
  });

  test('can be removed once there is another', async () => {
    const token = await server.logInAs('second', 'Administrator');
    const link = await search('role-user', 'userCde', 'second');
    expect(
      (await server.call('DELETE', `/api/role-user/${link['id']}`, { token, body: { rev: link['rev'] } })).status,
    ).toBe(200);
    expect((await server.call('GET', '/api/role', { token })).status, 'no right remains').toBe(403);
  });
});

describe('a new initial password', () => {
  test('ends the sessions of the user and must be changed at the next log-in', async () => {
    const token = await server.logInAs('forgetful', 'Viewer');
    const person = await search('person', 'userCde', 'forgetful');
    const { status, result, text } = await server.call('PATCH', `/api/person/${person['id']}`, {
      body: { rev: person['rev'], password: 'Kx7mPq2nRt9wYz4b' },
    });
    expect([status, result.passwordInitial]).toEqual([200, 'Y']);
    expect(text).not.toContain('Kx7mPq2nRt9wYz4b');
    expect((await server.call('GET', '/api/country', { token })).status, 'the old session').toBe(401);
    const entered = await server.call('POST', '/account/login', {
      body: { username: 'forgetful', password: 'Kx7mPq2nRt9wYz4b' },
    });
    expect(entered.result.mustChangePassword).toBe(true);
    expect((await server.call('GET', '/api/country', { token: entered.result.token })).status).toBe(403);
  });
});

// the last test here: it ends the administrator's session
test('a start restores the first administrator if no user can manage roles', async () => {
  await server.pool.query(`update person set "loginSetting" = 'NONE' where "userCde" = 'admin'`);
  await (await server.startAnother({ ADMIN_PASSWORD: 'another-sea-worthy-one' })).stop();
  const entered = await server.call('POST', '/account/login', {
    token: null,
    body: { username: 'admin', password: 'another-sea-worthy-one' },
  });
  expect(entered.result).toMatchObject({ mustChangePassword: false });
  const { result } = await server.call('POST', '/api/person/search', {
    token: entered.result.token,
    body: { searchCondition: [{ name: 'userCde', type: 'equal', value: 'admin' }] },
  });
  expect(result.records[0].loginSetting).toBe('LOCAL');
});
