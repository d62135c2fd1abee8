import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_PASSWORD, startTestServer, type Answer, type TestServer } from './server.ts';
import { sweepLimits } from '../../server/kernel/limit.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const NEW_PASSWORD = '新的口令 long enough';
const logIn = (password: string, username = 'admin'): Promise<Answer> =>
  server.call('POST', '/account/login', { token: null, body: { username, password } });
const storedHash = async (): Promise<string> =>
  (await server.pool.query(`select password from person where "userCde" = 'admin'`)).rows[0].password;

test.each<[string, unknown, string, string]>([
  [
    'a wrong old password',
    { oldPassword: 'not this one', newPassword: NEW_PASSWORD },
    'oldPassword',
    'MSG_account_0006',
  ],
  [
    'a short new one',
    { oldPassword: ADMIN_PASSWORD, newPassword: '九个字符的口令一二' },
    'newPassword',
    'MSG_account_0004',
  ],
  ['a long new one', { oldPassword: ADMIN_PASSWORD, newPassword: 'ab'.repeat(101) }, 'newPassword', 'MSG_account_0004'],
  ['a common new one', { oldPassword: ADMIN_PASSWORD, newPassword: 'Password1234' }, 'newPassword', 'MSG_account_0005'],
  [
    'one that is but the user code',
    { oldPassword: ADMIN_PASSWORD, newPassword: 'Admin1Admin2' },
    'newPassword',
    'MSG_account_0005',
  ],
  ['the same again', { oldPassword: ADMIN_PASSWORD, newPassword: ADMIN_PASSWORD }, 'newPassword', 'MSG_account_0007'],
  ['no new one', { oldPassword: ADMIN_PASSWORD }, 'newPassword', 'MSG_account_0009'],
  [
    'a new one of 1,200 characters',
    { oldPassword: ADMIN_PASSWORD, newPassword: 'x'.repeat(1200) },
    'newPassword',
    'MSG_account_0004',
  ],
  [
    'an old one of 1,200 characters',
    { oldPassword: 'x'.repeat(1200), newPassword: NEW_PASSWORD },
    'oldPassword',
    'MSG_account_0006',
  ],
  ['a number as the old one', { oldPassword: 5, newPassword: NEW_PASSWORD }, 'oldPassword', 'MSG_account_0009'],
])('changing to it is refused: %s', async (_, body, field, key) => {
  const before = await storedHash();
  const answer = await server.call('POST', '/account/changePassword', { body });
  expect(answer).toMatchObject({ status: 400, code: 1, errors: [{ field, key }] });
  expect(await storedHash()).toBe(before);
});

test('a change ends all sessions; that of the caller continues with the returned token', async () => {
  const [own, other] = [(await logIn(ADMIN_PASSWORD)).result.token, (await logIn(ADMIN_PASSWORD)).result.token];
  for (const token of [own, other]) expect((await server.call('GET', '/api/meta', { token })).status).toBe(200);
  const changed = await server.call('POST', '/account/changePassword', {
    token: own,
    body: { oldPassword: ADMIN_PASSWORD, newPassword: NEW_PASSWORD },
  });
  expect(changed).toMatchObject({
    status: 200,
    code: 0,
    result: { token: expect.any(String), expiresAt: expect.any(String) },
  });
  expect(changed.headers.get('access_token')).toBe(changed.result.token);
  expect(new Date(changed.result.expiresAt).getTime() - Date.now()).toBeGreaterThan(6.99 * 86_400_000);
  for (const token of [own, other, server.token])
    expect((await server.call('GET', '/api/meta', { token })).status).toBe(401);
  expect((await server.call('GET', '/api/meta', { token: changed.result.token })).status).toBe(200);
  expect((await server.pool.query(`select 1 from kernel.session where "userCde" = 'admin'`)).rowCount).toBe(1);
  expect((await logIn(ADMIN_PASSWORD)).status).toBe(401);
  expect((await logIn(NEW_PASSWORD)).status).toBe(200);
  expect(await storedHash()).toMatch(/^\$argon2id\$/);
});

