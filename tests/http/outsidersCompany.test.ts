import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdf } from '../fixtures/attachments.ts';
import { companyBody, creditCode } from './rows.ts';
import { newMail, startOutsiderServer, wrongCode, type OutsiderServer } from './outsiders.ts';
import { type Answer, type Json } from './server.ts';

let serial = 0;
let outside: OutsiderServer;
let { server, smtp, post, codeFor, find, step, rows } = {} as OutsiderServer;
beforeAll(async () => {
  outside = await startOutsiderServer();
  ({ server, smtp, post, codeFor, find, step, rows } = outside);
});
afterAll(() => outside.close());

describe('a company’s information', () => {
  const submit = (body: Json, options = {}): Promise<Answer> => post('/account/companySubmission', body, options);
  async function scan(mail: string, mailCode: string, name = 'licence.pdf', bytes = pdf(name)): Promise<Answer> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    form.append('mail', mail);
    form.append('mailCode', mailCode);
    return post('/account/companySubmission/file', form);
  }
  const company = (number: number, fields: Json): Json => ({
    companyName: '外海航运有限公司',
    unifiedSocialCreditNo: creditCode(number),
    address: '上海市',
    phone: '021-65966666',
    ...fields,
  });

  test('is submitted once, with scans, and waits for review', async () => {
    const mail = newMail();
    const mailCode = await codeFor(mail, 'submission');
    const [licence, invoice] = [await scan(mail, mailCode), await scan(mail, mailCode, 'invoice.pdf')];
    expect(licence).toMatchObject({ status: 201, result: { name: 'licence.pdf', type: 'application/pdf' } });
    const body = company(910_001, {
      mail,
      mailCode,
      businessLicence: [licence.result.id],
      invoiceInfo: [invoice.result.id],
    });
    expect(await submit(body, { language: 'zh-CN' })).toMatchObject({
      status: 201,
      code: 0,
      message: '公司信息已提交，请等待审核',
      result: null,
    });
    const row = await find('company-submission', 'unifiedSocialCreditNo', creditCode(910_001));
    expect(await server.read('company-submission', row['id'])).toMatchObject({
      recordStatus: 'Submitted',
      mail: mail.toLowerCase(),
      businessLicence: [licence.result.id],
      invoiceInfo: [invoice.result.id],
    });
    const { bytes } = await server.download(`/api/files/${licence.result.id}`);
    expect(bytes.equals(pdf('licence.pdf'))).toBe(true);

    const secondMail = newMail();
    const code = await codeFor(secondMail, 'submission');
    const other = await scan(secondMail, code);
    const before = await server.footprint();
    const second = await submit(
      company(910_001, { mail: secondMail, mailCode: code, businessLicence: [other.result.id] }),
    );
    expect(second).toMatchObject({
      status: 409,
      key: 'MSG_system_0106',
      errors: [{ field: 'unifiedSocialCreditNo', message: 'The information of this company was submitted already' }],
    });
    expect(await server.footprint()).toBe(before);

    const sent = [...smtp.arrived];
    expect((await step('company-submission', row, 'reject', { reviewRemark: 'The scan cannot be read' })).status).toBe(
      200,
    );
    const letter = await smtp.next(mail.toLowerCase(), sent);
    expect(letter.subject).toBe('您在 Bordereau 提交的公司信息 / Your company’s information in Bordereau');
    expect(letter.text).toContain(
      '外海航运有限公司 的公司信息未通过审核，可重新提交。\n\n审核意见：The scan cannot be read',
    );
    expect(
      (await submit(company(910_001, { mail: secondMail, mailCode: code, businessLicence: [other.result.id] }))).status,
    ).toBe(201);
  });

  test('is answered to the verified address of its submitter only', async () => {
    const mail = newMail();
    const mailCode = await codeFor(mail, 'submission');
    const licence = await scan(mail, mailCode);
    expect((await submit(company(910_004, { mail, mailCode, businessLicence: [licence.result.id] }))).status).toBe(201);
    const row = await find('company-submission', 'unifiedSocialCreditNo', creditCode(910_004));
    await server.pool.query(`update company_submission set creater = 'else@example.com' where id = $1`, [row['id']]);
    const [{ id, rev }, sent] = [row, [...smtp.arrived]];
    expect(
      await server.call('PATCH', `/api/company-submission/${id}`, { body: { rev, mail: 'else@example.com' } }),
    ).toMatchObject({ status: 400, errors: [{ field: 'mail' }] });
    expect((await step('company-submission', row, 'reject', { reviewRemark: 'No' })).status).toBe(200);
    await smtp.next(mail.toLowerCase(), sent);
    expect(smtp.arrived.filter(({ to }) => to.includes('else@example.com'))).toEqual([]);
  });

  test('that staff entered causes no mail, and a user code is never used as an address', async () => {
    const refused = await server.call('POST', '/api/person', {
      body: { userCde: 'chief@a.example', userName: 'Chief' },
    });
    expect(refused).toMatchObject({ status: 400, errors: [{ field: 'userCde', key: 'MSG_generic_0103' }] });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(pdf('staff'))]), 'staff.pdf');
    const {
      result: { id },
    } = await server.call('POST', '/api/files', { body: form });
    const row = await server.create('company-submission', company(910_005, { businessLicence: [id] }));
    expect(row['mail']).toBeNull();
    const before = smtp.arrived.length;
    expect((await step('company-submission', row, 'reject', { reviewRemark: 'No' })).status).toBe(200);
    await codeFor(newMail(), 'submission');
    expect(smtp.arrived).toHaveLength(before + 1);
  });

  describe('that is accepted', () => {
    const ACCEPTANCE = { companyNameEn: 'Outer Sea Shipping Co., Ltd.', addressEn: 'Shanghai' };

    /** A submission that waits for review, and the mail address of its submitter. */
    async function waiting(number: number, fields: Json = {}): Promise<{ row: Json; mail: string; scans: string[] }> {
      const mail = newMail();
      const mailCode = await codeFor(mail, 'submission');
      const [licence, invoice] = [
        await scan(mail, mailCode, `licence${number}.pdf`),
        await scan(mail, mailCode, `invoice${number}.pdf`),
      ];
      const body = company(number, {
        companyName: `外海航运${number}`,
        mail,
        mailCode,
        abbreviation: '外海',
        businessLicence: [licence.result.id],
        invoiceInfo: [invoice.result.id],
        ...fields,
      });
      const answer = await submit(body);
      expect(answer, answer.text).toMatchObject({ status: 201 });
      const [found] = (
        await server.call('POST', '/api/company-submission/search', {
          body: { searchCondition: [{ name: 'companyName', type: 'equal', value: body['companyName'] }] },
        })
      ).result.records;
      return { row: found, mail: mail.toLowerCase(), scans: [licence.result.id, invoice.result.id] };
    }
    const accept = (row: Json, input: Json): Promise<Answer> =>
      step('company-submission', row, 'accept', { ...ACCEPTANCE, ...input });
    const name = async (id: string): Promise<string> =>
      (await server.pool.query('select name from kernel.file where id = $1', [id])).rows[0].name;

    test('creates the company, with the scans as its own, and the submitter is informed', async () => {
      const { row, mail, scans } = await waiting(910_010);
      const before = await server.footprint();
      expect(await step('company-submission', row, 'accept')).toMatchObject({
        status: 400,
        errors: [{ field: 'companyCde' }, { field: 'companyNameEn' }, { field: 'addressEn' }],
      });
      expect(await server.footprint()).toBe(before);
      const sent = [...smtp.arrived];
      // files that no staff accepted count for the quota of all outsiders
      const counted = async () =>
        (
          await server.pool.query('select id from kernel.file where outsider and id = any($1) order by at', [scans])
        ).rows.map(({ id }) => id);
      expect(await counted()).toEqual(scans);
      const answer = await accept(row, { companyCde: 'outer1' });
      expect(answer, answer.text).toMatchObject({
        status: 200,
        result: { recordStatus: 'Accepted', businessLicence: [scans[0]], invoiceInfo: [scans[1]] },
      });
      const createdCompany = await find('company', 'companyCde', 'OUTER1');
      expect(createdCompany).toMatchObject({
        companyNameEn: 'Outer Sea Shipping Co., Ltd.',
        companyNameCh: '外海航运910010',
        abbreviationCh: '外海',
        addressEn: 'Shanghai',
        addressCh: '上海市',
        country: 'CN',
        contactsPhone: '021-65966666',
        unifiedSocialCreditNo: creditCode(910_010),
        creater: 'admin',
      });
      const { businessLicence, invoiceInfo } = await server.read('company', createdCompany['id']);
      expect([await name(businessLicence[0]), await name(invoiceInfo[0])]).toEqual([
        'licence910010.pdf',
        'invoice910010.pdf',
      ]);
      expect(businessLicence).not.toEqual([scans[0]]);
      expect(await counted()).toEqual([]);
      for (const id of [...businessLicence, ...scans])
        expect((await server.download(`/api/files/${id}`)).status).toBe(200);
      expect((await server.download(`/api/files/${businessLicence[0]}`)).bytes.equals(pdf('licence910010.pdf'))).toBe(
        true,
      );
      expect((await smtp.next(mail, sent)).text).toContain('The information of 外海航运910010 was accepted.');
    });

    test('completes the company that has the credit code, and overwrites nothing', async () => {
      const standing = await server.create(
        'company',
        companyBody({
          companyCde: 'KNOWN',
          unifiedSocialCreditNo: creditCode(910_011),
          addressCh: '大连市',
          abbreviationCh: null,
        }),
      );
      const { row } = await waiting(910_011);
      const before = await server.footprint();
      expect(await accept(row, { companyCde: 'OTHER' })).toMatchObject({
        status: 409,
        key: 'MSG_system_0107',
        errors: [
          {
            field: 'companyCde',
            message:
              'A company with this credit code exists already, under the code KNOWN. Enter that code to complete it',
          },
        ],
      });
      expect(await server.footprint()).toBe(before);
      expect((await accept(row, { companyCde: 'KNOWN' })).status).toBe(200);
      const filled = await server.read('company', standing['id']);
      expect(filled).toMatchObject({
        rev: 2,
        companyNameEn: standing['companyNameEn'],
        companyNameCh: standing['companyNameCh'],
        addressCh: '大连市',
        abbreviationCh: '外海',
        contactsPhone: '021-65966666',
      });
      expect([filled['businessLicence'], filled['invoiceInfo']]).toEqual([[expect.any(String)], [expect.any(String)]]);
      expect(await rows(`company where "unifiedSocialCreditNo" = '${creditCode(910_011)}'`)).toBe(1);
    });

    test.each<[string, Json, string]>([
      ['code', { companyCde: 'KNOWN2' }, 'companyCde'],
      ['English name', { companyCde: 'FRESH1', companyNameEn: 'Known Two' }, 'companyNameEn'],
      ['Chinese name', { companyCde: 'FRESH2' }, 'companyName'],
    ])('is refused at its field, and nothing is stored, if another company has the %s', async (_, input, field) => {
      const number = 910_020 + (serial += 1);
      const other = await server.create(
        'company',
        companyBody({
          companyCde: field === 'companyCde' ? 'KNOWN2' : `ELSE${number}`,
          ...(field === 'companyNameEn' ? { companyNameEn: 'Known Two' } : {}),
          ...(field === 'companyName' ? { companyNameCh: `外海航运${number}` } : {}),
        }),
      );
      const { row, mail } = await waiting(number);
      const before = await server.footprint();
      expect(await accept(row, { companyNameEn: `Outer ${number}`, ...input })).toMatchObject({
        status: 409,
        errors: [{ field }],
      });
      expect(await server.footprint()).toBe(before);
      expect(await find('company', 'unifiedSocialCreditNo', creditCode(number))).toBeUndefined();
      expect((await server.read('company', other['id']))['rev']).toBe(1);
      expect(smtp.arrived.filter(({ to, text }) => to.includes(mail) && text.includes('accepted'))).toEqual([]);
    });

    test('by two reviewers at once has one effect', async () => {
      const { row, mail } = await waiting(910_030);
      const answers = await Promise.all(
        ['TWICE1', 'TWICE2', 'TWICE1', 'TWICE2'].map((companyCde) =>
          accept(row, { companyCde, companyNameEn: companyCde }),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
      expect(await rows(`company where "unifiedSocialCreditNo" = '${creditCode(910_030)}'`)).toBe(1);
      expect(await rows(`kernel.file where name = 'licence910030.pdf'`)).toBe(2);
      await smtp.next(
        mail,
        smtp.arrived.filter(({ text }) => !text.includes('accepted')),
      );
      expect(smtp.arrived.filter(({ to, text }) => to.includes(mail) && text.includes('accepted'))).toHaveLength(1);
    });

    test('with a doubtful credit code creates the company as well', async () => {
      const right = creditCode(910_031);
      const { row } = await waiting(910_031, {
        unifiedSocialCreditNo: right.slice(0, 17) + (right.endsWith('0') ? '1' : '0'),
        acceptWarnings: true,
      });
      const answer = await accept(row, { companyCde: 'DOUBT', companyNameEn: 'Doubtful' });
      expect(answer, answer.text).toMatchObject({ status: 200 });
      expect(await find('company', 'companyCde', 'DOUBT')).toMatchObject({
        unifiedSocialCreditNo: row['unifiedSocialCreditNo'],
      });
    });
  });

  test('accepts no scan without the code, and no other kind of file', async () => {
    const mail = newMail();
    const mailCode = await codeFor(mail, 'submission');
    const before = await rows('kernel.file');
    expect(await scan(mail, wrongCode(mailCode))).toMatchObject({
      status: 400,
      errors: [{ field: 'mailCode', key: 'MSG_account_0204' }],
    });
    expect(await scan(mail, '')).toMatchObject({ status: 400, errors: [{ field: 'mailCode' }] });
    expect(await scan(mail, mailCode, 'licence.exe', Buffer.from('MZ'))).toMatchObject({
      status: 400,
      errors: [{ field: 'file', key: 'MSG_upload_0103' }],
    });
    expect(await scan(mail, mailCode, 'licence.pdf', Buffer.from('no pdf'))).toMatchObject({
      status: 400,
      errors: [{ field: 'file', key: 'MSG_upload_0105' }],
    });
    for (const [count, bytes] of [
      [20, 1],
      [3, 1000],
    ] as const) {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(pdf('licence.pdf'))]), 'licence.pdf');
      for (const [name, value] of [
        ['mail', mail],
        ['mailCode', mailCode],
        ...Array.from({ length: count }, (_, n) => [`f${n}`, 'x'.repeat(bytes)]),
      ])
        form.append(name!, value!);
      expect(await post('/account/companySubmission/file', form), `${count} more fields`).toMatchObject({
        status: 413,
      });
    }
    expect(await rows('kernel.file')).toBe(before);
  });

  test('cannot refer to a file of another user', async () => {
    const [mail, other] = [newMail(), newMail()];
    const mine = await codeFor(mail, 'submission');
    const theirs = await scan(other, await codeFor(other, 'submission'));
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(pdf('staff'))]), 'staff.pdf');
    const staff = await server.call('POST', '/api/files', { body: form });
    for (const id of [theirs.result.id, staff.result.id, '0'.repeat(32)]) {
      expect(await submit(company(910_003, { mail, mailCode: mine, businessLicence: [id] }))).toMatchObject({
        status: 400,
        errors: [{ field: 'businessLicence', key: 'MSG_upload_0107' }],
      });
    }
    expect(await find('company-submission', 'unifiedSocialCreditNo', creditCode(910_003))).toBeUndefined();
    expect((await server.call('GET', `/api/files/${theirs.result.id}`)).status).toBe(404);
  });

  test('is validated before the code is checked', async () => {
    const mail = newMail();
    const answer = await submit({ mail, mailCode: '12', phone: 'x', unifiedSocialCreditNo: '1', reviewRemark: 'fine' });
    expect(Object.fromEntries(answer.errors.map(({ field, key }) => [field, key]))).toEqual({
      mailCode: 'MSG_generic_0103',
      reviewRemark: 'MSG_generic_0119',
      phone: 'MSG_generic_0143',
      unifiedSocialCreditNo: 'MSG_generic_0145',
      companyName: 'MSG_generic_0100',
      address: 'MSG_generic_0100',
      businessLicence: 'MSG_generic_0100',
    });
  });
});
