import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMail, nextSerial, startOutsiderServer, wrongCode, type OutsiderServer } from './outsiders.ts';
import { type Answer, type Json } from './server.ts';

let outside: OutsiderServer;
let { server, smtp, post, requestCode, codeFor, logIn, find } = {} as OutsiderServer;
beforeAll(async () => {
  outside = await startOutsiderServer();
  ({ server, smtp, post, requestCode, codeFor, logIn, find } = outside);
});
afterAll(() => outside.close());

describe('a forgotten password', () => {
  const reset = (body: Json): Promise<Answer> => post('/account/resetPassword', body);
  /** a person with a mail address, logged in */
  async function person(fields: Json = {}): Promise<{ userCde: string; mail: string; token: string }> {
    const userCde = `reset${nextSerial()}`;
    const mail = `Reader.${userCde}@example.com`;
    return { userCde, mail, token: await server.logInAs(userCde, undefined, { mail, ...fields }) };
  }

  test('is replaced, and all sessions end', async () => {
    const { userCde, mail, token } = await person();
    const mailCode = await codeFor(mail, 'reset');
    const answer = await reset({ mail: mail.toUpperCase(), mailCode, userCde, newPassword: 'remembered from now on' });
    expect(answer).toMatchObject({
      status: 200,
      code: 0,
      message: 'The password was reset. Please log in with the new one',
      result: null,
    });
    expect((await server.call('GET', '/api/meta', { token })).status).toBe(401);
    expect((await logIn(userCde, 'long enough for anybody')).status).toBe(401);
    expect(await logIn(userCde, 'remembered from now on')).toMatchObject({
      status: 200,
      result: { mustChangePassword: false },
    });
    const { id } = await find('person', 'userCde', userCde);
    const [last] = (await server.call('GET', `/api/person/${id}/history`)).result as Json[];
    expect(last).toMatchObject({ action: 'resetPassword', by: userCde });
    expect(JSON.stringify(last)).not.toContain('remembered');
    expect((await reset({ mail, mailCode, newPassword: 'another long password' })).key).toBe('MSG_account_0204');
  });

  test('of an unknown address has the same answer and the same row as one of a known address, but no mail', async () => {
    const { mail } = await person();
    const unknownMail = newMail();
    const before = [...smtp.arrived];
    const [known, unknown] = [await requestCode(mail, 'reset'), await requestCode(unknownMail, 'reset')];
    expect(known.message).toBe(
      'If this address belongs to an account, a verification code was sent to it. It is valid for 10 minutes',
    );
    expect(unknown.text).toBe(known.text);
    expect(unknown.status).toBe(known.status);
    const names = (headers: Headers): string[] => [...headers.keys()];
    expect(names(unknown.headers)).toEqual(names(known.headers));
    expect(
      (
        await server.pool.query(
          'select count(*)::int as codes from kernel.mail_code where address = any($1) group by address',
          [[mail.toLowerCase(), unknownMail.toLowerCase()]],
        )
      ).rows,
    ).toEqual([{ codes: 1 }, { codes: 1 }]);
    await smtp.next(mail.toLowerCase(), before);
    // a mail that was requested later has arrived, so this one was not sent
    await codeFor(newMail(), 'register');
    expect(smtp.arrived.filter(({ to }) => to.includes(unknownMail.toLowerCase()))).toEqual([]);
    const wrong = await Promise.all(
      [mail, unknownMail].map((address) =>
        reset({ mail: address, mailCode: '000000', newPassword: 'remembered from now on' }),
      ),
    );
    expect(wrong.map(({ text }) => JSON.parse(text)).map(({ requestId: _, ...rest }) => rest)[0]).toEqual(
      JSON.parse(wrong[1]!.text, (name, value) => (name === 'requestId' ? undefined : value)),
    );
  });

  test.each([['SSO'], ['NONE']])('is not sent to a user with the log-in setting %s', async (loginSetting) => {
    const { userCde, mail } = await person();
    const row = await find('person', 'userCde', userCde);
    expect(
      (await server.call('PATCH', `/api/person/${row['id']}`, { body: { rev: row['rev'], loginSetting } })).status,
    ).toBe(200);
    expect((await requestCode(mail, 'reset')).status).toBe(200);
    await codeFor(newMail(), 'register');
    expect(smtp.arrived.filter(({ to }) => to.includes(mail.toLowerCase()))).toEqual([]);
  });

  test('of another user is not changed', async () => {
    const { mail, userCde } = await person();
    const mailCode = await codeFor(mail, 'reset');
    const {
      rows: [before],
    } = await server.pool.query(`select password from person where "userCde" = 'admin'`);
    expect(await reset({ mail, mailCode, userCde: 'admin', newPassword: 'remembered from now on' })).toMatchObject({
      status: 400,
      key: 'MSG_account_0209',
      errors: [{ field: 'userCde' }],
    });
    expect((await server.pool.query(`select password from person where "userCde" = 'admin'`)).rows).toEqual([before]);
    expect((await logIn(userCde, 'remembered from now on')).status).toBe(401);
    expect((await reset({ mail, mailCode, userCde, newPassword: 'remembered from now on' })).status).toBe(200);
  });

  test.each<[string, Json, string, string]>([
    ['none', { newPassword: undefined }, 'newPassword', 'MSG_account_0009'],
    ['one of 1,200 characters', { newPassword: 'x'.repeat(1200) }, 'newPassword', 'MSG_account_0004'],
    ['a number', { newPassword: 1234567890 }, 'newPassword', 'MSG_account_0009'],
    ['a short one', { newPassword: 'nine char' }, 'newPassword', 'MSG_account_0004'],
    ['a common one', { newPassword: 'password1234' }, 'newPassword', 'MSG_account_0005'],
    ['unknown fields', { loginSetting: 'LOCAL' }, 'loginSetting', 'MSG_generic_0119'],
  ])('is refused without counting an attempt of the code: %s', async (_, fields, field, key) => {
    const { mail } = await person();
    const mailCode = await codeFor(mail, 'reset');
    expect(
      await reset({ mail, mailCode: wrongCode(mailCode), newPassword: 'remembered from now on', ...fields }),
    ).toMatchObject({ status: 400, errors: [{ field, key }] });
    expect(
      (await server.pool.query('select tries from kernel.mail_code where address = $1', [mail.toLowerCase()])).rows,
    ).toEqual([{ tries: 0 }]);
  });
});
