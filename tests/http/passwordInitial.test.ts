import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Answer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const NEW_PASSWORD = '新的口令 long enough';
const logIn = (password: string, username: string): Promise<Answer> =>
  server.call('POST', '/account/login', { token: null, body: { username, password } });

test('guesses of the current password within a session are limited', async () => {
  const token = await server.logInAs('watched');
  const guess = (oldPassword: string) =>
    server.call('POST', '/account/changePassword', { token, body: { oldPassword, newPassword: NEW_PASSWORD } });
  for (let count = 0; count < 10; count++) expect((await guess(`guess ${count}`)).status).toBe(400);
  expect(await guess('guess 11')).toMatchObject({ status: 429, key: 'MSG_account_0003' });
});

test('a person who is created with a password must change it first', async () => {
  const initial = async (): Promise<string> =>
    (await server.pool.query(`select "passwordInitial" from person where "userCde" = 'fresh'`)).rows[0].passwordInitial;
  const person = await server.create('person', { userCde: 'fresh', userName: 'Fresh', password: 'a first password' });
  expect(JSON.stringify(person)).not.toContain('a first password');
  const {
    result: { token, mustChangePassword },
  } = await logIn('a first password', 'fresh');
  expect(mustChangePassword).toBe(true);
  expect((await server.call('POST', '/account/getUserInfo', { token })).result.mustChangePassword).toBe(true);
  expect(await server.call('GET', '/api/country', { token })).toMatchObject({ status: 403, key: 'MSG_account_0011' });
  expect(
    (
      await server.call('POST', '/account/changePassword', {
        token,
        body: { oldPassword: 'a first password', newPassword: 'a password of my own' },
      })
    ).status,
  ).toBe(200);
  expect(await initial()).toBe('N');
  const { rev } = await server.read('person', person['id']);
  expect(
    (await server.call('PATCH', `/api/person/${person['id']}`, { body: { rev, userName: 'Fresher' } })).status,
    'the password need not be said again',
  ).toBe(200);
  expect((await logIn('a password of my own', 'fresh')).status).toBe(200);
  expect(
    (
      await server.call('PATCH', `/api/person/${person['id']}`, {
        body: { rev: rev + 1, password: 'reset by someone' },
      })
    ).status,
  ).toBe(200);
  expect(await initial()).toBe('Y');
  expect((await logIn('reset by someone', 'fresh')).result.mustChangePassword).toBe(true);
});

test.each([
  ['short', 'MSG_account_0004'],
  ['password1234', 'MSG_account_0005'],
  ['x'.repeat(201), 'MSG_account_0004'],
])('the password %s is refused for a new person', async (password, key) => {
  const before = await server.footprint();
  const answer = await server.call('POST', '/api/person', { body: { userCde: 'weak', userName: 'Weak', password } });
  expect(answer.status).toBe(400);
  expect(answer.errors.map(({ field }) => field)).toEqual(['password']);
  if (password !== 'short') expect(answer.errors[0]!.key).toBe(key);
  expect(await server.footprint()).toBe(before);
});
