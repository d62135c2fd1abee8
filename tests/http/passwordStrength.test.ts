import { dictionary } from '@zxcvbn-ts/language-common';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { weaknessOf } from '../../server/domain/identity/passwords.ts';
import { ADMIN_PASSWORD } from '../adminPassword.ts';
import { companyBody } from './rows.ts';
import { startOutsiderServer, applicant, newMail, type OutsiderServer } from './outsiders.ts';

const ZHANG = {
  userCde: 'zhangw',
  userName: 'Zhang Wei',
  mail: 'wei.zhang88@harbour-lines.com',
  company: ['2000', 'Harbour Lines Co., Ltd.', '海港航运有限公司', 'HLC', '海港航运'],
};
const ADMIN = { userCde: 'admin', userName: 'Administrator' };
const WEAK = 'MSG_account_0005';

describe('a password', () => {
  test.each([
    // common passwords, also with changed letters or with digits and signs around them
    'Password123!',
    'qwertyuiop1',
    'P@ssw0rd2026',
    'p.a.s.s.w.o.r.d',
    'Ｐａｓｓｗｏｒｄ１２３',
    '!!Iloveyou!!',
    'Welcome-2026',
    '$unshine2024',
    'dragondragon',
    'Dragon#Dragon9',
    'letmein 1234',
    'woaini1314',
    '5201314520',
    '1q2w3e4r5t6y',
    '1qaz2wsx3edc',
    'Trustno1!!',
    'football1990',
    'l33t-m0nkey'.replace('l33t-', '') + '2026!',
    'changeme2026',
    'Admin123456',
    'root12345!',
    // a repeated word, two joined words, well-known examples
    'ship2026ship',
    '2026Ship!Ship',
    'dragonmonkey7',
    'Dr4gonMonkey!',
    'correcthorsebatterystaple',
    'Correct Horse Battery Staple 1',
    // sequences, years and repetitions
    'abcdefghijkl',
    '0987654321098',
    '2025-2026-2027',
    '20260101-2026',
    'aaaabbbbcccc',
    'qwertyuiopasdf',
    'xyxyxyxyxyxy',
    // names of the product, the person and the company
    'Bordereau2026',
    'B0rdereau!!2026',
    'bordereaubordereau',
    '保单保单2026保险',
    'Baoxian@12345',
    'ZhangWei1988',
    'zhang.wei-2026',
    'WeiZhang!!99',
    'zhangw-zhangw-1',
    'wei.zhang88@',
    'wei.zhang88@harbour-lines.com',
    'Wei.Zhang88@Harbour-Lines.com!1',
    'www.harbour-lines.com',
    'Harbour-Lines-1',
    'harbourlines2026',
    '海港航运2026!!ab',
    'HLC2000-2026',
    'ZhangPassword',
    'Zh4ngW3i2026',
  ])('%s is refused', (password) => {
    expect(weaknessOf(password, ZHANG)).toBe(WEAK);
  });

  test.each(['Administrator1!', 'admin-admin-2026', 'adminpassword1', 'Admin1Admin2', 'administrator'])(
    '%s is refused for the administrator',
    (password) => {
      expect(weaknessOf(password, ADMIN)).toBe(WEAK);
    },
  );

  test.each([
    'long enough for anybody',
    'Harbour-Lantern-42',
    'bordereau-test-Passphrase-9',
    'Correct-Horse-1',
    'dragon monkey harbour',
    '新的口令 long enough',
    'a first password',
    'reset by someone',
    'another-sea-worthy-one',
    'Tr4ffic!cone*lamp',
    'zhang likes green tea',
    '83749265018',
    'kX9#mQ2$vL',
    'password-x8Kq2mLz9',
    'Admin-Password-for-tests',
    '海港的灯塔照亮了归航的船',
    'Harbour Lines sails on',
    'welcome 8472 9914 3305',
    ADMIN_PASSWORD,
  ])('%s is accepted', (password) => {
    expect([weaknessOf(password, ZHANG), weaknessOf(password, ADMIN)]).toEqual([undefined, undefined]);
  });

  test.each(['short', '九个字符的口令一二', 'x'.repeat(201), ''])('%s has a wrong length', (password) => {
    expect(weaknessOf(password, ADMIN)).toBe('MSG_account_0004');
  });

  test('of the maximum length of 200 characters is checked quickly', () => {
    for (const text of [
      'a'.repeat(200),
      'ab'.repeat(100),
      '!'.repeat(200),
      `${'1'.repeat(100)}${'!'.repeat(100)}`,
      'aab'.repeat(60),
    ])
      expect(weaknessOf(text, { userCde: 'a', userName: 'a b c' })).toBe(WEAK);
  });

  test('is refused for each of at least 3,000 common ones, in capitals and with a digit and a sign, too', () => {
    const common = dictionary['passwords-common'];
    expect(common.length).toBeGreaterThan(3000);
    const accepted = common
      .slice(0, 15_000)
      .flatMap((word) => [word, word.toUpperCase(), `${word}1!`, `${word}2026`])
      .filter((password) => [...password].length >= 10 && weaknessOf(password, ADMIN) === undefined);
    expect(accepted).toEqual([]);
  });
});

