import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compiledModel } from '../compiledModel.ts';
import { TEMPLATES } from '../../server/messages.ts';
import { SCHEMAS } from '../../server/start.ts';
import { visitBody } from './rows.ts';
import { ADMIN_PASSWORD, startTestServer, type Answer, type CallOptions, type TestServer } from './server.ts';

/**
 * The entries of the error catalogue (1§8, 2§8) that the server produces: the specification's entry, the key, the exact
 * Chinese text, and the file that produces it. The client has the texts for answers that do not come from the server
 * (403 to 505 of a proxy, time-out).
 */
const CATALOGUE: [call: string, key: string, zh: string, place: string][] = [
  ['HTTP 401', 'MSG_generic_0401', '用户没有权限（令牌、用户名、密码错误）!', 'server/app.ts'],
  ['HTTP 404', 'MSG_generic_0003', '网络请求错误,未找到该资源!', 'server/app.ts'],
  ['HTTP 405', 'MSG_generic_0006', '网络请求错误,请求方法未允许!', 'server/app.ts'],
  ['HTTP 500, system abnormality', 'MSG_generic_0500', '服务器错误,请联系管理员!', 'server/app.ts'],
  ['HTTP 503', 'MSG_generic_0503', '服务不可用，服务器暂时过载或维护!', 'server/app.ts'],
  ['success', 'MSG_generic_0002', '操作成功！', 'server/routes/answer.ts'],
  ['success of a step', 'MSG_generic_0043', '操作成功！', 'server/routes/operations.ts'],
  ['add succeeded', 'MSG_generic_0040', '创建成功', 'server/routes/entities.ts'],
  ['edit succeeded', 'MSG_generic_0041', '修改成功', 'server/routes/entities.ts'],
  ['delete succeeded', 'MSG_generic_0042', '删除成功', 'server/routes/entities.ts'],
  ['confirm succeeded', 'MSG_generic_0044', '确认成功', 'server/routes/operations.ts'],
  ['unconfirm succeeded', 'MSG_generic_0045', '取消确认成功', 'server/routes/operations.ts'],
  ['submit succeeded', 'MSG_generic_0046', '提交成功', 'server/routes/operations.ts'],
  ['unsubmit succeeded', 'MSG_generic_0047', '取消提交成功', 'server/routes/operations.ts'],
  ['approve succeeded', 'MSG_generic_0048', '审批成功', 'server/routes/operations.ts'],
  ['reject succeeded', 'MSG_generic_0049', '驳回成功', 'server/routes/operations.ts'],
  ['upload succeeded', 'MSG_upload_0109', '上传成功', 'generator/language/attachment.ts'],
  ['import succeeded', 'MSG_upload_0093', '导入成功', 'server/routes/import.ts'],
  ['intranet access only', 'MSG_generic_0404', '只允许内网访问', 'server/kernel/rights.ts'],
  ['no permission', 'MSG_generic_0403', '没有权限', 'server/kernel/rights.ts'],
  ['no permission to read data, or not there', 'MSG_generic_0004', '记录不存在，或您无权查看', 'server/errors.ts'],
  ['invalid request', 'MSG_generic_0001', '请求无效', 'server/routes/body.ts'],
  ['select at least one', 'MSG_generic_0028', '请至少选择一条记录', 'server/kernel/operations/bulk.ts'],
  ['login succeeded', 'MSG_account_0001', '登录成功', 'server/routes/session.ts'],
  ['user or password error', 'MSG_account_0002', '用户名或密码错误', 'server/domain/identity/accounts.ts'],
  ['logout successful', 'MSG_account_0008', '退出成功', 'server/routes/session.ts'],
  ['verification code sent', 'MSG_account_0201', '验证码已发送，10 分钟内有效', 'server/routes/outsiders.ts'],
  [
    'verification code failed',
    'MSG_account_0203',
    '验证码发送失败：系统未配置邮件服务，请联系管理员',
    'server/domain/outsiders/outsiderService.ts',
  ],
  ['verification code wrong', 'MSG_account_0204', '验证码错误', 'server/domain/outsiders/mailCodes.ts'],
  ['verification code expired', 'MSG_account_0205', '验证码已过期，请重新获取', 'server/domain/outsiders/mailCodes.ts'],
  [
    'three wrong tries need a new code',
    'MSG_account_0206',
    '验证码已错误三次，请重新获取',
    'server/domain/outsiders/mailCodes.ts',
  ],
  [
    'daily send limit for codes',
    'MSG_account_0207',
    '同一邮箱 24 小时内最多获取 {{max}} 次验证码，请稍后再试',
    'server/domain/outsiders/mailCodes.ts',
  ],
  [
    'user or mailbox missing or mismatched',
    'MSG_account_0209',
    '用户不存在，或与邮箱不匹配',
    'server/domain/outsiders/passwordReset.ts',
  ],
  [
    'status: cannot delete',
    'MSG_generic_0030',
    '当前状态（{{state}}）的记录不能删除！可删除的状态：{{allowed}}',
    'generator/language/blockReasons.ts',
  ],
  [
    'status: cannot edit',
    'MSG_generic_0031',
    '当前状态（{{state}}）不能编辑。可编辑的状态：{{allowed}}',
    'generator/language/blockReasons.ts',
  ],
  [
    'status: another operation',
    'MSG_generic_0032',
    '当前状态（{{state}}）不允许此操作，须为：{{allowed}}',
    'generator/language/blockReasons.ts',
  ],
  [
    'wrong status to confirm, submit, approve, return, cancel approval, send to captive, cancel insure',
    'MSG_generic_0036',
    '“{{action}}”须在状态“{{allowed}}”下进行，当前状态为“{{state}}”',
    'generator/language/blockReasons.ts',
  ],
  ['not the person for a step', 'MSG_generic_0038', '您不是可执行此操作的人员', 'generator/language/blockReasons.ts'],
  ['master data missing', 'MSG_generic_0122', '{{label}}：所选记录不存在或已删除', 'generator/language/messageKeys.ts'],
  ['duplicate', 'MSG_generic_0121', '{{fields}}与已有记录重复', 'generator/language/messageKeys.ts'],
  [
    'vessel period',
    'MSG_generic_0123',
    '{{from}}至{{to}}：与 {{other}} 的期间[[（{{otherFrom}} 至 {{otherTo}}）]]重叠',
    'generator/language/messageKeys.ts',
  ],
  ['start after end', 'MSG_generic_0124', '{{from}}不能晚于{{to}}', 'generator/language/messageKeys.ts'],
  ['a field is empty', 'MSG_generic_0100', '{{label}}不能为空', 'generator/language/messageKeys.ts'],
  ['too long', 'MSG_generic_0101', '{{label}}不能超过 {{limit}} 个字符', 'generator/language/messageKeys.ts'],
  ['upload: file empty', 'MSG_upload_0100', '文件为空', 'generator/language/attachment.ts'],
  ['upload: over 7.5M', 'MSG_upload_0101', '文件大小不能超过 7.5M', 'generator/language/attachment.ts'],
  [
    'upload: blacklisted extension',
    'MSG_upload_0103',
    '禁止上传 .{{extension}} 类型的文件',
    'generator/language/attachment.ts',
  ],
  ['attachment missing', 'MSG_upload_0107', '{{label}}：文件不存在', 'generator/language/attachment.ts'],
];

