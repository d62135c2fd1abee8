import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
let viewer: string;
beforeAll(async () => {
  server = await startTestServer();
  viewer = await server.logInAs('looker', 'Viewer');
});
afterAll(() => server.close());

const search = async (entity: string, name: string, value: string): Promise<Json> =>
  (await server.call('POST', `/api/${entity}/search`, { body: { searchCondition: [{ name, type: 'equal', value }] } })).result.records[0];

describe('the catalogue of permissions', () => {
  test('names every entity with its actions, in both languages, parts marked', async () => {
    const { result } = await server.call('GET', '/resource/authorization/permissions');
    const byId = new Map((result.permissions as Json[]).map((one) => [one['permissionId'], one]));
    const { result: mine } = await server.call('GET', '/resource/authorization/validateTokenWithKeycloak');
    // the administrator holds all there is
    expect(new Map([...byId].map(([id, { actions }]) => [id, actions.map(({ action }: Json) => action)])))
      .toEqual(new Map(mine.role.permissions.map(({ permissionId, actionEntitySet }: Json) => [permissionId, actionEntitySet.map(({ action }: Json) => action)])));
    expect(byId.get('system.role-user')).toMatchObject({ part: true });
    expect(byId.get('system.task')!['actions']).toContainEqual({ action: 'finish', label: { en: expect.any(String), zh: expect.stringMatching(/\p{Script=Han}/u) } });
    expect(byId.get('system.person')!['actions']).toContainEqual({ action: 'viewPrivate', label: { en: 'See Mobile telephone, Address', zh: '查看手机、地址' } });
    expect(result.areas).toContainEqual({ area: 'claims', label: { en: 'Claims', zh: '理赔' } });
  });

  test('is for who may read roles', async () => {
    expect(await server.call('GET', '/resource/authorization/permissions', { token: viewer })).toMatchObject({ status: 403, key: 'MSG_generic_0403', result: null });
    expect((await server.call('GET', '/resource/authorization/permissions', { token: null })).status).toBe(401);
  });
});

describe('somebody’s role', () => {
  const place = async (userCde: string, roleName: string): Promise<Answer> => {
    const [row, role] = [await search('role-user', 'userCde', userCde), await search('role', 'roleName', roleName)];
    return server.call('PATCH', `/api/role-user/${row['id']}`, { body: { rev: row['rev'], roleId: role['id'] } });
  };

  test('is changed in one step, which shows at once and is in the history', async () => {
    const token = await server.logInAs('mover', 'Viewer');
    expect((await server.call('POST', '/api/fleet', { token, body: {} })).status).toBe(403);
    const moved = await place('mover', 'Insurance staff');
    expect(moved, moved.text).toMatchObject({ status: 200 });
    expect((await server.call('POST', '/api/fleet', { token, body: {} })).status, 'the new right').toBe(400);
    const { result } = await server.call('GET', '/resource/authorization/validateTokenWithKeycloak', { token });
    expect(result.role.roleName).toBe('Insurance staff');
    const history = await server.call('GET', `/api/role-user/${moved.result.id}/history`);
    expect(history.result[0].changes.map(({ field }: Json) => field)).toEqual(['roleId']);
    const held = await server.call('POST', '/api/role-user/search', { body: { searchCondition: [{ name: 'userCde', type: 'equal', value: 'mover' }] } });
    expect(held.result.total).toBe(1);
  });

  test.each<[string, (row: Json) => Json, number]>([
    ['to a role that is not there', (row) => ({ rev: row['rev'], roleId: '999999' }), 400],
    ['to none', (row) => ({ rev: row['rev'], roleId: null }), 400],
    ['with a stale revision', () => ({ rev: 999, roleId: '1' }), 409],
  ])('is not changed %s', async (_, body, status) => {
    const row = await search('role-user', 'userCde', 'looker');
    const before = await server.footprint();
    expect((await server.call('PATCH', `/api/role-user/${row['id']}`, { body: body(row) })).status).toBe(status);
    expect(await server.footprint()).toBe(before);
  });

  test('is not changed by who has no right to roles, nor from inside another role’s save', async () => {
    const [row, role] = [await search('role-user', 'userCde', 'looker'), await search('role', 'roleName', 'Finance staff')];
    const before = await server.footprint();
    expect((await server.call('PATCH', `/api/role-user/${row['id']}`, { token: viewer, body: { rev: row['rev'], roleId: role['id'] } })).status).toBe(403);
    const own = await search('role', 'roleName', 'Viewer');
    expect((await server.call('PATCH', `/api/role/${own['id']}`, { body: { rev: own['rev'], 'role-user': [{ id: row['id'], rev: row['rev'], roleId: role['id'] }] } })).status).toBe(400);
    expect(await server.footprint()).toBe(before);
  });

  test('stays one: a second one is refused with the reason', async () => {
    const role = await search('role', 'roleName', 'Finance staff');
    const answer = await server.call('POST', '/api/role-user', { language: 'zh-CN', body: { userCde: 'looker', roleId: role['id'] } });
    expect(answer).toMatchObject({ status: 409 });
    expect(answer.errors[0]).toMatchObject({ field: 'userCde', key: 'MSG_system_0103', message: '该用户已有角色，每个用户只能有一个角色' });
  });

  test('other parts still stay with their whole', async () => {
    const [viewerRole, other] = [await search('role', 'roleName', 'Viewer'), await search('role', 'roleName', 'Finance staff')];
    const [permission] = (await server.read('role', viewerRole['id']))['role-permission'] as Json[];
    expect((await server.call('PATCH', `/api/role-permission/${permission!['id']}`, { body: { rev: permission!['rev'], roleId: other['id'] } })).status).toBe(400);
  });
});
