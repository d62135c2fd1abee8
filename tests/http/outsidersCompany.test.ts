import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdf } from '../fixtures/attachments.ts';
import { creditCode } from './rows.ts';
import { newMail, startOutsiderServer, wrongCode, type OutsiderServer } from './outsiders.ts';
import { type Answer, type Json } from './server.ts';

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
  const company = (number: number, fields: Json): Json => ({ companyName: '外海航运有限公司', unifiedSocialCreditNo: creditCode(number), address: '上海市', phone: '021-65966666', ...fields });

  test('is submitted once, with scans, and waits for review', async () => {
    const mail = newMail();
    const mailCode = await codeFor(mail, 'submission');
    const [licence, invoice] = [await scan(mail, mailCode), await scan(mail, mailCode, 'invoice.pdf')];
    expect(licence).toMatchObject({ status: 201, result: { name: 'licence.pdf', type: 'application/pdf' } });
    const body = company(910_001, { mail, mailCode, businessLicence: [licence.result.id], invoiceInfo: [invoice.result.id] });
    expect(await submit(body, { language: 'zh-CN' })).toMatchObject({ status: 201, code: 0, message: '公司信息已提交，请等待审核', result: null });
    const row = await find('company-submission', 'unifiedSocialCreditNo', creditCode(910_001));
    expect(await server.read('company-submission', row['id'])).toMatchObject({ recordStatus: 'Submitted', creater: mail.toLowerCase(), businessLicence: [licence.result.id], invoiceInfo: [invoice.result.id] });
    const { bytes } = await server.download(`/api/files/${licence.result.id}`);
    expect(bytes.equals(pdf('licence.pdf'))).toBe(true);

    const again = newMail();
    const code = await codeFor(again, 'submission');
    const other = await scan(again, code);
    const before = await server.footprint();
    const second = await submit(company(910_001, { mail: again, mailCode: code, businessLicence: [other.result.id] }));
    expect(second).toMatchObject({ status: 409, key: 'MSG_system_0106', errors: [{ field: 'unifiedSocialCreditNo', message: 'The information of this company was submitted already' }] });
    expect(await server.footprint()).toBe(before);

    const sent = [...smtp.arrived];
    expect((await step('company-submission', row, 'reject', { reviewRemark: 'The scan cannot be read' })).status).toBe(200);
    const letter = await smtp.next(mail.toLowerCase(), sent);
    expect(letter.subject).toBe('您在 Bordereau 提交的公司信息 / Your company’s information in Bordereau');
    expect(letter.text).toContain('外海航运有限公司 的公司信息未通过审核，可重新提交。\n\n审核意见：The scan cannot be read');
    expect((await submit(company(910_001, { mail: again, mailCode: code, businessLicence: [other.result.id] }))).status).toBe(201);
  });

  test('that is accepted is told', async () => {
    const mail = newMail();
    const mailCode = await codeFor(mail, 'submission');
    const { result } = await scan(mail, mailCode);
    expect((await submit(company(910_002, { mail, mailCode, businessLicence: [result.id] }))).status).toBe(201);
    const sent = [...smtp.arrived];
    expect((await step('company-submission', await find('company-submission', 'unifiedSocialCreditNo', creditCode(910_002)), 'accept')).status).toBe(200);
    expect((await smtp.next(mail.toLowerCase(), sent)).text).toContain('The information of 外海航运有限公司 was accepted.');
  });

  test('takes no scan without the code, nor what is none', async () => {
    const mail = newMail();
    const mailCode = await codeFor(mail, 'submission');
    const before = await rows('kernel.file');
    expect(await scan(mail, wrongCode(mailCode))).toMatchObject({ status: 400, errors: [{ field: 'mailCode', key: 'MSG_account_0204' }] });
    expect(await scan(mail, '')).toMatchObject({ status: 400, errors: [{ field: 'mailCode' }] });
    expect(await scan(mail, mailCode, 'licence.exe', Buffer.from('MZ'))).toMatchObject({ status: 400, errors: [{ field: 'file', key: 'MSG_upload_0103' }] });
    expect(await scan(mail, mailCode, 'licence.pdf', Buffer.from('no pdf'))).toMatchObject({ status: 400, errors: [{ field: 'file', key: 'MSG_upload_0105' }] });
    expect(await rows('kernel.file')).toBe(before);
  });

  test('refers to no file of somebody else', async () => {
    const [mail, other] = [newMail(), newMail()];
    const mine = await codeFor(mail, 'submission');
    const theirs = await scan(other, await codeFor(other, 'submission'));
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(pdf('staff'))]), 'staff.pdf');
    const staff = await server.call('POST', '/api/files', { body: form });
    for (const id of [theirs.result.id, staff.result.id, '0'.repeat(32)]) {
      expect(await submit(company(910_003, { mail, mailCode: mine, businessLicence: [id] }))).toMatchObject({ status: 400, errors: [{ field: 'businessLicence', key: 'MSG_upload_0107' }] });
    }
    expect(await find('company-submission', 'unifiedSocialCreditNo', creditCode(910_003))).toBeUndefined();
    expect((await server.call('GET', `/api/files/${theirs.result.id}`)).status).toBe(404);
  });

  test('is judged before its code', async () => {
    const mail = newMail();
    const answer = await submit({ mail, mailCode: '12', phone: 'x', unifiedSocialCreditNo: '1', reviewRemark: 'fine' });
    expect(Object.fromEntries(answer.errors.map(({ field, key }) => [field, key]))).toEqual({
      mailCode: 'MSG_generic_0103', reviewRemark: 'MSG_generic_0119', phone: 'MSG_generic_0143', unifiedSocialCreditNo: 'MSG_generic_0145',
      companyName: 'MSG_generic_0100', address: 'MSG_generic_0100', businessLicence: 'MSG_generic_0100',
    });
  });
});
