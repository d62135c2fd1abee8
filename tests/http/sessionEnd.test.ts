import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTest, someCases } from '../longTest.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

/** The password of every user that tests log in. */
const PASSWORD = 'long enough for anybody';
/** Time after which a session that ends on one server has ended on every other. */
const FIVE_SECONDS = 5000;

let server: TestServer;
/** a further server on the same database */
let other: string;
beforeAll(async () => {
  server = await startTestServer({ referenceData: false });
  await server.create('role', {
    roleName: 'Reader',
    'role-permission': [{ permissionId: 'system.*', actionEntitySet: ['query'] }],
  });
  other = (await server.startAnother()).url;
});
afterAll(() => server.close());

const use = (token: string, url?: string): Promise<Answer> =>
  server.call('POST', '/account/getUserInfo', { token, ...(url ? { url } : {}) });
const logIn = async (userCde: string): Promise<string> =>
  (await server.call('POST', '/account/login', { token: null, body: { username: userCde, password: PASSWORD } })).result
    .token;
const personOf = async (userCde: string): Promise<Json> =>
  (
    await server.call('POST', '/api/person/search', {
      body: { searchCondition: [{ name: 'userCde', type: 'equal', value: userCde }] },
    })
  ).result.records[0];
async function patch(userCde: string, fields: Json): Promise<void> {
  const { id, rev } = await personOf(userCde);
  const answer = await server.call('PATCH', `/api/person/${id}`, { body: { rev, ...fields } });
  expect(answer.status, answer.text).toBe(200);
}
/** Repeats a call until the answer matches, at most five seconds. */
async function within5s(isSo: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + FIVE_SECONDS;
  while (performance.now() < until) {
    if (await isSo()) return true;
    await pause(100);
  }
  return false;
}

/** The events that end all sessions of a user. */
const ENDS: [string, (userCde: string) => Promise<unknown>][] = [
  ['another password is set', (userCde) => patch(userCde, { password: 'a new initial one' })],
  ['log-in is forbidden', (userCde) => patch(userCde, { loginSetting: 'NONE' })],
  ['log-in is by single sign-on from now on', (userCde) => patch(userCde, { loginSetting: 'SSO' })],
  [
    'the person is deleted',
    async (userCde) => {
      const { id, rev } = await personOf(userCde);
      expect((await server.call('DELETE', `/api/person/${id}`, { body: { rev } })).status).toBe(200);
    },
  ],
];

describe('all sessions of a user end, on this server at once and on others within five seconds, when', () => {
  test.each(someCases(2, ENDS))('%s', async (what, end) => {
    const userCde = `u${ENDS.findIndex(([name]) => name === what)}`;
    const bystander = await server.logInAs(`${userCde}b`);
    const tokens = [await server.logInAs(userCde), await logIn(userCde)];
    for (const token of tokens) for (const url of [undefined, other]) expect((await use(token, url)).status).toBe(200);
    await end(userCde);
    for (const token of tokens) expect((await use(token)).status, 'here').toBe(401);
    for (const token of tokens)
      expect(await within5s(async () => (await use(token, other)).status === 401), 'elsewhere').toBe(true);
    expect((await use(bystander)).status).toBe(200);
    expect(
      (await server.pool.query('select 1 from kernel.session where "userCde" = any($1)', [[userCde, `${userCde}x`]]))
        .rowCount,
      'no session remains for another person with that name',
    ).toBe(0);
  });

  longTest('their own password is changed, and the user who did it continues with a new token', async () => {
    const tokens = [await server.logInAs('changer'), await logIn('changer')];
    for (const token of tokens) expect((await use(token, other)).status).toBe(200);
    const changed = await server.call('POST', '/account/changePassword', {
      token: tokens[0]!,
      body: { oldPassword: PASSWORD, newPassword: 'another long password' },
    });
    expect(changed.status).toBe(200);
    for (const token of tokens) expect((await use(token)).status, 'here').toBe(401);
    for (const token of tokens)
      expect(await within5s(async () => (await use(token, other)).status === 401), 'elsewhere').toBe(true);
    for (const url of [undefined, other]) expect((await use(changed.result.token, url)).status).toBe(200);
  });
});

