import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MailCodes } from '../../server/domain/outsiders/mailCodes.ts';
import { applicant, newMail, startOutsiderServer, wrongCode, type OutsiderServer } from './outsiders.ts';
import { startTestServer } from './server.ts';

let outside: OutsiderServer;
let { server, smtp, post, requestCode, codeFor, register, find, rows } = {} as OutsiderServer;
beforeAll(async () => {
  outside = await startOutsiderServer();
  ({ server, smtp, post, requestCode, codeFor, register, find, rows } = outside);
});
afterAll(() => outside.close());

describe('a code', () => {
  test.each([
    [
      'register',
      'en-US',
      'Bordereau verification code',
      'registering an account',
      'The verification code was sent. It is valid for 10 minutes',
    ],
    ['submission', 'zh-CN', 'Bordereau 验证码', '提交公司信息', '验证码已发送，10 分钟内有效'],
  ])('for %s in %s comes by mail', async (purpose, language, subject, about, message) => {
    const mail = newMail();
    expect(await requestCode(mail, purpose, { language })).toMatchObject({
      status: 200,
      code: 0,
      message,
      result: null,
    });
    const letter = await smtp.next(mail.toLowerCase());
    expect(letter).toMatchObject({
      subject,
      from: 'bordereau@example.com',
      to: [mail.toLowerCase()],
      headers: { 'auto-submitted': 'auto-generated' },
    });
    expect(letter.text).toContain(about);
    expect(letter.text).toMatch(/\b\d{6}\b/);
  });

  test('is not stored in plain text', async () => {
    const code = await codeFor(newMail(), 'register');
    const { rows: stored } = await server.pool.query('select * from kernel.mail_code');
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain(`"${code}"`);
    for (const { hash } of stored) expect(hash).toMatch(/^\$argon2id\$/);
  });

  test.each<[string, unknown, string[]]>([
    ['no address', { purpose: 'register' }, ['mail']],
    ['what is no address', { mail: 'a@b@c', purpose: 'register' }, ['mail']],
    ['two addresses', { mail: 'a@example.com,b@example.com', purpose: 'register' }, ['mail']],
    ['a list', { mail: ['a@example.com'], purpose: 'register' }, ['mail']],
    ['a line break', { mail: 'a@example.com\r\nBcc: b@example.com', purpose: 'register' }, ['mail']],
    ['no purpose', { mail: 'a@example.com' }, ['purpose']],
    ['another purpose', { mail: 'a@example.com', purpose: 'login' }, ['purpose']],
    ['nothing', {}, ['mail', 'purpose']],
    ['something else', { mail: 'a@example.com', purpose: 'register', code: '123456' }, ['code']],
  ])('is not created for %s', async (_, body, fields) => {
    const before = [await rows('kernel.mail_code'), smtp.arrived.length];
    const answer = await post('/account/verificationCode', body);
    expect(answer).toMatchObject({ status: 400, code: 1 });
    expect(answer.errors.map(({ field }) => field)).toEqual(fields);
    expect([await rows('kernel.mail_code'), smtp.arrived.length]).toEqual(before);
  });

  test('is created at most five times a day for an address and a caller, also of twelve requests at once, for any purpose', async () => {
    const [mail, from] = [newMail(), '203.0.113.21'];
    const purposes = ['register', 'reset', 'submission'];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        requestCode(index % 2 ? mail : mail.toUpperCase(), purposes[index % 3]!, { from }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(86_000);
    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 429,
        code: 1,
        key: 'MSG_account_0207',
        message: 'At most 5 verification codes are sent to one address within 24 hours. Please try again later',
      });
    expect((await requestCode(newMail(), 'register', { from })).status).toBe(200);
    await server.pool.query(`update kernel.mail_code set at = at - interval '24 hours' where address = $1`, [
      mail.toLowerCase(),
    ]);
    expect((await requestCode(mail, 'register', { from })).status).toBe(200);
  });

  test('expires after three wrong attempts of the caller who requested it, of which at most three are checked among twenty at once', async () => {
    const mail = newMail();
    const from = '203.0.113.22';
    const code = await codeFor(mail, 'register', { from });
    const body = applicant(mail);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => register({ ...body, mailCode: wrongCode(code) }, { from })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 400));
    expect(answers.filter(({ key }) => key === 'MSG_account_0204')).toHaveLength(2);
    expect(answers.filter(({ key }) => key === 'MSG_account_0206')).toHaveLength(18);
    const {
      rows: [stored],
    } = await server.pool.query('select tries from kernel.mail_code where address = $1', [mail.toLowerCase()]);
    expect(stored.tries).toBe(3);
    const right = await register({ ...body, mailCode: code }, { from });
    expect(right).toMatchObject({
      status: 400,
      key: 'MSG_account_0206',
      errors: [{ field: 'mailCode', message: 'The verification code was wrong three times. Please ask for a new one' }],
    });
    expect(await find('registration', 'userCde', body['userCde'])).toBeUndefined();
    expect((await register({ ...body, mailCode: await codeFor(mail, 'register') })).status).toBe(201);
  });

  test('is still valid after two wrong attempts', async () => {
    const mail = newMail();
    const code = await codeFor(mail, 'register');
    const body = applicant(mail);
    for (let tries = 0; tries < 2; tries++)
      expect(await register({ ...body, mailCode: wrongCode(code) })).toMatchObject({
        status: 400,
        key: 'MSG_account_0204',
        errors: [{ field: 'mailCode', message: 'The verification code is wrong' }],
      });
    expect((await register({ ...body, mailCode: code })).status).toBe(201);
  });

  test('of an invalid form does not count as an attempt', async () => {
    const mail = newMail();
    const code = await codeFor(mail, 'register');
    for (const mailCode of ['', '12345', '1234567', 'abcdef', 5, null, ['1']])
      expect(await register(applicant(mail, { mailCode })), String(mailCode)).toMatchObject({
        status: 400,
        errors: [{ field: 'mailCode' }],
      });
    expect((await register(applicant(mail, { mailCode: ` ${code} ` }))).status).toBe(201);
  });

  test('expires after ten minutes, and only its owner gets that message', async () => {
    const mail = newMail();
    const code = await codeFor(mail, 'register');
    await server.pool.query(
      `update kernel.mail_code set "expiresAt" = "expiresAt" - interval '10 minutes' where address = $1`,
      [mail.toLowerCase()],
    );
    expect(await register(applicant(mail, { mailCode: wrongCode(code) }))).toMatchObject({
      status: 400,
      key: 'MSG_account_0204',
    });
    expect(await register(applicant(mail, { mailCode: code }))).toMatchObject({ status: 400, key: 'MSG_account_0205' });
  });

  test('is valid once, for its own purpose and address, and only the latest one is', async () => {
    const [mail, other] = [newMail(), newMail()];
    const old = await codeFor(mail, 'register');
    const code = await codeFor(mail, 'register');
    await codeFor(other, 'register');
    if (old !== code)
      expect(await register(applicant(mail, { mailCode: old }))).toMatchObject({
        status: 400,
        key: 'MSG_account_0204',
      });
    expect((await post('/account/resetPassword', { mail, mailCode: code, newPassword: 'a long enough one' })).key).toBe(
      'MSG_account_0204',
    );
    expect((await register(applicant(other, { mailCode: code }))).status).toBe(400);
    const answers = await Promise.all([1, 2, 3].map(() => register(applicant(mail, { mailCode: code }))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
    expect((await register(applicant(mail, { mailCode: code }))).key).toBe('MSG_account_0204');
  });

  test('is limited for each address, over all servers together', async () => {
    const { url } = await server.startAnother();
    const send = (index: number) =>
      server.call('POST', '/account/verificationCode', {
        ...(index % 2 ? { url } : {}),
        token: null,
        body: { mail: 'not an address', purpose: 'register' },
        headers: { 'x-forwarded-for': '203.0.113.9' },
      });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => send(index)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(30);
    expect(answers.filter(({ status, key }) => status === 429 && key === 'MSG_account_0208')).toHaveLength(20);
    expect(await requestCode(newMail(), 'register', { from: '203.0.113.9', language: 'zh-CN' })).toMatchObject({
      status: 429,
      key: 'MSG_account_0208',
      message: '您的网络操作过于频繁，请一小时后再试',
    });
    expect((await requestCode(newMail(), 'register', { from: '203.0.113.10' })).status).toBe(200);
  });
});

