/*
 * Attack: a stranger who knows somebody's mail address asks for codes in that person's name and guesses at them, so
 *   that the person can neither get a code nor use one; or guesses from many addresses until one fits.
 * Before: three wrong tries by anybody invalidated the code that its owner had just got; each code that a stranger
 *   requested invalidated the owner's, and after five of them the owner got no more: 429 for 24 hours.
 * Now: codes and tries count for each caller. The owner's code remains valid after 40 wrong tries of 20 strangers, of
 *   which 3 are checked; strangers get 15 codes a day for an address, 30 with the first of each, and leave a browser in
 *   which the owner logged in before five of its own. (With 15 in all, three addresses could refuse the owner at a
 *   new place: 429 for a day.) A recovered password makes the browser a trusted device, so that it can log in while
 *   others guess at the account.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applicant, newMail, startOutsiderServer, wrongCode, type OutsiderServer } from '../http/outsiders.ts';
import type { Answer } from '../http/server.ts';

let outside: OutsiderServer;
beforeAll(async () => {
  outside = await startOutsiderServer();
});
afterAll(() => outside.close());

const OWNER = '198.51.100.1';
const HOTEL = '192.0.2.7';
const PASSWORD = 'long enough for anybody';
const stranger = (index: number): string => `203.0.113.${index}`;
/** Calls with the cookie of a browser. */
const callFrom = (path: string, body: unknown, from: string, cookie: string): Promise<Answer> =>
  outside.server.call('POST', path, { token: null, body, headers: { 'x-forwarded-for': from, cookie } });
const cookieOf = (answer: Answer): string => answer.headers.get('set-cookie')!.split(';')[0]!;
const person = async (): Promise<{ userCde: string; mail: string }> => {
  const mail = newMail();
  const { userCde } = await outside.server.create('person', {
    userCde: mail.split('@')[0],
    userName: 'Owner',
    mail,
    password: PASSWORD,
  });
  return { userCde: String(userCde), mail };
};

describe('wrong codes of strangers', () => {
  test('do not invalidate the code of its owner, and only few of them are checked', async () => {
    const mail = newMail();
    const code = await outside.codeFor(mail, 'register', { from: OWNER });
    const tries = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        outside.register(applicant(mail, { mailCode: wrongCode(code) }), { from: stranger(index % 20) }),
      ),
    );
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([400]));
    expect(
      (
        await outside.server.pool.query('select tries, "otherTries" from kernel.mail_code where address = $1', [
          mail.toLowerCase(),
        ])
      ).rows,
    ).toEqual([{ tries: 0, otherTries: 3 }]);
    expect(
      (await outside.register(applicant(mail, { mailCode: code }), { from: stranger(0) })).key,
      'not even the right one serves a stranger now',
    ).toBe('MSG_account_0206');
    expect((await outside.register(applicant(mail, { mailCode: code }), { from: OWNER })).status).toBe(201);
  });

  test('are counted by network, not by address or port', async () => {
    const mail = newMail();
    const code = await outside.codeFor(mail, 'register', { from: '2001:db8:9:9::1' });
    for (let index = 2; index < 5; index++)
      await outside.register(applicant(mail, { mailCode: wrongCode(code) }), {
        from: `[2001:db8:9:9::${index}]:${index}000`,
      });
    expect((await outside.register(applicant(mail, { mailCode: code }), { from: '2001:db8:9:9::9' })).key).toBe(
      'MSG_account_0206',
    );
  });
});

