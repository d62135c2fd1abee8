import { expect } from 'vitest';
import { ownAccount, payable } from './claimRows.ts';
import { act, companyBody, nextCode } from './rows.ts';
import type { Answer, Json, TestServer } from './server.ts';

/** What an invoice needs to be verified, besides its number and amount. */
export const VERIFIED = { invoiceType: 'DEBITNOTE', paymentTerm: 30, paymentCur: 'USD' };
/** The month whose rate a bill in another currency than dollars has. */
export const MONTH = { monthOfExchangeRate: '202601' };

const YEAR = { policyYear: '2026', policyType: 'Premium-PI', irate: '0', etcRate: '0' };

/** Server on which one administrator approves all levels of a bill. */
export const ONE_APPROVER = { env: { FOUR_EYES: 'false' } };

/** Makes instalments and bills over HTTP. */
export class BillRows {
  readonly server: TestServer;
  /** the billing company */
  company = '';
  /** the payee of the instalments */
  insurer = '';
  /** the insurer's account */
  accountNo = '';
  #approver: Promise<string> | undefined;

  private constructor(server: TestServer) {
    this.server = server;
  }

  /** Creates a company, its bank account and policy year, and an insurer to be paid by it. */
  static async open(server: TestServer): Promise<BillRows> {
    const rows = new BillRows(server);
    rows.company = await rows.companyOf();
    await ownAccount(server, rows.company);
    await payable(server, rows.company, []);
    ({ insurer: rows.insurer, account: rows.accountNo } = await rows.insurerOf([rows.company]));
    await server.create('policy-year', { ...YEAR, effectiveFrom: '2026-01-01', effectiveTo: '2026-12-31' });
    return rows;
  }

  async companyOf(fields: Json = {}): Promise<string> {
    return String((await this.server.create('company', companyBody({ baseCur: 'USD', ...fields })))['companyCde']);
  }

  /** A company that the finance system knows as customer and supplier, with its account number. */
  async insurerOf(claimedBy: readonly string[]): Promise<{ insurer: string; account: string }> {
    const insurer = await this.companyOf();
    const accountId = await payable(this.server, insurer, claimedBy);
    const { sapid } = await this.companyNamed(insurer);
    await this.server.create('sap-party', { type: 'CUSTOMER', sapid, regNme: insurer });
    return { insurer, account: String((await this.server.read('sap-account', accountId))['accountBankCode']) };
  }

  async companyNamed(companyCde: string): Promise<Json> {
    const searchCondition = [{ name: 'companyCde', type: 'equal', value: companyCde }];
    return (await this.server.call('POST', '/api/company/search', { body: { searchCondition } })).result.records[0];
  }

  /** A confirmed instalment. */
  async stage(fields: Json = {}): Promise<Json> {
    const { id } = await this.server.create('premium-stage', {
      policyYear: '2026',
      premiumType: 'Premium-PI',
      subject: nextCode('S'),
      billCompany: this.company,
      club: this.insurer,
      calcFrom: '2026-01-01',
      calcTo: '2026-12-31',
      dueDate: '2026-02-01',
      stagePremium: '1000.00',
      cur: 'USD',
      taxIncldInd: 'N',
      stageType: 'NORMAL',
      ...fields,
    });
    expect((await act(this.server, 'premium-stage', id, 'confirm')).status).toBe(200);
    return this.server.read('premium-stage', id);
  }

  async stateOf({ id }: Json): Promise<Json> {
    const { recordStatus, settlementBill } = await this.server.read('premium-stage', id);
    return { recordStatus, settlementBill };
  }

  /** Bills instalments together. */
  bill(stages: readonly Json[]): Promise<Answer> {
    const items = stages.map(({ id, rev }) => ({ id, rev }));
    return this.server.call('POST', '/api/premium-stage/bulk/bill', { body: { items } });
  }

  /** The bill that is made of instalments. */
  async billed(...stages: Json[]): Promise<Json> {
    const answer = await this.bill(stages);
    const made = { entity: 'settlement-bill', id: expect.any(String) as string };
    expect(answer.result, answer.text).toMatchObject(stages.map(() => ({ ok: true, made })));
    return this.server.read('settlement-bill', answer.result[0].made.id);
  }

