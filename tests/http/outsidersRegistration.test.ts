import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creditCode } from './rows.ts';
import { applicant, newMail, nextSerial, startOutsiderServer, wrongCode, type OutsiderServer } from './outsiders.ts';
import { type Json } from './server.ts';

let outside: OutsiderServer;
let { server, smtp, codeFor, register, logIn, find, step } = {} as OutsiderServer;
beforeAll(async () => {
  outside = await startOutsiderServer();
  ({ server, smtp, codeFor, register, logIn, find, step } = outside);
});
afterAll(() => outside.close());

describe('a registration', () => {
  test('waits for review; after approval its applicant can log in with the chosen password', async () => {
    const mail = newMail();
    const body = applicant(mail, {
      mailCode: await codeFor(mail, 'register'),
      companyName: 'Outer Lines',
      unifiedSocialCreditNo: creditCode(900_001).toLowerCase(),
    });
    const answer = await register(body, { language: 'zh-CN' });
    expect(answer).toMatchObject({ status: 201, code: 0, message: '注册申请已提交，请等待审核', result: null });
    expect((await logIn(body['userCde'], body['password'])).status).toBe(401);
    const row = await find('registration', 'userCde', body['userCde']);
    expect(row).toMatchObject({
      mail: mail.toLowerCase(),
      recordStatus: 'Waiting',
      unifiedSocialCreditNo: creditCode(900_001),
    });
    expect(row).not.toHaveProperty('password');
    const sent = [...smtp.arrived];
    const approved = await step('registration', row, 'approve');
    expect(approved, approved.text).toMatchObject({ status: 200, result: { recordStatus: 'Approved' } });
    expect(await find('person', 'userCde', body['userCde'])).toMatchObject({
      userName: 'Out Sider',
      mail: mail.toLowerCase(),
      officeTel: '+86 21 5550 0101',
      creater: 'admin',
      passwordInitial: 'N',
      loginSetting: 'LOCAL',
    });
    expect(await logIn(body['userCde'], body['password'])).toMatchObject({
      status: 200,
      result: { mustChangePassword: false },
    });
    const letter = await smtp.next(mail.toLowerCase(), sent);
    expect(letter.subject).toBe('您的 Bordereau 注册申请 / Your registration in Bordereau');
    expect(letter.text).toContain(`log in to Bordereau as ${body['userCde']}`);
    expect(letter.text).toContain(`可使用用户名 ${body['userCde']}`);
  });

  test('that is rejected creates no user, gets the reason, and can be sent again', async () => {
    const mail = newMail();
    const body = applicant(mail, { mailCode: await codeFor(mail, 'register') });
    expect((await register(body)).status).toBe(201);
    const row = await find('registration', 'userCde', body['userCde']);
    expect(await step('registration', row, 'reject')).toMatchObject({
      status: 400,
      errors: [{ field: 'reviewRemark' }],
    });
    const sent = [...smtp.arrived];
    expect((await step('registration', row, 'reject', { reviewRemark: '资料不全' })).status).toBe(200);
    expect((await smtp.next(mail.toLowerCase(), sent)).text).toContain('Review opinion: 资料不全');
    expect(await find('person', 'userCde', body['userCde'])).toBeUndefined();
    expect((await logIn(body['userCde'], body['password'])).status).toBe(401);
    expect((await register({ ...body, mailCode: await codeFor(mail, 'register') })).status).toBe(201);
  });

  test.each<[string, Json, [string, string][]]>([
    [
      'an account with blanks',
      { userCde: 'out sider' },
      [['userCde', 'User code: letters, digits, dots, hyphens and underscores, the first a letter or digit']],
    ],
    [
      'an account of 17 characters',
      { userCde: 'x'.repeat(17) },
      [['userCde', 'User code may have at most 16 characters']],
    ],
    ['no account', { userCde: ' ' }, [['userCde', 'User code cannot be empty']]],
    ['no name', { userName: null }, [['userName', 'Name cannot be empty']]],
    ['a short password', { password: 'nine char' }, [['password', 'The password must have 10 to 200 characters']]],
    [
      'a common password',
      { password: 'Password1234' },
      [['password', 'This password is too easy to guess. Choose one that is neither common nor made up of names']],
    ],
    ['a telephone number of letters', { phone: 'call me' }, [['phone', 'Telephone is not a valid telephone number']]],
    ['a mail address without a domain', { mail: 'me@localhost' }, [['mail', 'E-mail is not a valid e-mail address']]],
    [
      'a credit code of other letters',
      { unifiedSocialCreditNo: '91310000MA1I00001X' },
      [
        [
          'unifiedSocialCreditNo',
          'Unified social credit code must have 18 characters: digits and capital letters without I, O, S, V, Z',
        ],
      ],
    ],
    ['a code of five digits', { mailCode: '12345' }, [['mailCode', 'Mail code is not in the required format']]],
    ['a status', { recordStatus: 'Approved' }, [['recordStatus', 'There is no field “recordStatus”']]],
    ['a review', { reviewRemark: 'fine' }, [['reviewRemark', 'There is no field “reviewRemark”']]],
    ['an unknown field', { isAdmin: true }, [['isAdmin', 'There is no field “isAdmin”']]],
  ])('is refused at its field before the code is checked: %s', async (_, fields, errors) => {
    const mail = newMail();
    const code = await codeFor(mail, 'register');
    const before = await server.footprint();
    const answer = await register(applicant(mail, { mailCode: wrongCode(code), ...fields }));
    expect(answer).toMatchObject({ status: 400, code: 1 });
    expect(answer.errors.map(({ field, message }) => [field, message])).toEqual(errors);
    expect(await server.footprint()).toBe(before);
    expect(
      (await server.pool.query('select tries, spent from kernel.mail_code where address = $1', [mail.toLowerCase()]))
        .rows,
    ).toEqual([{ tries: 0, spent: false }]);
  });

  test('reports all errors at once, in Chinese too', async () => {
    const answer = await register({ mail: 'x', mailCode: '', phone: 'y', password: 'z' }, { language: 'zh-CN' });
    expect(Object.fromEntries(answer.errors.map(({ field, message }) => [field, message]))).toEqual({
      mail: '邮箱不是有效的电子邮箱地址',
      mailCode: '邮箱验证码不能为空',
      phone: '电话不是有效的电话号码',
      password: '密码长度须为 10 到 200 个字符',
      userCde: '用户代码不能为空',
      userName: '姓名不能为空',
    });
  });

  test('with a doubtful credit code is accepted once that is confirmed', async () => {
    const mail = newMail();
    const right = creditCode(900_002);
    const doubtful = right.slice(0, 17) + (right.endsWith('0') ? '1' : '0');
    const body = applicant(mail, { mailCode: await codeFor(mail, 'register'), unifiedSocialCreditNo: doubtful });
    expect(await register(body)).toMatchObject({
      status: 400,
      errors: [{ field: 'unifiedSocialCreditNo', level: 'warning' }],
    });
    expect((await register({ ...body, acceptWarnings: true })).status).toBe(201);
  });

  describe('of a code in use', () => {
    let somebody: Json;
    let waiting: Json;
    beforeAll(async () => {
      somebody = await server.create('person', {
        userCde: 'Taken',
        userName: 'Some Body',
        mail: 'Taken.Mail@example.com',
      });
      const mail = newMail();
      waiting = applicant(mail, { mailCode: await codeFor(mail, 'register') });
      expect((await register(waiting)).status).toBe(201);
    });

    test.each<[string, () => Json, string, string, string]>([
      [
        'a person’s code, in letters of any size',
        () => ({ userCde: 'TAKEN' }),
        'userCde',
        'MSG_account_0101',
        'The user code exists already',
      ],
      [
        'a waiting registration’s code',
        () => ({ userCde: waiting['userCde'] }),
        'userCde',
        'MSG_account_0101',
        'The user code exists already',
      ],
    ])('is reported only to a caller with the code: %s', async (_, fields, field, key, message) => {
      const mail = newMail();
      const code = await codeFor(mail, 'register');
      const [taken, free] = [
        await register(applicant(mail, { ...fields(), mailCode: wrongCode(code) })),
        await register(applicant(mail, { mailCode: wrongCode(code) })),
      ];
      expect({ ...JSON.parse(taken.text), requestId: '' }).toEqual({ ...JSON.parse(free.text), requestId: '' });
      expect(await register(applicant(mail, { ...fields(), mailCode: code }))).toMatchObject({
        status: 409,
        key,
        errors: [{ field, message }],
      });
      expect((await register(applicant(mail, { mailCode: code }))).status).toBe(201);
    });

    test('is reported for a mail address', async () => {
      for (const mail of [String(somebody['mail']), String(waiting['mail'])]) {
        expect(await register(applicant(mail, { mailCode: await codeFor(mail, 'register') })), mail).toMatchObject({
          status: 409,
          key: 'MSG_account_0102',
          errors: [{ field: 'mail', message: 'This e-mail address is registered already' }],
        });
      }
    });

    test('cannot be approved if the code was used meanwhile', async () => {
      const mail = newMail();
      const body = applicant(mail, { mailCode: await codeFor(mail, 'register') });
      expect((await register(body)).status).toBe(201);
      await server.create('person', { userCde: body['userCde'], userName: 'Came first' });
      const row = await find('registration', 'userCde', body['userCde']);
      const sent = smtp.arrived.length;
      expect(await step('registration', row, 'approve')).toMatchObject({ status: 409, key: 'MSG_account_0101' });
      expect((await server.read('registration', row['id']))['recordStatus']).toBe('Waiting');
      expect(smtp.arrived).toHaveLength(sent);
    });
  });

  test('that two reviewers approve at once makes one person and sends one letter', async () => {
    const mail = newMail();
    const body = applicant(mail, { mailCode: await codeFor(mail, 'register') });
    expect((await register(body)).status).toBe(201);
    const row = await find('registration', 'userCde', body['userCde']);
    const sent = [...smtp.arrived];
    const answers = await Promise.all(
      ['approve', 'approve', 'reject', 'approve'].map((action) =>
        step('registration', row, action, action === 'reject' ? { reviewRemark: 'no' } : {}),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const approved = answers.find(({ status }) => status === 200)!.result.recordStatus === 'Approved';
    expect((await server.pool.query('select 1 from person where "userCde" = $1', [body['userCde']])).rowCount).toBe(
      approved ? 1 : 0,
    );
    await smtp.next(mail.toLowerCase(), sent);
    expect(
      smtp.arrived.filter((letter) => letter.to.includes(mail.toLowerCase()) && !sent.includes(letter)),
    ).toHaveLength(1);
  });

  test('can be approved only with the permission', async () => {
    const mail = newMail();
    const body = applicant(mail, { mailCode: await codeFor(mail, 'register') });
    expect((await register(body)).status).toBe(201);
    const row = await find('registration', 'userCde', body['userCde']);
    const token = await server.logInAs(`viewer${nextSerial()}`, 'Viewer');
    expect(
      (
        await server.call('POST', `/api/registration/${row['id']}/actions/approve`, {
          token,
          body: { rev: row['rev'] },
        })
      ).status,
    ).toBe(403);
    expect(await find('person', 'userCde', body['userCde'])).toBeUndefined();
  });
});