describe('codes that strangers request', () => {
  test('do not invalidate the code of the owner', async () => {
    const mail = newMail();
    const code = await outside.codeFor(mail, 'register', { from: OWNER });
    await outside.codeFor(mail, 'register', { from: stranger(30) });
    expect((await outside.register(applicant(mail, { mailCode: code }), { from: OWNER })).status).toBe(201);
  });

  test('count only for the limit of five a day of their own callers, and are limited to 15 a day for a mail address, first codes to 30', async () => {
    const { userCde, mail } = await person();
    const device = cookieOf(await callFrom('/account/login', { username: userCde, password: PASSWORD }, OWNER, ''));
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        outside.requestCode(mail, 'reset', { from: stranger(40 + (index % 4)) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(15);
    for (const { headers, key } of answers.filter(({ status }) => status === 429))
      expect([key, headers.get('retry-after')]).toEqual(['MSG_account_0207', expect.stringMatching(/^8[56]\d{3}$/)]);
    expect((await outside.requestCode(mail, 'reset', { from: HOTEL })).status, 'the owner at a new place').toBe(200);
    expect((await outside.requestCode(mail, 'reset', { from: HOTEL })).status, 'a second code there').toBe(429);
    const first = await Promise.all(
      Array.from({ length: 16 }, (_, index) => outside.requestCode(mail, 'reset', { from: stranger(200 + index) })),
    );
    expect(
      first.filter(({ status }) => status === 200),
      'first codes of others',
    ).toHaveLength(14);
    for (let count = 0; count < 5; count++)
      expect((await outside.requestCode(mail, 'reset', { from: OWNER })).status, 'a known address').toBe(200);
    for (let count = 0; count < 5; count++)
      expect(
        (await callFrom('/account/verificationCode', { mail, purpose: 'reset' }, HOTEL, device)).status,
        'a trusted device',
      ).toBe(200);
    expect((await callFrom('/account/verificationCode', { mail, purpose: 'reset' }, HOTEL, device)).status).toBe(429);
  });

  test('do not reveal whether an account exists', async () => {
    const outcomes = [];
    for (const mail of [(await person()).mail, newMail()]) {
      const answers = await Promise.all(
        Array.from({ length: 18 }, (_, index) =>
          outside.requestCode(mail, 'reset', { from: stranger(60 + (index % 4)) }),
        ),
      );
      const wrong = await outside.post(
        '/account/resetPassword',
        { mail, mailCode: '000000', newPassword: 'Harbour-Lantern-42' },
        { from: stranger(60) },
      );
      outcomes.push([
        answers.map(({ status, key, message }) => `${status} ${key} ${message}`).toSorted(),
        wrong.status,
        wrong.key,
        wrong.headers.get('set-cookie'),
      ]);
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
  });
});

test('the browser in which the owner recovered the password is trusted while others guess at the account', async () => {
  const { userCde, mail } = await person();
  await outside.server.pool.query(
    `insert into kernel.login_try (key, failures, until, "expiresAt") values ($1, 500, now() + interval '1 hour', now() + interval '1 day')`,
    [`account:${userCde}`],
  );
  expect((await callFrom('/account/login', { username: userCde, password: PASSWORD }, HOTEL, '')).status).toBe(429);
  const mailCode = await outside.codeFor(mail, 'reset', { from: HOTEL });
  const recovered = await outside.post(
    '/account/resetPassword',
    { mail, mailCode, newPassword: 'Harbour-Lantern-42' },
    { from: HOTEL },
  );
  expect(recovered.status).toBe(200);
  expect(
    (
      await callFrom(
        '/account/login',
        { username: userCde, password: 'Harbour-Lantern-42' },
        '192.0.2.200',
        cookieOf(recovered),
      )
    ).status,
  ).toBe(200);
});

test('a trusted browser has its own limit, separate from its address', async () => {
  const { userCde, mail } = await person();
  const device = cookieOf(
    await callFrom('/account/login', { username: userCde, password: PASSWORD }, '198.51.100.77', ''),
  );
  const others = await Promise.all(
    Array.from({ length: 31 }, () => outside.requestCode('not an address', 'reset', { from: '198.51.100.77' })),
  );
  expect(others.filter(({ status, key }) => status === 429 && key === 'MSG_account_0208')).toHaveLength(1);
  expect((await outside.requestCode(newMail(), 'reset', { from: '198.51.100.77' })).status).toBe(429);
  expect(
    (await callFrom('/account/verificationCode', { mail, purpose: 'reset' }, '198.51.100.77', device)).status,
  ).toBe(200);
});

test('calls that are refused write nothing', async () => {
  const { server } = outside;
  const from = '198.51.100.78';
  await Promise.all(Array.from({ length: 31 }, () => outside.requestCode('not an address', 'reset', { from })));
  const rows = async () =>
    (
      await server.pool.query(
        `select key, xmin::text, ctid::text from kernel.limit_count union all select count(*)::text, '', '' from kernel.mail_code order by 1`,
      )
    ).rows;
  const before = await rows();
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async () => (await outside.requestCode('not an address', 'reset', { from })).status),
  );
  expect(new Set(statuses)).toEqual(new Set([429]));
  expect(await rows()).toEqual(before);
});