longTest('a log-out on one server takes effect on the others within five seconds', async () => {
  const token = await server.logInAs('leaver');
  expect((await use(token, other)).status).toBe(200);
  expect((await server.call('GET', '/account/logout', { token })).status).toBe(200);
  expect((await use(token)).status).toBe(401);
  expect(await within5s(async () => (await use(token, other)).status === 401)).toBe(true);
});

test('a log-in during a change of the password leaves no session with the old one', async () => {
  for (let round = 0; round < 5; round++) {
    const userCde = `racer${round}`;
    const token = await server.logInAs(userCde);
    const entering = Array.from({ length: 8 }, () =>
      server.call('POST', '/account/login', { token: null, body: { username: userCde, password: PASSWORD } }),
    );
    await pause(round * 40);
    const changed = await server.call('POST', '/account/changePassword', {
      token,
      body: { oldPassword: PASSWORD, newPassword: 'another long password' },
    });
    expect(changed.status).toBe(200);
    for (const { status, result } of await Promise.all(entering))
      if (status === 200) expect((await use(result.token)).status, `round ${round}`).toBe(401);
    expect((await use(changed.result.token)).status).toBe(200);
  }
});

test('of several simultaneous changes of one password one succeeds, and one token stays valid', async () => {
  const token = await server.logInAs('hasty');
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      server.call('POST', '/account/changePassword', {
        token,
        body: { oldPassword: PASSWORD, newPassword: `another long password ${index}` },
      }),
    ),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(4);
  for (const { status, errors } of refused)
    expect(status === 401 || errors[0]?.field === 'oldPassword', 'the session or the old password is gone').toBe(true);
  const successful = answers.findIndex(({ status }) => status === 200);
  expect(
    (
      await server.call('POST', '/account/login', {
        token: null,
        body: { username: 'hasty', password: `another long password ${successful}` },
      })
    ).status,
  ).toBe(200);
  expect((await use(answers[successful]!.result.token)).status).toBe(200);
  expect(
    (await server.pool.query(`select 1 from kernel.session where "userCde" = 'hasty'`)).rowCount,
    'that one and the log-in after it',
  ).toBe(2);
});

describe('rights', () => {
  test('that are granted, revoked and moved take effect on every server within five seconds', async () => {
    const token = await server.logInAs('mover', 'Reader');
    const sees = async (path: string, status: number) => {
      for (const url of [undefined, other])
        expect(
          await within5s(
            async () => (await server.call('GET', path, { token, ...(url ? { url } : {}) })).status === status,
          ),
          `${path} ${url ?? ''}`,
        ).toBe(true);
    };
    await sees('/api/role', 200);
    await sees('/api/country', 403);
    const [role] = (
      await server.call('POST', '/api/role/search', {
        body: { searchCondition: [{ name: 'roleName', type: 'equal', value: 'Reader' }] },
      })
    ).result.records;
    const stored = await server.read('role', role.id);
    expect(
      (
        await server.call('PATCH', `/api/role/${role.id}`, {
          body: {
            rev: role.rev,
            'role-permission': [
              { permissionId: 'master.country', actionEntitySet: ['query'] },
              { id: stored['role-permission'][0].id, rev: stored['role-permission'][0].rev, delFlag: 'Y' },
            ],
          },
        })
      ).status,
    ).toBe(200);
    expect((await server.call('GET', '/api/country', { token })).status, 'here at once').toBe(200);
    await sees('/api/country', 200);
    await sees('/api/role', 403);
    const [assignment] = (
      await server.call('POST', '/api/role-user/search', {
        body: { searchCondition: [{ name: 'userCde', type: 'equal', value: 'mover' }] },
      })
    ).result.records;
    expect(
      (await server.call('DELETE', `/api/role-user/${assignment.id}`, { body: { rev: assignment.rev } })).status,
    ).toBe(200);
    await sees('/api/country', 403);
    expect((await use(token, other)).result.role).toBeNull();
  });
});