  async patch(entity: string, { id }: Json, fields: Json): Promise<Answer> {
    const { rev } = await this.server.read(entity, id);
    return this.server.call('PATCH', `/api/${entity}/${id}`, { body: { rev, ...fields } });
  }

  /** A line of a new instalment. */
  async lineOf(fields: Json): Promise<Json> {
    return { stageId: (await this.stage(fields))['id'] };
  }

  /** A line of an instalment that is not confirmed. */
  async draftLine(): Promise<Json> {
    const { stageId } = await this.lineOf({});
    expect((await act(this.server, 'premium-stage', stageId, 'unconfirm')).status).toBe(200);
    return { stageId };
  }

  /** Policy year and period of an instalment of the year before. */
  async yearBefore(): Promise<Json> {
    const period = { effectiveFrom: '2025-01-01', effectiveTo: '2025-12-31' };
    await this.server.create('policy-year', { ...YEAR, policyYear: '2025', ...period });
    return { policyYear: '2025', calcFrom: '2025-01-01', calcTo: '2025-12-31' };
  }

  /** Adds an invoice to a bill. */
  invoice(one: Json, fields: Json = {}): Promise<Answer> {
    return this.server.call('POST', '/api/bill-invoice', {
      body: {
        headId: one['id'],
        ...VERIFIED,
        invoiceNo: nextCode('INV'),
        invocieCompany: one['billCompany'],
        invoiceCur: one['cur'],
        invoiceAmount: one['totalAmt'],
        ...fields,
      },
    });
  }

  /** Changes the only invoice of a bill. */
  async changeInvoice(one: Json, fields: Json): Promise<void> {
    const [{ id }] = (await this.server.read('settlement-bill', one['id']))['bill-invoice'] as [Json];
    expect((await this.patch('bill-invoice', { id }, fields)).status).toBe(200);
  }

  submit(one: Json, input: Json = {}): Promise<Answer> {
    return act(this.server, 'settlement-bill', one['id'], 'submit', input);
  }

  /** A bill with its invoice and the account to be paid to. */
  async complete(fields: Json = {}, bankAcctNum = this.accountNo): Promise<Json> {
    const one = await this.billed(await this.stage(fields));
    const input = { bankAcctNum, ...(one['cur'] === 'USD' ? {} : MONTH) };
    expect((await this.patch('settlement-bill', one, input)).status).toBe(200);
    expect((await this.invoice(one)).status).toBe(201);
    return this.server.read('settlement-bill', one['id']);
  }

  /** A bill that all levels have approved. */
  async confirmed(fields: Json = {}, bankAcctNum = this.accountNo): Promise<Json> {
    const one = await this.complete(fields, bankAcctNum);
    expect((await this.submit(one)).status).toBe(200);
    const approver = await this.approver();
    while ((await this.server.read('settlement-bill', one['id']))['recordStatus'] === 'Submit')
      expect((await act(this.server, 'settlement-bill', one['id'], 'approve', {}, approver)).status).toBe(200);
    return this.server.read('settlement-bill', one['id']);
  }

  /** The token of a person who may approve bills. */
  approver(): Promise<string> {
    return (this.#approver ??= this.server.logInAs('approver', 'Administrator'));
  }

  rate(fromCur: string, toCur: string, exRate: string, exRateDate: string): Promise<Json> {
    return this.server.create('exchange-rate', { fromCur, toCur, exRate, exRateDate });
  }

  /** Removes all lines of a bill. */
  async withoutLines(one: Json): Promise<void> {
    const lines = (one['bill-line'] as Json[]).map(({ id, rev }) => ({ id, rev, delFlag: 'Y' }));
    expect((await this.patch('settlement-bill', one, { 'bill-line': lines })).status).toBe(200);
  }

  /** @returns restores the values */
  async changeCompany(companyCde: string, fields: Json): Promise<() => Promise<unknown>> {
    const row = await this.companyNamed(companyCde);
    const before = Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]]));
    expect((await this.patch('company', row, fields)).status).toBe(200);
    return () => this.patch('company', row, before);
  }
}