const text = (path: string): string => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');

test.each(CATALOGUE)('%s: %s', (_, key, zh, place) => {
  expect(TEMPLATES['zh-CN'][key]).toBe(zh);
  expect(TEMPLATES['en-US'][key]).toMatch(/^[^\p{Script=Han}]{4,}$/u);
  expect(text(place)).toContain(`'${key}'`);
});

test('lists no entry twice', () => {
  expect(new Set(CATALOGUE.map(([, key]) => key)).size).toBe(CATALOGUE.length);
});

test('shows in English the two status labels that the specification defines in English', () => {
  expect(TEMPLATES['en-US']['MSG_generic_0030']).toMatch(/^Can Not Delete The Selected Record In Current Status!/);
  expect(TEMPLATES['en-US']['MSG_generic_0031']).toMatch(/^Current status cannot be edited/);
});

/** Messages of the schemas: entity, rule, key and the Chinese text. */
test.each([
  ['person', 'user-code', 'MSG_account_0101', '用户代码已存在'],
  ['person', 'mail', 'MSG_account_0102', '该邮箱已被注册'],
  ['registration', 'waiting-user-code', 'MSG_account_0101', '用户代码已存在'],
  ['registration', 'waiting-mail', 'MSG_account_0102', '该邮箱已被注册'],
  ['role', 'role-name', 'MSG_system_0101', '角色名称已存在'],
  ['role-user', 'one-role', 'MSG_system_0103', '该用户已有角色，每个用户只能有一个角色'],
  ['resource-item', 'title', 'MSG_system_0104', '资料标题已存在'],
  ['company-submission', 'once', 'MSG_system_0106', '该公司的信息已提交，不能重复提交'],
])('%s %s: %s', (entity, rule, key, zh) => {
  const found = compiledModel([SCHEMAS]).entities[entity]!.unique.find(({ id }) => id === rule);
  expect(found).toMatchObject({ key, message: { zh, en: expect.stringMatching(/^[^\p{Script=Han}]{4,}$/u) } });
});

