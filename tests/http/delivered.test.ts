import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Json, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { DEMO_DATA: 'true' } });
});
afterAll(() => server.close());

const list = async (entity: string, where: unknown[] = []): Promise<Json[]> =>
  (await server.call('POST', `/api/${entity}/search`, { body: { searchCondition: where, pageSize: 100 } })).result
    .records;
const roleNamed = async (name: string): Promise<Json> =>
  server.read('role', (await list('role', [{ name: 'roleName', type: 'equal', value: name }]))[0]!['id']);

const ROLES = [
  'Administrator',
  'Approver (department)',
  'Approver (division)',
  'Approver (leader)',
  'Claim assistant',
  'Claims officer',
  'Finance staff',
  'Insurance staff',
  'Litigation officer',
  'Viewer',
];

describe('the roles that come with the product', () => {
  test('are exactly these; only the administrator’s is a system role and sees all companies', async () => {
    const roles = await list('role');
    expect(roles.map(({ roleName }) => roleName).sort()).toEqual(ROLES);
    expect(roles.filter(({ systemFlag }) => systemFlag === 'Y').map(({ roleName }) => roleName)).toEqual([
      'Administrator',
    ]);
    expect(roles.filter(({ allSeeingEye }) => allSeeingEye === 'Y').map(({ roleName }) => roleName)).toEqual([
      'Administrator',
    ]);
  });

  test('have name and remark in both languages, and are found by either name', async () => {
    for (const role of await list('role')) {
      for (const name of ['roleNameCh', 'remarkCh'])
        expect(role[name], `${name} of ${role['roleName']}`).toMatch(/[\u4e00-\u9fff]/);
    }
    for (const text of ['理赔专', 'claims off'])
      expect(
        (await list('role', [{ name: 'roleName', type: 'like', value: text }])).map(({ roleName }) => roleName),
      ).toEqual(['Claims officer']);
    expect(
      await list('role', [{ name: 'roleName', type: 'equal', value: '理赔专员' }]),
      'the name itself is the key',
    ).toEqual([]);
    const names = async (language: string) =>
      (await server.call('POST', '/api/common/select/role', { language, body: {} })).result.map(
        ({ label }: Json) => label,
      );
    expect(await names('zh-CN')).toContain('理赔专员');
    expect(await names('en-US')).toContain('Claims officer');
    await server.create('role', { roleName: 'Nameless' });
    expect(await names('zh-CN')).toContain('Nameless');
    expect(
      await server.call('POST', '/api/role', { body: { roleName: 'Other', roleNameCh: '理赔专员' } }),
    ).toMatchObject({ status: 409, errors: [{ field: 'roleNameCh', key: 'MSG_system_0101' }] });
    const [made] = await list('role', [{ name: 'roleName', type: 'equal', value: 'Nameless' }]);
    expect((await server.call('DELETE', `/api/role/${made!['id']}`, { body: { rev: made!['rev'] } })).status).toBe(200);
  });

  test('a system role cannot be deleted, with a message in both languages', async () => {
    const { id, rev } = await roleNamed('Administrator');
    for (const [language, message] of [
      ['en-US', 'A system role cannot be deleted'],
      ['zh-CN', '系统角色不能删除'],
    ] as const) {
      const answer = await server.call('DELETE', `/api/role/${id}`, { language, body: { rev } });
      expect(answer).toMatchObject({ status: 409, key: 'MSG_system_0102', message });
    }
    expect(await roleNamed('Administrator')).toMatchObject({ rev, delFlag: 'N' });
  });

  test('name and permissions of a system role can be changed, but no user can create a system role', async () => {
    const { id, rev } = await roleNamed('Administrator');
    expect(await server.call('PATCH', `/api/role/${id}`, { body: { rev, remark: 'Ours' } })).toMatchObject({
      status: 200,
      result: { remark: 'Ours', systemFlag: 'Y' },
    });
    const answer = await server.call('POST', '/api/role', {
      body: { roleName: 'Second administrator', systemFlag: 'Y' },
    });
    expect(answer).toMatchObject({ status: 400, errors: [{ field: 'systemFlag' }] });
    expect((await list('role')).map(({ roleName }) => roleName)).not.toContain('Second administrator');
  });

  test('another role can be deleted, with its permissions, once no user has it', async () => {
    const { id, rev, 'role-user': holders } = await roleNamed('Viewer');
    expect(holders).toHaveLength(1);
    expect((await server.call('DELETE', `/api/role/${id}`, { body: { rev } })).status).toBe(200);
    expect(await list('role-permission', [{ name: 'roleId', type: 'equal', value: id }])).toEqual([]);
    expect(await list('role-user', [{ name: 'roleId', type: 'equal', value: id }])).toEqual([]);
  });
});

test('approval requires the division at any amount, the department from 10,000 and the leader from 100,000', async () => {
  const rules = await list('approval-rule');
  const roleIds = new Map((await list('role')).map(({ id, roleName }) => [id, roleName]));
  for (const approveType of ['Case Approval', 'Case Confirm']) {
    expect(
      rules
        .filter((rule) => rule['approveType'] === approveType)
        .map(({ bizType, level, amountFrom, roleId }) => [bizType, level, amountFrom, roleIds.get(roleId)]),
    ).toEqual([
      ['ALL', 'DIVISION', '0.00', 'Approver (division)'],
      ['ALL', 'DEPARTMENT', '10000.00', 'Approver (department)'],
      ['ALL', 'LEADER', '100000.00', 'Approver (leader)'],
    ]);
  }
  expect(rules).toHaveLength(6);
});

describe('the sample people', () => {
  test('are one for each role, and have no password yet', async () => {
    const { rows } = await server.pool.query(
      `select p."userCde", p.password, p."passwordInitial", r."roleName" from person p join role_user u on u."userCde" = p."userCde" join role r on r.id = u."roleId" where p."userCde" <> 'admin'`,
    );
    expect(rows.map(({ roleName }) => roleName).sort()).toEqual(ROLES);
    expect(rows.filter(({ password, passwordInitial }) => password !== null || passwordInitial !== 'N')).toEqual([]);
  });

  test('have one role each', async () => {
    const [holder] = await list('role-user');
    const { id } = await roleNamed('Finance staff');
    const answer = await server.call('POST', '/api/role-user', {
      language: 'zh-CN',
      body: { roleId: id, userCde: holder!['userCde'] },
    });
    expect(answer).toMatchObject({
      status: 409,
      key: 'MSG_system_0103',
      message: '该用户已有角色，每个用户只能有一个角色',
      errors: [{ field: 'userCde' }],
    });
  });

  test.each([
    ['userCde', { userCde: 'lu.fan', userName: 'Another' }, 'MSG_account_0101', 'The user code exists already'],
    [
      'mail',
      { userCde: 'another', userName: 'Another', mail: 'lu.fan@harbourlight.example' },
      'MSG_account_0102',
      'This e-mail address is registered already',
    ],
  ])('refuse a new person with the same %s', async (field, body, key, message) => {
    const before = await server.footprint();
    expect(await server.call('POST', '/api/person', { body })).toMatchObject({
      status: 409,
      key,
      message,
      errors: [{ field }],
    });
    expect(await server.footprint()).toBe(before);
  });
});