test('the sweep removes codes that no limit counts any more', async () => {
  const [old, fresh] = [newMail(), newMail()];
  await codeFor(old, 'register');
  await codeFor(fresh, 'register');
  await server.pool.query(`update kernel.mail_code set at = at - interval '24 hours' where address = $1`, [
    old.toLowerCase(),
  ]);
  await new MailCodes({ pool: server.pool } as never).sweep();
  const { rows: left } = await server.pool.query('select address from kernel.mail_code where address = any($1)', [
    [old.toLowerCase(), fresh.toLowerCase()],
  ]);
  expect(left).toEqual([{ address: fresh.toLowerCase() }]);
});

test('without a mail server codes are refused with 503, and nothing is stored', async () => {
  const silent = await startTestServer({ referenceData: false });
  try {
    for (const purpose of ['register', 'reset', 'submission']) {
      expect(
        await silent.call('POST', '/account/verificationCode', {
          token: null,
          body: { mail: 'a@example.com', purpose },
          language: 'zh-CN',
        }),
      ).toMatchObject({
        status: 503,
        code: 1,
        key: 'MSG_account_0203',
        message: '验证码发送失败：系统未配置邮件服务，请联系管理员',
      });
    }
    expect(
      await silent.call('POST', '/account/verificationCode', { token: null, body: { mail: 'a', purpose: 'register' } }),
    ).toMatchObject({ status: 400 });
    expect((await silent.pool.query('select count(*)::int as n from kernel.mail_code')).rows).toEqual([{ n: 0 }]);
  } finally {
    await silent.close();
  }
});