describe('answers with the exact Chinese text:', () => {
  let server: TestServer;
  let viewer: string;
  beforeAll(async () => {
    // no address of this machine counts as part of the intranet
    server = await startTestServer({ env: { INTRANET_CIDRS: '203.0.113.0/24' } });
    await server.pool.query(
      `insert into person ("userCde", "userName", "loginSetting", "claimFlag", "passwordInitial", creater, updater, password) select 'viewer', 'Viewer', 'LOCAL', 'N', 'N', 'test', 'test', password from person where "userCde" = 'admin'`,
    );
    await server.pool.query(
      `insert into role_user ("userCde", "roleId", creater, updater) select 'viewer', id, 'test', 'test' from role where "roleName" = 'Viewer'`,
    );
    viewer = (
      await server.call('POST', '/account/login', {
        token: null,
        body: { username: 'viewer', password: ADMIN_PASSWORD },
      })
    ).result.token;
  });
  afterAll(() => server.close());

  const request = (method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
    server.call(method, path, { language: 'zh-CN', ...options });

  test.each<[string, string, CallOptions | (() => CallOptions), number, string]>([
    ['GET', '/api/company', { token: null }, 401, '用户没有权限（令牌、用户名、密码错误）!'],
    ['GET', '/no/such/address', {}, 404, '网络请求错误,未找到该资源!'],
    ['PUT', '/api/company', { body: {} }, 405, '网络请求错误,请求方法未允许!'],
    ['GET', '/api/person', {}, 403, '只允许内网访问'],
    ['POST', '/api/company', () => ({ token: viewer, body: {} }), 403, '没有权限'],
    ['GET', '/api/company/999', {}, 404, '记录不存在，或您无权查看'],
    ['POST', '/api/company/bulk/delete', { body: { items: [] } }, 400, '请至少选择一条记录'],
    [
      'POST',
      '/account/login',
      { token: null, body: { username: 'admin', password: 'not the one' } },
      401,
      '用户名或密码错误',
    ],
    ['POST', '/account/login', { token: null, body: { username: 'admin', password: ADMIN_PASSWORD } }, 200, '登录成功'],
    ['GET', '/api/company', {}, 200, '操作成功！'],
    [
      'POST',
      '/account/verificationCode',
      { token: null, body: { mail: 'a@example.com', purpose: 'reset' } },
      503,
      '验证码发送失败：系统未配置邮件服务，请联系管理员',
    ],
    [
      'POST',
      '/account/register',
      {
        token: null,
        body: {
          mail: 'a@example.com',
          mailCode: '123456',
          userCde: 'a',
          userName: 'A',
          password: 'long enough for it',
          phone: '12345678',
        },
      },
      400,
      '验证码错误',
    ],
  ])('%s %s', async (method, path, options, status, message) => {
    expect(await request(method, path, typeof options === 'function' ? options() : options)).toMatchObject({
      status,
      message,
      code: status === 200 ? 0 : status === 401 ? 401 : 1,
    });
  });

  test('the life of a record', async () => {
    const visit = async (method: string, path: string, body: Record<string, unknown>): Promise<Answer> =>
      request(method, `/api/berth-visit${path}`, { body });
    const created = await visit('POST', '', await visitBody(server));
    expect(created).toMatchObject({ status: 201, message: '创建成功' });
    const path = `/${created.result.id}`;
    expect(await visit('PATCH', path, { rev: 1, dues: '11' })).toMatchObject({ status: 200, message: '修改成功' });
    expect(await visit('POST', `${path}/actions/unconfirm`, { rev: 2 })).toMatchObject({
      status: 409,
      message: '“取消确认”须在状态“已确认”下进行，当前状态为“草稿”',
    });
    expect(await visit('POST', `${path}/actions/confirm`, { rev: 2 })).toMatchObject({
      status: 200,
      message: '确认成功',
    });
    expect(await visit('PATCH', path, { rev: 3, dues: '12' })).toMatchObject({
      status: 409,
      message: '当前状态（已确认）不能编辑。可编辑的状态：草稿、已取消确认',
    });
    expect(await visit('DELETE', path, { rev: 3 })).toMatchObject({
      status: 409,
      message: '当前状态（已确认）的记录不能删除！可删除的状态：草稿',
    });
    expect(await visit('POST', `${path}/actions/unconfirm`, { rev: 3 })).toMatchObject({
      status: 200,
      message: '取消确认成功',
    });
    const other = await visit('POST', '', await visitBody(server));
    expect(await visit('DELETE', `/${other.result.id}`, { rev: 1 })).toMatchObject({
      status: 200,
      message: '删除成功',
    });
    expect(await request('GET', '/account/logout')).toMatchObject({ status: 200, message: '退出成功' });
  });
});