describe('wherever a password is set', () => {
  let outside: OutsiderServer;
  beforeAll(async () => {
    outside = await startOutsiderServer();
  });
  afterAll(() => outside.close());
  const person = { userCde: 'yingli', userName: 'Ying Li', mail: 'li.ying@harbour-lines.example', companyCde: '2000' };
  const refused = (field: string) => ({ status: 400, errors: [{ field, key: WEAK }] });

  test('an administrator cannot set one that is easy to guess', async () => {
    const { server } = outside;
    await server.create(
      'company',
      companyBody({ companyCde: '2000', companyNameEn: 'Seven Anchors Shipping', abbreviationEn: 'Sevanch' }),
    );
    const before = await server.footprint();
    for (const password of ['Password123!', 'Ying-Li-2026', 'YingYing2026', 'Sevanch-2026-2000', 'SevenAnchors2026'])
      expect(await server.call('POST', '/api/person', { body: { ...person, password } }), password).toMatchObject(
        refused('password'),
      );
    expect(await server.footprint()).toBe(before);
    expect(
      (await server.call('POST', '/api/person', { body: { ...person, password: 'Harbour-Lantern-42' } })).status,
    ).toBe(201);
    await server.pool.query(`update person set "passwordInitial" = 'N' where "userCde" = $1`, [person.userCde]);
  });

  test.each([{ userCde: 7 }, { userName: ['x'] }, { mail: true }])(
    'beside an invalid value is refused for that value: %j',
    async (wrong) => {
      const { server } = outside;
      const before = await server.footprint();
      const answer = await server.call('POST', '/api/person', {
        body: { ...person, ...wrong, password: 'Harbour-Lantern-42' },
      });
      expect(answer).toMatchObject({ status: 400, errors: [{ field: Object.keys(wrong)[0] }] });
      expect(await server.footprint()).toBe(before);
    },
  );

  test('an import cannot set passwords', async () => {
    const { server } = outside;
    const form = new FormData();
    form.set(
      'file',
      new Blob(['userCde,userName,loginSetting,claimFlag,password\nimported,Imported,LOCAL,N,Password123!\n']),
      'people.csv',
    );
    expect((await server.call('POST', '/api/person/import?dryRun=false', { body: form })).result).toMatchObject({
      created: 1,
    });
    expect((await server.pool.query(`select password from person where "userCde" = 'imported'`)).rows).toEqual([
      { password: null },
    ]);
  });

  test('a user can neither change the own password to one nor recover it as one', async () => {
    const { server, logIn, codeFor, post } = outside;
    const {
      result: { token },
    } = await logIn(person.userCde, 'Harbour-Lantern-42');
    for (const newPassword of ['Ying-Li-2026!', 'Bordereau2026', 'Password123!', 'yingli-2000-!'])
      expect(
        await server.call('POST', '/account/changePassword', {
          token,
          body: { oldPassword: 'Harbour-Lantern-42', newPassword },
        }),
        newPassword,
      ).toMatchObject(refused('newPassword'));
    const mailCode = await codeFor(person.mail, 'reset');
    for (const newPassword of ['Ying-Li-2026!', 'Bordereau2026', 'li.ying2026'])
      expect(
        await post('/account/resetPassword', { mail: person.mail, mailCode, newPassword }),
        newPassword,
      ).toMatchObject(refused('newPassword'));
    expect((await logIn(person.userCde, 'Harbour-Lantern-42')).status).toBe(200);
    expect(
      (await post('/account/resetPassword', { mail: person.mail, mailCode, newPassword: 'Lantern-Harbour-43' })).status,
    ).toBe(200);
  });

  test('an applicant cannot register with one', async () => {
    const { register, rows } = outside;
    const before = await rows('registration');
    const mail = newMail();
    for (const password of ['Password123!', 'Tide-Mill-2026', 'Blue.Tide.2026', `${mail.split('@')[0]}!!`]) {
      const answer = await register(
        applicant(mail, {
          userName: 'Tide Mill',
          companyName: 'Blue Tide Ltd',
          unifiedSocialCreditNo: '91310000607200000X',
          password,
        }),
      );
      expect(
        answer.errors.filter(({ field }) => field === 'password'),
        password,
      ).toMatchObject([{ key: WEAK }]);
    }
    expect(await rows('registration')).toBe(before);
  });

  test.each(['Administrator1!', 'Bordereau2026', 'Password123!', 'admin-2026-admin'])(
    'ADMIN_PASSWORD=%s stops the start with one line',
    async (password) => {
      await expect(outside.server.startAnother({ ADMIN_PASSWORD: password })).rejects.toThrow(
        /^ADMIN_PASSWORD: is too easy to guess[^\n]*$/,
      );
    },
  );
});