describe('a session that was used for a day', () => {
  const age = (token: string, days: number) =>
    server.pool.query(
      `update kernel.session set "expiresAt" = "expiresAt" - $2 * interval '1 day' where "tokenHash" = sha256($1)`,
      [Buffer.from(token), days],
    );
  const lifeOf = async (token: string): Promise<number> =>
    Number(
      (
        await server.pool.query(
          `select extract(epoch from "expiresAt" - now()) as s from kernel.session where "tokenHash" = sha256($1)`,
          [Buffer.from(token)],
        )
      ).rows[0]?.s,
    );

  test('is renewed: the answer contains a new token, and the old one stays valid for a minute', async () => {
    const old = await server.logInAs('slider');
    expect((await use(old)).headers.get('access_token'), 'not before').toBeNull();
    await age(old, 1.01);
    await pause(2100);
    const answers = await Promise.all(Array.from({ length: 10 }, () => use(old)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const renewed = answers.map(({ headers }) => headers.get('access_token')).filter((token) => token !== null);
    expect(renewed, 'of ten calls at once one').toHaveLength(1);
    expect(await lifeOf(old)).toBeGreaterThan(50);
    expect(await lifeOf(old)).toBeLessThanOrEqual(60);
    expect(await lifeOf(renewed[0]!)).toBeGreaterThan(6.99 * 86_400);
    expect((await use(old)).status).toBe(200);
    expect((await use(old)).headers.get('access_token')).toBeNull();
    await server.pool.query(`update kernel.session set "expiresAt" = now() where "tokenHash" = sha256($1)`, [
      Buffer.from(old),
    ]);
    await pause(2100);
    expect((await use(old)).status).toBe(401);
    expect((await use(renewed[0]!)).status).toBe(200);
  });

  test('ends after seven days without use', async () => {
    const token = await server.logInAs('sleeper');
    await age(token, 7.01);
    await pause(2100);
    const answer = await use(token);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access_token')).toBeNull();
  });

  longTest('is not renewed by the call that ends it', async () => {
    const token = await server.logInAs('goer');
    await age(token, 2);
    await pause(2100);
    const before = (await server.pool.query(`select count(*)::int as n from kernel.session where "userCde" = 'goer'`))
      .rows[0].n;
    expect((await server.call('GET', '/account/logout', { token })).headers.get('access_token')).toBeNull();
    expect(
      (await server.pool.query(`select count(*)::int as n from kernel.session where "userCde" = 'goer'`)).rows[0].n,
    ).toBe(before - 1);
  });

  longTest.each<[string, 'old' | 'renewed']>([
    ['that is on its way out', 'old'],
    ['that replaced it', 'renewed'],
  ])('ends for both its tokens by a log-out with the one %s', async (_, which) => {
    const old = await server.logInAs(`leaver-${which}`);
    const stays = await server.logInAs(`stayer-${which}`);
    await age(old, 2);
    await pause(2100);
    const renewed = (await use(old)).headers.get('access_token')!;
    expect((await use(renewed)).status).toBe(200);
    expect((await server.call('GET', '/account/logout', { token: { old, renewed }[which] })).status).toBe(200);
    expect([(await use(old)).status, (await use(renewed)).status, (await use(stays)).status]).toEqual([401, 401, 200]);
  });

  longTest('gets one new token if the password is changed in it', async () => {
    const token = await server.logInAs('renewer');
    await age(token, 2);
    await pause(2100);
    const answer = await server.call('POST', '/account/changePassword', {
      token,
      body: { oldPassword: PASSWORD, newPassword: 'another long password' },
    });
    expect(answer.status).toBe(200);
    expect((await use(token)).status).toBe(401);
    expect((await use(answer.headers.get('access_token')!)).status).toBe(200);
    expect((await server.pool.query(`select 1 from kernel.session where "userCde" = 'renewer'`)).rowCount).toBe(1);
  });
});

test('of several simultaneous refreshes of one token one returns a new token', async () => {
  const token = await server.logInAs('refresher');
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => server.call('POST', '/resource/authorization/refreshToken', { token })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(
    (await server.pool.query(`select 1 from kernel.session where "userCde" = 'refresher' and "expiresAt" > now()`))
      .rowCount,
  ).toBe(1);
});
