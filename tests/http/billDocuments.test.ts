import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BillRows, ONE_APPROVER } from './billRows.ts';
import { chargeTypeOf, claimFixture, settlingCase } from './claimRows.ts';
import { readDocument } from './pdfText.ts';
import { act, nextCode, vesselBody } from './rows.ts';
import { type Json, startTestServer, type TestServer } from './server.ts';

/** The documents of bills and certificates (domain/billing-bank.md, Settlement bill 9). */
let server: TestServer;
let billing: BillRows;
let company: string;
let insurer: string;
let accountNo: string;
beforeAll(async () => {
  server = await startTestServer(ONE_APPROVER);
  billing = await BillRows.open(server);
  ({ company, insurer, accountNo } = billing);
});
afterAll(() => server.close());

describe('documents', () => {
  /** The texts that a company is printed with. */
  const namesOf = async (companyCde: string): Promise<Json> => billing.companyNamed(companyCde);
  const documentOf = (one: Json, name: string, language?: 'en-US' | 'zh-CN') =>
    readDocument(server, `/api/settlement-bill/${one['id']}/documents/${name}`, language);

  test('of a bill have company, account, lines, tax and totals in either language', async () => {
    const one = await billing.billed(
      await billing.stage({ stagePremium: '1060000.00', taxIncldInd: 'Y', taxRate: '0.06', subject: '测试轮' }),
      await billing.stage({ stagePremium: '500.00', taxRate: '0.1' }),
    );
    expect((await billing.patch('settlement-bill', one, { bankAcctNum: accountNo })).status).toBe(200);
    const [payer, payee] = [await namesOf(company), await namesOf(insurer)];
    const number = String(one['settlementBill']);
    const english = await documentOf(one, 'bill');
    expect(english).toMatchObject({ name: `Settlement bill ${number}.pdf`, type: 'application/pdf' });
    for (const part of [number, 'DRAFT', 'Premium', accountNo, payer['companyNameEn'], payee['addressEn']])
      expect(english.text).toContain(String(part));
    for (const part of ['测试轮', '1,060,000.00', '60,000.00', '6 %', '1,060,550.00 USD', 'Approved by'])
      expect(english.text).toContain(part);
    const chinese = await documentOf(one, 'debitNote', 'zh-CN');
    expect(chinese.name).toBe(`付款通知单 ${number}.pdf`);
    for (const part of ['草稿（未经批准）', '致', payer['companyNameCh'], payee['companyNameCh'], accountNo, '税额'])
      expect(chinese.text).toContain(String(part));
    for (const part of ['1,000,500.00 USD', '60,050.00 USD', '1,060,550.00 USD']) expect(chinese.text).toContain(part);
    expect((await documentOf(await billing.confirmed(), 'bill')).text).not.toContain('DRAFT');
  });

  test('are a debit note of a bill to pay, and a credit note of a return', async () => {
    const [paid, returned] = [
      await billing.billed(await billing.stage()),
      await billing.billed(await billing.stage({ stagePremium: '-250.00' })),
    ];
    const credit = await documentOf(returned, 'creditNote', 'zh-CN');
    expect(credit.text).toContain('退费通知单');
    expect(credit.text).toContain('250.00 USD');
    expect((await documentOf(paid, 'debitNote')).text).toContain('Debit note');
    for (const [{ id }, name] of [
      [paid, 'creditNote'],
      [returned, 'debitNote'],
    ] as const)
      expect(await server.call('GET', `/api/settlement-bill/${id}/documents/${name}`)).toMatchObject({
        status: 409,
        key: 'MSG_generic_0193',
      });
  });

  test('are not for who may not see the bill, nor without a session', async () => {
    const one = await billing.billed(await billing.stage());
    const stranger = await server.logInAs(nextCode('s'), 'Finance staff', { companyCde: await billing.companyOf() });
    const path = `/api/settlement-bill/${one['id']}/documents/bill`;
    expect((await server.call('GET', path, { token: stranger })).status).toBe(404);
    expect((await server.call('GET', path, { token: null })).status).toBe(401);
    const colleague = await server.logInAs(nextCode('s'), 'Finance staff', { companyCde: company });
    expect((await readDocument(server, path, 'en-US', colleague)).text).toContain(one['settlementBill']);
  });

  test('of a certificate name vessel, period, insured and deductible', async () => {
    const { vslCde, vslNme } = await server.create('vessel', await vesselBody(server, { vslNme: 'HARBOURLIGHT DAWN' }));
    const { id } = await server.create('certificate', {
      policyYear: '2026',
      vslCde,
      certName: 'BLUE CARD',
      policyFrom: '2026-02-20',
      policyTo: '2027-02-20',
      compCde: company,
      insurerCde: insurer,
      deductibleAmount: '25000',
      calcType: 'EVENT',
    });
    const path = `/api/certificate/${id}/documents/certificate`;
    const { text } = await readDocument(server, path);
    for (const part of ['Certificate of insurance', 'DRAFT', vslNme, '2026-02-20', '25,000.00 USD', 'Event'])
      expect(text).toContain(String(part));
    expect((await act(server, 'certificate', id, 'confirm')).status).toBe(200);
    const chinese = await readDocument(server, path, 'zh-CN');
    for (const part of ['保险凭证', 'BLUE CARD', '按事件', (await namesOf(insurer))['companyNameCh']])
      expect(chinese.text).toContain(String(part));
    expect(chinese.text).not.toContain('草稿');
  });

  test('of a reimbursement and of a recovery are debit notes with the case', async () => {
    const fixture = await claimFixture(server);
    const { id: caseId, ourRef } = await settlingCase(server, fixture);
    const reimbursement = await server.create('reimbursement', {
      caseId,
      billCompany: fixture.company,
      claimCur: 'USD',
      claimAmt: '1234.5',
      claimDate: '2026-03-01',
    });
    const recovery = await server.create('recovery-charge', {
      caseId,
      billCompany: fixture.company,
      custCde: insurer,
      costType: await chargeTypeOf(server),
      cur: 'USD',
      total: '9876.5',
    });
    for (const [entity, { id }, amount] of [
      ['reimbursement', reimbursement, '1,234.50 USD'],
      ['recovery-charge', recovery, '9,876.50 USD'],
    ] as const)
      for (const [language, title] of [
        ['en-US', 'Debit note'],
        ['zh-CN', '付款通知单'],
      ] as const) {
        const { text } = await readDocument(server, `/api/${entity}/${id}/documents/debitNote`, language);
        for (const part of [title, ourRef, amount]) expect(text, entity).toContain(part);
      }
  });
});