test('an initial password permits only to change it', async () => {
  await server.pool.query(`update person set "passwordInitial" = 'Y'`);
  const entered = await logIn(NEW_PASSWORD);
  expect(entered.result.mustChangePassword).toBe(true);
  const { token } = entered.result;
  const table = [
    ['GET', '/api/meta', 403],
    ['GET', '/api/country', 403],
    ['POST', '/api/country', 403],
    ['POST', '/resource/authorization/refreshToken', 403],
    ['POST', '/resource/authorization/searchMsRoleMenuVoByUser', 403],
    ['GET', '/resource/authorization/validateTokenWithKeycloak', 403],
    ['POST', '/account/getUserInfo', 200],
  ] as const;
  for (const [method, path, status] of table)
    expect(await server.call(method, path, { token }), path).toMatchObject({ status, code: status === 200 ? 0 : 1 });
  const changed = await server.call('POST', '/account/changePassword', {
    token,
    body: { oldPassword: NEW_PASSWORD, newPassword: ADMIN_PASSWORD },
  });
  expect(changed.status).toBe(200);
  expect((await server.call('GET', '/api/country', { token: changed.result.token })).status).toBe(200);
});

test('after ten wrong passwords the account gets 429 at that address, and other accounts do not', async () => {
  const failures = await Promise.all(Array.from({ length: 10 }, () => logIn('wrong password', 'victim')));
  expect(failures.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401));
  const refused = await logIn('wrong password', 'victim');
  expect(refused).toMatchObject({
    status: 429,
    code: 1,
    key: 'MSG_account_0003',
    message: expect.stringMatching(/^Too many failed attempts\. Please try again in [1-4] s$/),
  });
  expect(refused.headers.get('retry-after')).toMatch(/^[1-4]$/);
  expect((await logIn(ADMIN_PASSWORD)).status).toBe(200);
});

test('of fifty simultaneous wrong passwords exactly ten are checked, and none after a restart', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => logIn('wrong password', 'siege')));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status, key }) => status === 429 && key === 'MSG_account_0003')).toHaveLength(40);
  await server.pool.query(
    `update kernel.login_try set until = now() + interval '1 hour' where key like 'pair:siege %'`,
  );
  const { url, stop } = await server.startAnother();
  expect(
    (
      await server.call('POST', '/account/login', {
        url,
        token: null,
        body: { username: 'SIEGE', password: 'wrong password' },
      })
    ).status,
    'in other letters, too',
  ).toBe(429);
  await stop();
  const { rows } = await server.pool.query(`select failures from kernel.login_try where key = 'account:siege'`);
  expect(rows, 'what was refused for its address uses up nothing of what others share').toEqual([{ failures: 10 }]);
});

test('of fifty simultaneous wrong passwords on two servers exactly ten are checked', async () => {
  const { url } = await server.startAnother();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      server.call('POST', '/account/login', {
        ...(index % 2 ? { url } : {}),
        token: null,
        body: { username: 'twin-siege', password: 'wrong password' },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
});

test('fifty simultaneous correct passwords all succeed after nine wrong ones, and reset the count', async () => {
  await Promise.all(Array.from({ length: 9 }, () => logIn('wrong password')));
  const answers = await Promise.all(Array.from({ length: 50 }, () => logIn(ADMIN_PASSWORD)));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await Promise.all(Array.from({ length: 10 }, async () => (await logIn('wrong password')).status))).toEqual(
    Array.from({ length: 10 }, () => 401),
  );
  await server.pool.query(`delete from kernel.login_try where key like '%admin%'`);
});

test('the sweep removes expired counts and no others', async () => {
  await logIn('wrong password', 'recent');
  await logIn('wrong password', 'long-ago');
  await server.pool.query(
    `update kernel.login_try set "expiresAt" = now() - interval '1 second' where key like '%long-ago%'`,
  );
  await sweepLimits(server.pool);
  const { rows } = await server.pool.query(
    `select distinct key like '%recent%' as recent from kernel.login_try where key like '%recent%' or key like '%long-ago%'`,
  );
  expect(rows).toEqual([{ recent: true }]);
});
