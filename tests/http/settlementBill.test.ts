import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Decimal } from '../../generator/language/decimal.ts';
import { systemContext } from '../../server/domain/identity/system.ts';
import { storeMissingPayees } from '../../server/domain/premium/missingPayees.ts';
import { startSandbox } from '../../server/sandbox/partner.ts';
import {
  bankSlip,
  chargeBody,
  chargeTypeOf,
  claimFixture,
  type ClaimFixture,
  FLOW,
  ownAccount,
  payable,
  settlingCase,
  voyage,
  wrongTotals,
} from './claimRows.ts';
import { today } from '../../generator/language/dates.ts';
import { lockWaits } from '../lockWaits.ts';
import { act, companyBody, nextCode, vesselBody } from './rows.ts';
import { readDocument } from './pdfText.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** Settlement bills of instalments (domain/billing-bank.md, Settlement bill). */
let server: TestServer;
let company: string;
let insurer: string;
let accountNo: string;
beforeAll(async () => {
  // one administrator approves all levels
  server = await startTestServer({ env: { FOUR_EYES: 'false' } });
  company = await companyOf();
  await ownAccount(server, company);
  await payable(server, company, []);
  ({ insurer, account: accountNo } = await insurerOf([company]));
  await server.create('policy-year', {
    policyYear: '2026',
    policyType: 'Premium-PI',
    effectiveFrom: '2026-01-01',
    effectiveTo: '2026-12-31',
    irate: '0',
    etcRate: '0',
  });
});
afterAll(() => server.close());

const companyOf = async (fields: Json = {}): Promise<string> =>
  String((await server.create('company', companyBody({ baseCur: 'USD', ...fields })))['companyCde']);

/** A company that the finance system knows as customer and supplier, with its account number. */
async function insurerOf(claimedBy: readonly string[]): Promise<{ insurer: string; account: string }> {
  const insurer = await companyOf();
  const accountId = await payable(server, insurer, claimedBy);
  const { sapid } = await companyNamed(insurer);
  await server.create('sap-party', { type: 'CUSTOMER', sapid, regNme: insurer });
  return { insurer, account: String((await server.read('sap-account', accountId))['accountBankCode']) };
}
async function companyNamed(companyCde: string): Promise<Json> {
  const searchCondition = [{ name: 'companyCde', type: 'equal', value: companyCde }];
  return (await server.call('POST', '/api/company/search', { body: { searchCondition } })).result.records[0];
}

/** A confirmed instalment. */
async function stage(fields: Json = {}): Promise<Json> {
  const { id } = await server.create('premium-stage', {
    policyYear: '2026',
    premiumType: 'Premium-PI',
    subject: nextCode('S'),
    billCompany: company,
    club: insurer,
    calcFrom: '2026-01-01',
    calcTo: '2026-12-31',
    dueDate: '2026-02-01',
    stagePremium: '1000.00',
    cur: 'USD',
    taxIncldInd: 'N',
    stageType: 'NORMAL',
    ...fields,
  });
  expect((await act(server, 'premium-stage', id, 'confirm')).status).toBe(200);
  return server.read('premium-stage', id);
}
const stateOf = async ({ id }: Json): Promise<Json> => {
  const { recordStatus, settlementBill } = await server.read('premium-stage', id);
  return { recordStatus, settlementBill };
};

/** Bills instalments together. */
const bill = (stages: readonly Json[]): Promise<Answer> =>
  server.call('POST', '/api/premium-stage/bulk/bill', { body: { items: stages.map(({ id, rev }) => ({ id, rev })) } });
/** The bill that is made of instalments. */
async function billed(...stages: Json[]): Promise<Json> {
  const answer = await bill(stages);
  const made = { entity: 'settlement-bill', id: expect.any(String) as string };
  expect(answer.result, answer.text).toMatchObject(stages.map(() => ({ ok: true, made })));
  return server.read('settlement-bill', answer.result[0].made.id);
}
const patch = async (entity: string, { id }: Json, fields: Json): Promise<Answer> =>
  server.call('PATCH', `/api/${entity}/${id}`, { body: { rev: (await server.read(entity, id))['rev'], ...fields } });

/** A line of a new instalment. */
const lineOf = async (fields: Json): Promise<Json> => ({ stageId: (await stage(fields))['id'] });
async function draftLine(): Promise<Json> {
  const { stageId } = await lineOf({});
  expect((await act(server, 'premium-stage', stageId, 'unconfirm')).status).toBe(200);
  return { stageId };
}
/** Policy year and period of an instalment of the year before. */
async function yearBefore(): Promise<Json> {
  await server.create('policy-year', {
    policyYear: '2025',
    policyType: 'Premium-PI',
    effectiveFrom: '2025-01-01',
    effectiveTo: '2025-12-31',
    irate: '0',
    etcRate: '0',
  });
  return { policyYear: '2025', calcFrom: '2025-01-01', calcTo: '2025-12-31' };
}

describe('a bill', () => {
  test('is made of instalments, and its amounts follow from them', async () => {
    const one = await billed(
      await stage({ stagePremium: '1060.00', taxIncldInd: 'Y', taxRate: '0.06', dueDate: '2026-03-01' }),
      await stage({ stagePremium: '500.00', taxRate: '0.1' }),
    );
    expect(one).toMatchObject({
      billType: 'PREMIUM',
      policyYear: '2026',
      billCompany: company,
      agent: insurer,
      piClub: insurer,
      cur: 'USD',
      totalAmt: '1610.00',
      netAmt: '1500.00',
      taxAmt: '110.00',
      totalUsd: '1610.00',
      dueDate: '2026-02-01',
      taxIncldInd: 'N',
      taxRate: '0.08',
      recordStatus: 'Draft',
      costStatus: 'Draft',
    });
    expect(one['settlementBill']).toMatch(/^SB\d\d-\d{6}$/);
    expect((one['bill-line'] as Json[]).map(({ lineAmt, payAmt }) => [lineAmt, payAmt])).toEqual([
      ['1060.00', '1060.00'],
      ['550.00', '550.00'],
    ]);
  });

  test('is made of one instalment by itself', async () => {
    const { id } = await stage();
    const answer = await act(server, 'premium-stage', id, 'bill');
    expect(answer).toMatchObject({
      status: 200,
      result: { _made: { entity: 'settlement-bill' }, recordStatus: 'Bill' },
    });
    expect(answer.result.rev).toBe((await server.read('premium-stage', id))['rev']);
  });

  test('puts its instalments in the state Bill, and releases them when a line or the bill is deleted', async () => {
    const stages = [await stage(), await stage()];
    const one = await billed(...stages);
    const [first, second] = one['bill-line'] as [Json, Json];
    expect(await stateOf(stages[0]!)).toEqual({ recordStatus: 'Bill', settlementBill: one['settlementBill'] });
    const removal = { 'bill-line': [{ id: first['id'], rev: first['rev'], delFlag: 'Y' }] };
    const changed = await patch('settlement-bill', one, removal);
    expect(changed).toMatchObject({ status: 200, result: { totalAmt: '1000.00' } });
    const removed = stages.find(({ id }) => id === first['stageId'])!;
    expect(await stateOf(removed)).toEqual({ recordStatus: 'Unbill', settlementBill: null });
    const { rev } = await server.read('settlement-bill', one['id']);
    expect((await server.call('DELETE', `/api/settlement-bill/${one['id']}`, { body: { rev } })).status).toBe(200);
    expect(await stateOf(stages.find(({ id }) => id === second['stageId'])!)).toMatchObject({ recordStatus: 'Unbill' });
    // may be billed again
    await billed(await server.read('premium-stage', removed['id']));
  });

  test.each<[string, string, string, () => Promise<Json>]>([
    ['another company', 'billCompany', 'MSG_bill_0153', async () => ({ billCompany: await companyOf() })],
    ['another insurer', 'payee', 'MSG_bill_0153', async () => ({ club: (await insurerOf([company])).insurer })],
    ['another currency', 'cur', 'MSG_bill_0153', async () => ({ cur: 'CNY' })],
    ['a return', 'billType', 'MSG_bill_0153', async () => ({ stagePremium: '-5.00' })],
    [
      'a broker that receives the premium',
      'payee',
      'MSG_bill_0153',
      async () => ({ insBroker: await companyOf(), insBrokerRec: 'Y' }),
    ],
  ])('is not made of instalments with %s', async (_, field, key, fields) => {
    const stages = [await stage(), await stage(await fields())];
    const before = await server.footprint();
    const answer = await bill(stages);
    const message = expect.stringMatching(/has another .+ than .+: bill them separately/) as string;
    expect(answer).toMatchObject({ status: 409, errors: [{ field, key, message }] });
    expect(await server.footprint()).toBe(before);
  });

  test('is not made of a draft, nor of an instalment that is on a bill', async () => {
    const draft = await stage();
    expect((await act(server, 'premium-stage', draft['id'], 'unconfirm')).status).toBe(200);
    const used = await stage();
    await billed(used);
    for (const one of [draft, used]) {
      const current = await server.read('premium-stage', one['id']);
      const before = await server.footprint();
      expect((await bill([current])).result).toMatchObject([{ ok: false }]);
      expect(await server.footprint()).toBe(before);
    }
  });

  test.each<[string, () => Promise<Json> | Json]>([
    ['billType', () => ({ billType: 'RETURN' })],
    ['policyYear', () => ({ policyYear: null })],
    ['billCompany', async () => ({ billCompany: await companyOf() })],
    ['agent', async () => ({ agent: await companyOf() })],
    ['cur', () => ({ cur: 'CNY' })],
  ])('with lines keeps its %s', async (field, change) => {
    const [one, fields] = [await billed(await stage()), await change()];
    const answer = await withoutTrace(server, () => patch('settlement-bill', one, fields), { status: 400 });
    expect(answer.errors.map((error) => [error.field, error.key])).toContainEqual([field, 'MSG_bill_0137']);
  });

  test.each<[string, string, string, () => Promise<Json>]>([
    ['another company', 'stageId', 'MSG_bill_0146', async () => lineOf({ billCompany: await companyOf() })],
    ['another payee', 'stageId', 'MSG_bill_0147', async () => lineOf({ club: (await insurerOf([])).insurer })],
    ['another currency', 'stageId', 'MSG_bill_0148', () => lineOf({ cur: 'CNY' })],
    ['another policy year', 'stageId', 'MSG_bill_0149', async () => lineOf({ ...(await yearBefore()) })],
    ['another type', 'stageId', 'MSG_bill_0145', () => lineOf({ stagePremium: '-5.00' })],
    ['a draft', 'stageId', 'MSG_bill_0150', draftLine],
    [
      'another bill',
      'stageId',
      'MSG_bill_0150',
      async () => ({ stageId: (await billed(await stage()))['bill-line'][0].stageId }),
    ],
    ['neither instalment nor charge', 'stageId', 'MSG_bill_0143', async () => ({})],
  ])('takes no line of %s', async (_, field, key, line) => {
    const [one, added] = [await billed(await stage()), await line()];
    const answer = await withoutTrace(server, () => patch('settlement-bill', one, { 'bill-line': [added] }));
    expect(answer.errors.map((error) => [error.field, error.key])).toContainEqual([`bill-line[0].${field}`, key]);
  });

  test('of premium has a policy year, and no charge', async () => {
    const body = { billType: 'PREMIUM', billCompany: company, agent: insurer, cur: 'USD' };
    const without = () => server.call('POST', '/api/settlement-bill', { body });
    expect((await withoutTrace(server, without, { status: 400 })).errors).toMatchObject([
      { field: 'policyYear', key: 'MSG_bill_0121' },
    ]);
    const fixture = await claimFixture(server);
    const { id: caseId } = await settlingCase(server, fixture);
    const charge = chargeBody(fixture, { caseId, chargeType: await chargeTypeOf(server) }, { acceptWarnings: true });
    const { id: chargeId } = await server.create('paid-charge', charge);
    const one = await billed(await stage());
    const added = () => patch('settlement-bill', one, { 'bill-line': [{ chargeId }] });
    expect((await withoutTrace(server, added)).errors.map(({ key }) => key)).toContain('MSG_bill_0144');
  });

  test('keeps the instalment of a line', async () => {
    const [one, other] = [await billed(await stage()), await stage()];
    const [{ id, rev }] = one['bill-line'] as [Json];
    const change = { 'bill-line': [{ id, rev, stageId: other['id'] }] };
    const answer = await withoutTrace(server, () => patch('settlement-bill', one, change), { status: 400 });
    expect(answer.errors).toContainEqual(
      expect.objectContaining({ field: 'bill-line[0].stageId', key: 'MSG_bill_0152' }),
    );
  });

  test('takes instalments from before payees and types once these are stored, which keeps their state and revision', async () => {
    const [one, other] = [await billed(await stage()), await stage({ club: (await insurerOf([company])).insurer })];
    const [paidToBroker, returned] = [
      await stage({ insBroker: await companyOf(), insBrokerRec: 'Y' }),
      await billed(await stage({ stagePremium: '-9.00' })),
    ];
    const stages = [other, paidToBroker, await server.read('premium-stage', returned['bill-line'][0].stageId)];
    const ids = stages.map(({ id }) => id);
    const forget = () =>
      server.pool.query(`update premium_stage set payee = null, "billType" = null where id = any($1::bigint[])`, [ids]);
    await forget();
    const added = () => patch('settlement-bill', one, { 'bill-line': [{ stageId: other['id'] }] });
    expect((await withoutTrace(server, added, { status: 400 })).errors.map(({ key }) => key)).toContain(
      'MSG_bill_0145',
    );
    await storeMissingPayees(server.kernel, systemContext(server.kernel));
    for (const before of stages) {
      const { rev, recordStatus, payee, billType, settlementBill } = before;
      expect(await server.read('premium-stage', before['id'])).toMatchObject({
        rev,
        recordStatus,
        payee,
        billType,
        settlementBill,
      });
    }
    const { result: history } = await server.call('GET', `/api/premium-stage/${other['id']}/history`);
    expect(JSON.stringify(history)).toContain('"payee"');
    expect((await withoutTrace(server, added, { status: 400 })).errors).toMatchObject([{ key: 'MSG_bill_0147' }]);
    await billed(other);
    const footprint = await server.footprint();
    await storeMissingPayees(server.kernel, systemContext(server.kernel));
    expect(await server.footprint()).toBe(footprint);
  });

  test('of simultaneous bills of one instalment exactly one is made', async () => {
    const one = await stage();
    const answers = await Promise.all(Array.from({ length: 10 }, () => bill([one])));
    expect(answers.filter(({ result }) => (result as Json[] | null)?.[0]?.['ok'] === true)).toHaveLength(1);
    const { rows } = await server.pool.query(`select count(*)::int as n from bill_line where "stageId" = $1`, [
      one['id'],
    ]);
    expect(rows[0].n).toBe(1);
  });

  test('of two bills that are given one instalment at once exactly one has it', async () => {
    const shared = await stage();
    const bills = [await billed(await stage()), await billed(await stage())];
    const answers = await Promise.all(
      bills.map((one) => patch('settlement-bill', one, { 'bill-line': [{ stageId: shared['id'] }] })),
    );
    const [done, refused] = answers.toSorted((a, b) => a.status - b.status);
    expect(done).toMatchObject({ status: 200, result: { totalAmt: '2000.00' } });
    expect(refused!.errors).toMatchObject([
      { field: 'bill-line[0].stageId', key: expect.stringMatching(/^MSG_bill_01(?:41|50)$/) },
    ]);
    const after = await Promise.all(bills.map(({ id }) => server.read('settlement-bill', id)));
    expect(after.map(({ totalAmt }) => totalAmt).sort()).toEqual(['1000.00', '2000.00']);
    const { settlementBill } = done!.result as Json;
    expect(await stateOf(shared)).toEqual({ recordStatus: 'Bill', settlementBill });
  });
});

const VERIFIED = { invoiceType: 'DEBITNOTE', paymentTerm: 30, paymentCur: 'USD' };
const MONTH = { monthOfExchangeRate: '202601' };

/** An invoice of a bill. */
const invoice = (one: Json, fields: Json = {}): Promise<Answer> =>
  server.call('POST', '/api/bill-invoice', {
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
const submit = (one: Json, input: Json = {}): Promise<Answer> =>
  act(server, 'settlement-bill', one['id'], 'submit', input);
/** A bill with its invoice and the account to be paid to. */
async function complete(fields: Json = {}, bankAcctNum = accountNo): Promise<Json> {
  const one = await billed(await stage(fields));
  const input = { bankAcctNum, ...(one['cur'] === 'USD' ? {} : MONTH) };
  expect((await patch('settlement-bill', one, input)).status).toBe(200);
  expect((await invoice(one)).status).toBe(201);
  return server.read('settlement-bill', one['id']);
}
/** A bill that all levels have approved. */
async function confirmed(fields: Json = {}, bankAcctNum = accountNo): Promise<Json> {
  const one = await complete(fields, bankAcctNum);
  expect((await submit(one)).status).toBe(200);
  while ((await server.read('settlement-bill', one['id']))['recordStatus'] === 'Submit')
    expect((await act(server, 'settlement-bill', one['id'], 'approve', {}, await approver())).status).toBe(200);
  return server.read('settlement-bill', one['id']);
}
let approving: Promise<string> | undefined;
const approver = (): Promise<string> => (approving ??= server.logInAs('approver', 'Administrator'));

describe('submission', () => {
  test.each<[string, string, string, (one: Json) => Promise<unknown>]>([
    ['without its lines', 'bill-line', 'MSG_bill_0125', withoutLines],
    [
      'without an account to be paid to',
      'bankAcctNum',
      'MSG_bill_0113',
      (one) => patch('settlement-bill', one, { bankAcctNum: null }),
    ],
    [
      'whose invoices total less',
      'bill-invoice',
      'MSG_bill_0132',
      (one) => changeInvoice(one, { invoiceAmount: '999.99' }),
    ],
    ['with a company without SAP ID', 'billCompany', 'MSG_bill_0126', () => changeCompany(company, { sapid: null })],
    [
      'with a company without base currency',
      'billCompany',
      'MSG_bill_0127',
      () => changeCompany(company, { baseCur: null }),
    ],
  ])('of a bill %s is refused', async (_, field, key, change) => {
    const one = await complete();
    const undo = await change(one);
    const answer = await withoutTrace(server, () => submit(one), { status: 400 });
    expect(answer.errors.map((error) => [error.field, error.key])).toContainEqual([field, key]);
    if (typeof undo === 'function') await undo();
  });

  test('adds up invoices that are saved with it', async () => {
    const invoiceOf = (invoiceAmount: string): Json => ({
      ...VERIFIED,
      invoiceNo: nextCode('INV'),
      invocieCompany: company,
      invoiceCur: 'USD',
      invoiceAmount,
    });
    const one = await billed(await stage({ stagePremium: '1000.00' }));
    const { result } = await patch('settlement-bill', one, { 'bill-invoice': [invoiceOf('400.00')] });
    expect(result).toMatchObject({ invoicedAmt: '400.00', 'bill-invoice': [{ costRate: '1', costAmt: '400.00' }] });
    const further = await patch('settlement-bill', one, { 'bill-invoice': [invoiceOf('600.00')] });
    expect(further.result).toMatchObject({ invoicedAmt: '1000.00' });
    const made = await server.create('settlement-bill', {
      billType: 'PREMIUM',
      policyYear: '2026',
      billCompany: company,
      agent: insurer,
      cur: 'USD',
      'bill-line': [await lineOf({ stagePremium: '70.00' })],
      'bill-invoice': [invoiceOf('70.00')],
    });
    expect(await server.read('settlement-bill', made['id'])).toMatchObject({ totalAmt: '70.00', invoicedAmt: '70.00' });
  });

  test('is refused if the payee is no customer, no supplier, or not claimed', async () => {
    const strangers: [string, string, () => Promise<string>][] = [
      ['agent', 'MSG_bill_0128', () => companyOf()],
      ['agent', 'MSG_bill_0112', async () => (await insurerOf([])).insurer],
    ];
    for (const [field, key, club] of strangers) {
      const one = await billed(await stage({ club: await club() }));
      const answer = await withoutTrace(server, () => submit(one), { status: 400 });
      expect(answer.errors.map((error) => [error.field, error.key])).toContainEqual([field, key]);
    }
  });

  test('reports all problems together, that the company has no account in use too', async () => {
    const poor = await companyOf();
    const { insurer: claimed } = await insurerOf([poor]);
    const one = await billed(await stage({ billCompany: poor, club: claimed }));
    const answer = await withoutTrace(server, () => submit(one), { status: 400 });
    expect(answer.errors.map((error) => [error.field, error.key])).toEqual(
      expect.arrayContaining([
        ['billCompany', 'MSG_bill_0115'],
        ['bankAcctNum', 'MSG_bill_0113'],
        ['bill-invoice', 'MSG_bill_0132'],
      ]),
    );
    const message = answer.errors.find(({ key }) => key === 'MSG_bill_0115')!.message;
    expect(message).toBe('The billing company has no bank account in use. Ask finance to add one');
    // an account that is not in use does not serve, nor one of another company
    await ownAccount(server, poor, { useFlag: 'N' });
    expect((await submit(one)).errors.map(({ key }) => key)).toContain('MSG_bill_0115');
    await ownAccount(server, poor);
    await ownAccount(server, poor);
    expect((await submit(one)).errors.map(({ key }) => key)).not.toContain('MSG_bill_0115');
  });

  test('needs a listed rate to USD, which decides on the levels', async () => {
    const one = await billed(await stage({ cur: 'GBP' }));
    await patch('settlement-bill', one, { bankAcctNum: accountNo, ...MONTH });
    expect((await invoice(one, { paymentCur: 'GBP' })).status).toBe(201);
    expect((await withoutTrace(server, () => submit(one), { status: 400 })).errors).toMatchObject([
      { field: 'cur', key: 'MSG_bill_0131' },
    ]);
  });

  test('is preceded by invoices that total at most the bill', async () => {
    const one = await billed(await stage());
    const above = await withoutTrace(server, () => invoice(one, { invoiceAmount: '1000.01' }), { status: 400 });
    expect(above.errors).toMatchObject([{ field: 'invoiceAmount', key: 'MSG_bill_0105' }]);
    for (const invoiceAmount of ['600.00', '400.01']) expect((await invoice(one, { invoiceAmount })).status).toBe(201);
    expect((await withoutTrace(server, () => submit(one), { status: 400 })).errors).toContainEqual(
      expect.objectContaining({ field: 'bill-invoice', key: 'MSG_bill_0132' }),
    );
  });

  test('of a return needs neither account nor invoice', async () => {
    const one = await billed(await stage({ stagePremium: '-250.00' }));
    expect(one).toMatchObject({ billType: 'RETURN', totalAmt: '-250.00', totalUsd: '250.00' });
    expect(await submit(one)).toMatchObject({ status: 200, result: { recordStatus: 'Submit' } });
  });

  test('accepts a difference of 20 CNY between invoices and bill, and no more', async () => {
    await rate('CNY', 'USD', '0.1', '2026-01-01');
    const one = await billed(await stage({ cur: 'CNY' }));
    await patch('settlement-bill', one, { bankAcctNum: accountNo, monthOfExchangeRate: '202601' });
    await rate('CNY', 'USD', '0.1', today('Asia/Shanghai'));
    const made = await invoice(one, { invoiceCur: 'CNY', paymentCur: 'CNY', invoiceAmount: '979.99' });
    expect(made.status, made.text).toBe(201);
    const refused = await withoutTrace(server, () => submit(one), { status: 400 });
    expect(refused.errors).toMatchObject([
      {
        field: 'bill-invoice',
        key: 'MSG_bill_0102',
        message: 'The invoices and the bill may differ by at most 20 CNY',
      },
    ]);
    const change = (invoiceAmount: string) => patch('bill-invoice', made.result as Json, { invoiceAmount });
    expect(await withoutTrace(server, () => change('1020.01'), { status: 400 })).toMatchObject({
      errors: [
        {
          field: 'invoiceAmount',
          key: 'MSG_bill_0102',
          message: 'The invoice and the bill may differ by at most 20 CNY',
        },
      ],
    });
    for (const accepted of ['1020.00', '980.00']) {
      expect((await change(accepted)).status).toBe(200);
      expect((await submit(one)).status).toBe(200);
      expect((await act(server, 'settlement-bill', one['id'], 'unsubmit')).status).toBe(200);
    }
  });

  test('of a bill in another currency needs the month of a listed rate', async () => {
    await rate('EUR', 'USD', '1.1', '2026-03-01');
    await rate('EUR', 'USD', '1.1', today('Asia/Shanghai'));
    const one = await billed(await stage({ cur: 'EUR' }));
    await patch('settlement-bill', one, { bankAcctNum: accountNo });
    await invoice(one, { invoiceCur: 'EUR', paymentCur: 'EUR' });
    const [line] = one['bill-line'] as Json[];
    const paidIn = { 'bill-line': [{ id: line!['id'], rev: line!['rev'], payCur: 'USD' }] };
    expect((await patch('settlement-bill', one, paidIn)).status).toBe(200);
    for (const [month, key] of [
      [null, 'MSG_bill_0129'],
      ['202605', 'MSG_bill_0130'],
    ]) {
      await patch('settlement-bill', one, { monthOfExchangeRate: month });
      const answer = await withoutTrace(server, () => submit(one), { status: 400 });
      expect(answer.errors).toMatchObject([{ field: 'monthOfExchangeRate', key }]);
    }
    await patch('settlement-bill', one, { monthOfExchangeRate: '202603' });
    const [converted] = (await server.read('settlement-bill', one['id']))['bill-line'] as Json[];
    expect(converted).toMatchObject({ payCur: 'USD', payRate: '1.1', payAmt: '1100.00' });
    expect((await submit(one)).status).toBe(200);
  });

  test('warns of a difference to the captive insurer, which is compared in USD only', async () => {
    const one = await complete();
    const compare = async (capPremium: string | null): Promise<Json> =>
      (await patch('settlement-bill', one, { captiveBill: 'CI-1', capPremium })).result as Json;
    expect(await compare('999.00')).toMatchObject({ icsPremium: '1000.00', capPremium: '999.00', diffPremium: '1.00' });
    const warned = await withoutTrace(server, () => submit(one), { status: 400 });
    expect(warned.errors).toMatchObject([{ field: 'capPremium', key: 'MSG_bill_0133', level: 'warning' }]);
    expect(await compare('1000.01')).toMatchObject({ diffPremium: '-0.01' });
    await withoutTrace(server, () => submit(one), { status: 400 });
    expect((await submit(one, { acceptWarnings: true })).status).toBe(200);
    expect((await act(server, 'settlement-bill', one['id'], 'unsubmit')).status).toBe(200);
    for (const [equal, diffPremium] of [
      ['1000.00', '0.00'],
      [null, null],
    ] as const) {
      expect(await compare(equal)).toMatchObject({ icsPremium: '1000.00', diffPremium });
      expect((await submit(one)).status).toBe(200);
      expect((await act(server, 'settlement-bill', one['id'], 'unsubmit')).status).toBe(200);
    }
    const inYuan = await billed(await stage({ cur: 'CNY' }));
    for (const fields of [{ captiveBill: 'CI-2' }, { capPremium: '5.00' }]) {
      const answer = await withoutTrace(server, () => patch('settlement-bill', inYuan, fields), { status: 400 });
      expect(answer.errors).toMatchObject([
        { field: 'captiveBill', key: 'MSG_bill_0122', message: expect.stringContaining('USD') },
        { field: 'capPremium', key: 'MSG_bill_0122' },
      ]);
    }
  });
});

test('tax of the selected lines is set together, and the total follows', async () => {
  const one = await billed(await stage(), await stage());
  const items = (one['bill-line'] as Json[]).map(({ id, rev }) => ({ id, rev }));
  const body = { items: items.slice(0, 1), taxIncldInd: 'N', taxRate: '0.06' };
  expect((await server.call('POST', '/api/bill-line/bulk/selectTax', { body })).result).toMatchObject([{ ok: true }]);
  expect(await server.read('settlement-bill', one['id'])).toMatchObject({ totalAmt: '2060.00', taxAmt: '60.00' });
});

describe('bookkeeping', () => {
  const account = (one: Json, input: Json = {}): Promise<Answer> =>
    act(server, 'settlement-bill', one['id'], 'account', input);
  const VOUCHER = { voucherNo: 'V-1', voucherDate: '2026-03-01' };

  test('without a ledger asks for the voucher, and cancelling for a reason', async () => {
    const one = await confirmed();
    const missing = await withoutTrace(server, () => account(one), { status: 400 });
    expect(missing.errors.map(({ field }) => field)).toEqual(['voucherNo', 'voucherDate']);
    expect(await account(one, VOUCHER)).toMatchObject({ status: 200, result: { costStatus: 'Accounted', ...VOUCHER } });
    const again = await withoutTrace(server, () => account(one, { voucherNo: 'V-2', voucherDate: '2026-03-02' }), {
      status: 409,
    });
    expect(again.message).toContain('Accounted');
    const unconfirm = () => act(server, 'settlement-bill', one['id'], 'unconfirm', { operateOpinion: 'wrong' });
    expect(await withoutTrace(server, unconfirm, { status: 409 })).toMatchObject({
      key: 'MSG_bill_0123',
      message: 'The bill is accounted: cancel the posting first',
    });
    const cancel = (input: Json) => act(server, 'settlement-bill', one['id'], 'cancelAccount', input);
    await withoutTrace(server, () => cancel({}), { status: 400 });
    expect(await cancel({ reason: 'wrong month' })).toMatchObject({
      status: 200,
      result: { costStatus: 'Draft', voucherNo: null, voucherDate: null },
    });
    expect((await unconfirm()).status).toBe(200);
  });

  test('of one bill by several at once happens once', async () => {
    const one = await confirmed();
    const { rev } = one;
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((voucherNo) =>
        server.call('POST', `/api/settlement-bill/${one['id']}/actions/account`, {
          body: { rev, ...VOUCHER, voucherNo },
        }),
      ),
    );
    const [done, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect(done).toMatchObject({ status: 200, result: { costStatus: 'Accounted' } });
    expect(others.map(({ status }) => status)).toEqual([409, 409, 409]);
    const { voucherNo, rev: stored } = await server.read('settlement-bill', one['id']);
    expect([voucherNo, stored]).toEqual([done!.result.voucherNo, rev + 1]);
  });

  test('is refused for a bill that is not confirmed, and for an unverified VAT invoice', async () => {
    const draft = await complete();
    expect(await withoutTrace(server, () => account(draft, VOUCHER), { status: 409 })).toMatchObject({
      key: 'MSG_bill_0124',
    });
    const one = await billed(await stage());
    await patch('settlement-bill', one, { bankAcctNum: accountNo });
    const vat = await invoice(one, {
      invoiceType: 'ALLELEVAT',
      invoiceNo: '12345678901234567890',
      invoiceDate: '2026-02-01',
    });
    expect((await submit(one)).status).toBe(200);
    while ((await server.read('settlement-bill', one['id']))['recordStatus'] === 'Submit')
      await act(server, 'settlement-bill', one['id'], 'approve', {}, await approver());
    expect(await withoutTrace(server, () => account(one, VOUCHER), { status: 400 })).toMatchObject({
      errors: [{ field: 'bill-invoice', key: 'MSG_bill_0134' }],
    });
    const { id } = vat.result as Json;
    expect((await patch('bill-invoice', { id }, { invoiceDate: '2026-02-02' })).status).toBe(409);
    expect((await act(server, 'bill-invoice', id, 'verifyByHand', { verifyRemark: 'Tax bureau' })).status).toBe(200);
    expect((await account(one, VOUCHER)).status).toBe(200);
  });
});

describe('money of bank flows', () => {
  const flow = (fields: Json = {}): Promise<Json> =>
    server.create('bank-slip', {
      compCde: company,
      bnkSeqNum: nextCode('F'),
      bankInDte: '2026-03-01',
      origCcyCde: 'USD',
      origTtlAmt: '1000.00',
      businessType: 'PREMIUM',
      operationType: 'PAYMENT',
      ...fields,
    });
  const claim = (one: Json, { id }: Json, input: Json = {}): Promise<Answer> =>
    act(server, 'settlement-bill', one['id'], 'claimFunds', { memoId: id, ...input });
  const billOf = ({ id }: Json): Promise<Json> => server.read('settlement-bill', id);

  test('settles a confirmed bill step by step; the bill follows its flows back', async () => {
    const one = await confirmed();
    const [first, second] = [await flow({ origTtlAmt: '400.00' }), await flow({ origTtlAmt: '600.00' })];
    expect((await claim(one, first)).status).toBe(200);
    expect(await billOf(one)).toMatchObject({ claimedAmt: '400.00', payStatus: 'ToBeClaim' });
    expect((await claim(one, second)).status).toBe(200);
    expect(await billOf(one)).toMatchObject({ claimedAmt: '1000.00', payStatus: 'ToBeConfirmed', totalUsd: '1000.00' });
    const unconfirm = () => act(server, 'settlement-bill', one['id'], 'unconfirm', { operateOpinion: 'wrong' });
    await withoutTrace(server, unconfirm, { status: 409, key: 'MSG_bill_0136' });
    for (const { id } of [first, second])
      for (const action of ['claim', 'submit', 'confirm', 'writeOff'])
        expect((await act(server, 'bank-slip', id, action)).status, action).toBe(200);
    expect(await billOf(one)).toMatchObject({ payStatus: 'WrittenOff', writtenOffDate: today('Asia/Shanghai') });
    expect((await act(server, 'bank-slip', first['id'], 'cancelWriteOff')).status).toBe(200);
    expect(await billOf(one)).toMatchObject({ payStatus: 'NotWriteOff', writtenOffDate: null });
  });

  test.each<[string, string, () => Promise<Json>]>([
    ['the other direction', 'MSG_bank_0122', () => flow({ operationType: 'RECEIPT' })],
    ['another currency', 'MSG_bank_0115', () => flow({ origCcyCde: 'CNY' })],
    ['claims', 'MSG_bank_0127', () => flow({ businessType: 'CLAIM' })],
  ])('of a flow of %s is refused', async (_, key, other) => {
    const [one, slip] = [await confirmed(), await other()];
    const answer = await withoutTrace(server, () => claim(one, slip));
    expect(answer.errors).toMatchObject([{ field: 'memoId', key }]);
  });

  test('of a flow that is allocated meanwhile is refused', async () => {
    const [one, slip] = [await confirmed(), await flow()];
    const other = await server.pool.connect();
    try {
      await other.query('begin');
      await other.query(`update bank_slip set status = 'Claim' where id = $1`, [slip['id']]);
      const answer = claim(one, slip);
      await expect.poll(() => lockWaits(server.pool)).toBeGreaterThan(0);
      await other.query('commit');
      expect(await answer).toMatchObject({ status: 409, errors: [{ field: 'memoId', key: 'MSG_bank_0104' }] });
    } finally {
      other.release();
    }
    expect(await billOf(one)).toEqual(one);
    expect(await server.read('bank-slip', slip['id'])).toMatchObject({ claimedAmt: '0.00', 'fund-claim': [] });
    await server.pool.query(`update bank_slip set status = 'ToBeClaim' where id = $1`, [slip['id']]);
  });

  test('is neither claimed for a draft, nor above what is open', async () => {
    const [draft, one, slip] = [await complete(), await confirmed(), await flow()];
    await withoutTrace(server, () => claim(draft, slip), { status: 409 });
    const answer = await withoutTrace(server, () => claim(one, slip, { allocatedAmt: '1000.01' }), { status: 400 });
    expect(answer.errors).toMatchObject([{ field: 'allocatedAmt', key: 'MSG_bank_0113' }]);
  });

  test('received settles a return', async () => {
    const one = await billed(await stage({ stagePremium: '-250.00' }));
    expect((await submit(one)).status).toBe(200);
    while ((await billOf(one))['recordStatus'] === 'Submit')
      await act(server, 'settlement-bill', one['id'], 'approve', {}, await approver());
    expect((await claim(one, await flow({ operationType: 'RECEIPT' }))).status).toBe(200);
    expect(await billOf(one)).toMatchObject({ claimedAmt: '250.00', payStatus: 'ToBeConfirmed' });
  });

  test('of one flow cannot be claimed twice at once', async () => {
    const [slip, bills] = [await flow(), [await confirmed(), await confirmed()]];
    const answers = await Promise.all(bills.map((one) => claim(one, slip)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await server.read('bank-slip', slip['id'])).toMatchObject({ openAmount: '0.00', claimedAmt: '1000.00' });
  });
});

test('the number of an invoice is unique among bills and cases', async () => {
  const fixture = await claimFixture(server);
  const { id: caseId } = await settlingCase(server, fixture);
  const charge = await server.create('paid-charge', {
    caseId,
    suppCde: fixture.company,
    chargeType: await chargeTypeOf(server),
    cur: 'USD',
    totalAmt: '100.00',
    isDeductibleNa: 'Y',
    acceptWarnings: true,
  });
  const ofCase = (invoiceNo: string, invoiceAmount: string): Promise<Answer> =>
    server.call('POST', '/api/claim-invoice', {
      body: {
        caseId,
        chargeId: charge['id'],
        ...VERIFIED,
        invoiceNo,
        invocieCompany: fixture.company,
        invoiceCur: 'USD',
        invoiceAmount,
      },
    });
  expect((await ofCase('no-77', '80.00')).status).toBe(201);
  const one = await billed(await stage());
  for (const invoiceNo of ['NO-77', 'ｎｏ－７７'])
    expect(await withoutTrace(server, () => invoice(one, { invoiceNo }), { status: 409 })).toMatchObject({
      errors: [{ field: 'invoiceNo', key: 'MSG_bill_0101', message: 'The invoice number exists already' }],
    });
  // of simultaneous invoices with one number, in any case and width, of bills and of a case, exactly one is stored
  const bills = [one, await billed(await stage()), await billed(await stage())];
  const answers = await Promise.all([
    ...['Race-1', 'RACE-1', 'ｒａｃｅ－１', 'race-１'].map((invoiceNo, index) =>
      invoice(bills[index % bills.length]!, { invoiceNo }),
    ),
    ...['ＲＡＣＥ-1', 'rAcE-1', 'race－1'].map((invoiceNo) => ofCase(invoiceNo, '1.00')),
  ]);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(answers.length - 1);
  for (const answer of refused)
    expect(answer).toMatchObject({ status: 409, errors: [{ field: 'invoiceNo', key: 'MSG_bill_0101' }] });
  const { rows } = await server.pool.query(
    `select "invoiceNo" from bill_invoice union all select "invoiceNo" from claim_invoice`,
  );
  expect((rows as Json[]).filter(({ invoiceNo }) => invoiceNo === 'RACE-1')).toHaveLength(1);
});

describe('a bill of charges', () => {
  let fixture: ClaimFixture;
  let chargeType: string;
  beforeAll(async () => {
    fixture = { ...(await claimFixture(server)), company };
    chargeType = await chargeTypeOf(server);
  });
  /** A charge of a case whose charges up to USD 5,000 are approved. */
  const charge = async (fields: Json = {}): Promise<Json> => {
    const { id: caseId } = await settlingCase(server, fixture);
    const one = await server.create('paid-charge', {
      caseId,
      suppCde: insurer,
      chargeType,
      cur: 'USD',
      totalAmt: '100.00',
      isDeductibleNa: 'Y',
      acceptWarnings: true,
      ...fields,
    });
    const { id } = await server.create('claim-approval', { caseId, subject: 'CHARGE' });
    await server.pool.query(
      `update claim_approval set "recordStatus" = 'Confirm', "optDate" = now(), "claimAmtUsd" = 5000 where id = $1`,
      [id],
    );
    await server.pool.query('update claim set "approvedAmt" = 5000 where id = $1', [caseId]);
    return one;
  };
  const chargeOf = ({ id }: Json): Promise<Json> => server.read('paid-charge', id);
  const billCharges = (charges: readonly Json[]): Promise<Answer> =>
    server.call('POST', '/api/paid-charge/bulk/bill', { body: { items: charges.map(({ id, rev }) => ({ id, rev })) } });
  async function billOfCharges(...charges: Json[]): Promise<Json> {
    const { result, text } = await billCharges(charges);
    expect(result[0], text).toMatchObject({ ok: true });
    return server.read('settlement-bill', result[0].made.id);
  }
  const claimInvoice = ({ id, caseId }: Json): Promise<Answer> =>
    server.call('POST', '/api/claim-invoice', {
      body: {
        caseId,
        chargeId: id,
        ...VERIFIED,
        invoiceNo: nextCode('INV'),
        invocieCompany: company,
        invoiceCur: 'USD',
        invoiceAmount: '100.00',
      },
    });

  test('names itself in its charges, which are neither paid alone nor changed until they are taken off', async () => {
    const charges = [await charge(), await charge({ totalAmt: '50.00' })];
    const one = await billOfCharges(...charges);
    expect(one).toMatchObject({ billType: 'CLAIM', agent: insurer, billCompany: company, totalAmt: '150.00' });
    expect(await chargeOf(charges[0]!)).toMatchObject({
      settlementBill: one['settlementBill'],
      chargeStatus: 'ToBeClaim',
    });
    const memoId = (await bankSlip(server, fixture))['id'];
    const alone = () => act(server, 'paid-charge', charges[0]!['id'], 'claimFunds', { memoId });
    await withoutTrace(server, alone, { status: 409, key: 'MSG_bill_0154' });
    await withoutTrace(server, () => patch('paid-charge', charges[0]!, { totalAmt: '99.00', acceptWarnings: true }), {
      status: 400,
      key: 'MSG_bill_0154',
    });
    await withoutTrace(server, () => claimInvoice(charges[0]!), { status: 409, key: 'MSG_bill_0155' });
    const again = await Promise.all(charges.map(chargeOf));
    expect((await billCharges(again)).result).toMatchObject([{ ok: false }, { ok: false }]);
    const { rev } = await server.read('settlement-bill', one['id']);
    expect((await server.call('DELETE', `/api/settlement-bill/${one['id']}`, { body: { rev } })).status).toBe(200);
    expect(await chargeOf(charges[0]!)).toMatchObject({ settlementBill: null });
    expect((await claimInvoice(charges[0]!)).status).toBe(201);
  });

  test('is made by Finance, who does not handle the cases; its invoices are those of its charges', async () => {
    const charges = [await charge(), await charge()];
    const finance = await server.logInAs(nextCode('f'), 'Finance staff', { companyCde: company });
    const items = charges.map(({ id, rev }) => ({ id, rev }));
    const edited = await server.call('PATCH', `/api/paid-charge/${charges[0]!['id']}`, {
      body: { rev: charges[0]!['rev'], debitNote: 'DN' },
      token: finance,
    });
    expect(edited.status, edited.text).toBe(403);
    const { result, text } = await server.call('POST', '/api/paid-charge/bulk/bill', {
      body: { items },
      token: finance,
    });
    expect(result, text).toMatchObject([{ ok: true }, { ok: true }]);
    const one = await server.read('settlement-bill', result[0].made.id);
    const answer = await withoutTrace(server, () => invoice(one), { status: 400 });
    expect(answer.errors).toMatchObject([
      { field: 'headId', message: expect.stringContaining('charges of its cases') },
    ]);
  });

  test.each([
    ['Finance staff', true],
    ['Insurance staff', true],
    // may do everything with charges, but not add a bill
    ['Claims officer', false],
  ])('is offered to %s: %j, as adding a bill is', async (role, isOffered) => {
    const one = await charge();
    const token = await server.logInAs(nextCode('r'), role, { companyCde: company });
    const { result } = await server.call('GET', '/api/meta', { token });
    const { permissions } = (result as { name: string; permissions: string[] }[]).find(
      ({ name }) => name === 'paid-charge',
    )!;
    expect(permissions.includes('bill')).toBe(isOffered);
    if (isOffered) return;
    const items = [{ id: one['id'], rev: one['rev'] }];
    await withoutTrace(server, () => server.call('POST', '/api/paid-charge/bulk/bill', { body: { items }, token }), {
      status: 403,
      key: 'MSG_generic_0403',
    });
  });

  test('names the charges without an invoice', async () => {
    const needing = await chargeTypeOf(server, { invoiceRequired: 'Y' });
    const charges = [await charge(), await charge({ chargeType: needing }), await charge({ chargeType: needing })];
    const before = await server.footprint();
    const { errors, text } = await billCharges(charges);
    expect(errors, text).toEqual(
      charges
        .slice(1)
        .map(({ id }) =>
          expect.objectContaining({
            field: 'chargeType',
            key: 'MSG_bill_0116',
            rows: [{ entity: 'paid-charge', id, title: expect.stringContaining('100.00 USD') }],
          }),
        ),
    );
    expect(await server.footprint()).toBe(before);
  });

  test('pays no more than its charges: their amounts include tax', async () => {
    const one = await billOfCharges(await charge());
    const [{ id, rev }] = one['bill-line'] as [Json];
    const select = (taxIncldInd: string): Promise<Answer> =>
      act(server, 'bill-line', id, 'selectTax', { taxIncldInd, taxRate: '0.06' });
    const refused = await withoutTrace(server, () => select('N'), { status: 400 });
    expect(refused.errors).toMatchObject([{ field: expect.stringContaining('taxIncldInd'), key: 'MSG_bill_0157' }]);
    const change = () => patch('settlement-bill', one, { 'bill-line': [{ id, rev, taxIncldInd: 'N' }] });
    expect((await withoutTrace(server, change, { status: 400 })).errors).toMatchObject([{ key: 'MSG_bill_0157' }]);
    expect((await select('Y')).status).toBe(200);
    expect(await server.read('settlement-bill', one['id'])).toMatchObject({
      totalAmt: '100.00',
      netAmt: '94.34',
      taxAmt: '5.66',
    });
  });

  test('of simultaneous bills of one charge exactly one is made', async () => {
    const one = await charge();
    const answers = await Promise.all(Array.from({ length: 8 }, () => billCharges([one])));
    expect(answers.filter(({ result }) => (result as Json[] | null)?.[0]?.['ok'] === true)).toHaveLength(1);
    const { rows } = await server.pool.query(`select count(*)::int as n from bill_line where "chargeId" = $1`, [
      one['id'],
    ]);
    expect(rows[0].n).toBe(1);
  });

  test.each<[string, string, string, () => Promise<Json>]>([
    [
      'of another supplier',
      'suppCde',
      'MSG_bill_0153',
      async () => ({ suppCde: (await insurerOf([company])).insurer }),
    ],
    ['of another company', 'billCompany', 'MSG_bill_0153', async () => ({ billCompany: await companyOf() })],
    ['without an approved decision', 'totalAmt', 'MSG_claim_0186', async () => ({ totalAmt: '6000.00' })],
  ])('takes no charge %s', async (_, field, key, fields) => {
    const charges = [await charge(), await charge(await fields())];
    const before = await server.footprint();
    const answer = await billCharges(charges);
    expect(answer.errors, answer.text).toMatchObject([{ field: expect.stringContaining(field), key }]);
    expect(await server.footprint()).toBe(before);
  });

  test('pays its charges together; a reversal opens all of them again', async () => {
    const charges = [await charge(), await charge()];
    const one = await billOfCharges(...charges);
    expect((await patch('settlement-bill', one, { bankAcctNum: accountNo })).status).toBe(200);
    expect((await submit(one)).status).toBe(200);
    while ((await server.read('settlement-bill', one['id']))['recordStatus'] === 'Submit')
      await act(server, 'settlement-bill', one['id'], 'approve', {}, await approver());
    const premium = (await bankSlip(server, fixture, { origTtlAmt: '200.00', businessType: 'PREMIUM' }))['id'];
    const wrong = () => act(server, 'settlement-bill', one['id'], 'claimFunds', { memoId: premium });
    const refused = await withoutTrace(server, wrong, { status: 409 });
    expect(refused.errors).toMatchObject([{ field: 'memoId', key: 'MSG_bank_0127' }]);
    const slip = await bankSlip(server, fixture, { origTtlAmt: '200.00' });
    const claim = (input: Json = {}) =>
      act(server, 'settlement-bill', one['id'], 'claimFunds', { memoId: slip['id'], ...input });
    const states = async () =>
      (await Promise.all(charges.map(chargeOf))).map((row) => [row['chargeStatus'], row['claimedAmt']]);
    expect((await claim({ allocatedAmt: '150.00' })).status).toBe(200);
    expect(await states()).toEqual([
      ['ToBeClaim', '0.00'],
      ['ToBeClaim', '0.00'],
    ]);
    expect((await claim()).status).toBe(200);
    expect(await states()).toEqual([
      ['ToBeConfirmed', '100.00'],
      ['ToBeConfirmed', '100.00'],
    ]);
    const [first] = (await server.read('bank-slip', slip['id']))['fund-claim'] as [Json];
    expect((await act(server, 'fund-claim', first['id'], 'reverse', { remark: 'wrong bill' })).status).toBe(200);
    expect(await states()).toEqual([
      ['ToBeClaim', '0.00'],
      ['ToBeClaim', '0.00'],
    ]);
    expect(await server.read('settlement-bill', one['id'])).toMatchObject({
      claimedAmt: '50.00',
      payStatus: 'ToBeClaim',
    });
    expect((await claim()).status).toBe(200);
    await withoutTrace(server, claim, { status: 409, key: 'MSG_bill_0138' });
    for (const action of FLOW) expect((await act(server, 'bank-slip', slip['id'], action)).status, action).toBe(200);
    expect(await states()).toEqual([
      ['WrittenOff', '100.00'],
      ['WrittenOff', '100.00'],
    ]);
    expect(await wrongTotals(server)).toEqual([]);
  });
});

describe('documents', () => {
  /** The texts that a company is printed with. */
  const namesOf = async (companyCde: string): Promise<Json> => companyNamed(companyCde);
  const documentOf = (one: Json, name: string, language?: 'en-US' | 'zh-CN') =>
    readDocument(server, `/api/settlement-bill/${one['id']}/documents/${name}`, language);

  test('of a bill have company, account, lines, tax and totals in either language', async () => {
    const one = await billed(
      await stage({ stagePremium: '1060000.00', taxIncldInd: 'Y', taxRate: '0.06', subject: '测试轮' }),
      await stage({ stagePremium: '500.00', taxRate: '0.1' }),
    );
    expect((await patch('settlement-bill', one, { bankAcctNum: accountNo })).status).toBe(200);
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
    expect((await documentOf(await confirmed(), 'bill')).text).not.toContain('DRAFT');
  });

  test('are a debit note of a bill to pay, and a credit note of a return', async () => {
    const [paid, returned] = [await billed(await stage()), await billed(await stage({ stagePremium: '-250.00' }))];
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
    const one = await billed(await stage());
    const stranger = await server.logInAs(nextCode('s'), 'Finance staff', { companyCde: await companyOf() });
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

describe('with a ledger', () => {
  test('a posting is not cancelled, and a bill not unconfirmed, before the ledger has answered', async () => {
    const UNANSWERED = { field: 'costStatus', key: 'MSG_bill_0156' };
    const sandbox = await startSandbox();
    const { url, stop } = await server.startAnother({ FOUR_EYES: 'false', PARTNER_LEDGER_URL: sandbox.bills });
    const { id } = await confirmed();
    const step = async (action: string, input: Json = {}): Promise<Answer> => {
      const { rev } = await server.read('settlement-bill', id);
      return server.call('POST', `/api/settlement-bill/${id}/actions/${action}`, { body: { rev, ...input }, url });
    };
    /** The latest message about the bill. */
    const message = async (): Promise<Json> => {
      const { rows } = await server.pool.query(
        `select id, rev, event, "recordStatus", attempts from partner_event where "sourceId" = $1 order by id desc limit 1`,
        [id],
      );
      return rows[0] as Json;
    };
    const becomes = (expected: Json): Promise<void> =>
      vi.waitFor(async () => expect(await message()).toMatchObject(expected), { timeout: 60_000, interval: 50 });
    const sendAgain = async (): Promise<void> => {
      const { id: sent, rev } = await message();
      await server.call('POST', `/api/partner-event/${sent}/actions/sendAgain`, { body: { rev }, url });
    };
    const unconfirm = () => step('unconfirm', { operateOpinion: 'wrong amount' });
    try {
      sandbox.faults.share = 1;
      expect((await step('account')).status).toBe(200);
      await becomes({ event: 'bill', recordStatus: 'Pending', attempts: 1 });
      const cancel = () => step('cancelAccount', { reason: 'wrong month' });
      expect(await withoutTrace(server, cancel, { status: 400 })).toMatchObject({ errors: [UNANSWERED] });
      sandbox.faults.share = 0;
      await sendAgain();
      await becomes({ event: 'bill', recordStatus: 'Delivered' });
      sandbox.faults.share = 1;
      expect((await cancel()).status).toBe(200);
      await becomes({ event: 'cancelBill', recordStatus: 'Pending', attempts: 1 });
      expect(await withoutTrace(server, unconfirm, { status: 400 })).toMatchObject({ errors: [UNANSWERED] });
      sandbox.faults.share = 0;
      await sendAgain();
      await becomes({ event: 'cancelBill', recordStatus: 'Delivered' });
      expect((await unconfirm()).status).toBe(200);
    } finally {
      await stop();
      await sandbox.stop();
    }
  });

  test('a refused posting is sent again only while the bill is unchanged', async () => {
    const sandbox = await startSandbox();
    // this partner refuses what is no bordereau
    const { url, stop } = await server.startAnother({ FOUR_EYES: 'false', PARTNER_LEDGER_URL: sandbox.url });
    const { id, rev } = await confirmed();
    const refused = (attempts: number): Promise<Json> =>
      vi.waitFor(
        async () => {
          const { rows } = await server.pool.query(`select * from partner_event where "sourceId" = $1`, [id]);
          expect(rows).toMatchObject([{ recordStatus: 'Refused', attempts }]);
          return rows[0] as Json;
        },
        { timeout: 60_000, interval: 50 },
      );
    const sendAgain = ({ id: message, rev: sent }: Json): Promise<Answer> =>
      server.call('POST', `/api/partner-event/${message}/actions/sendAgain`, { body: { rev: sent }, url });
    try {
      const answer = await server.call('POST', `/api/settlement-bill/${id}/actions/account`, { body: { rev }, url });
      expect(answer.status, answer.text).toBe(200);
      expect((await sendAgain(await refused(1))).status).toBe(200);
      const message = await refused(2);
      expect(await server.read('settlement-bill', id)).toMatchObject({ costStatus: 'Draft' });
      const unconfirm = { operateOpinion: 'wrong amount' };
      expect((await act(server, 'settlement-bill', id, 'unconfirm', unconfirm)).status).toBe(200);
      await withoutTrace(server, () => sendAgain(message), { status: 409, key: 'MSG_partner_0002' });
    } finally {
      await stop();
      await sandbox.stop();
    }
  });

  test('a bill is posted over HTTP, and the cancellation too; voucher fields cannot be edited', async () => {
    const sandbox = await startSandbox();
    const { url, stop } = await server.startAnother({ FOUR_EYES: 'false', PARTNER_LEDGER_URL: sandbox.bills });
    try {
      const [draft, one] = [await complete(), await confirmed()];
      await withoutTrace(server, () => patch('settlement-bill', draft, { voucherNo: 'X' }), { status: 400 });
      const step = async (action: string, input: Json = {}): Promise<Answer> => {
        const { rev } = await server.read('settlement-bill', one['id']);
        return server.call('POST', `/api/settlement-bill/${one['id']}/actions/${action}`, {
          body: { rev, ...input },
          url,
        });
      };
      const { rev } = await server.read('settlement-bill', one['id']);
      const answers = await Promise.all(
        Array.from({ length: 6 }, () =>
          server.call('POST', `/api/settlement-bill/${one['id']}/actions/account`, { body: { rev }, url }),
        ),
      );
      const [done, ...others] = answers.toSorted((a, b) => a.status - b.status);
      expect(done).toMatchObject({ status: 200, result: { costStatus: 'Accounted', voucherNo: null } });
      expect(others.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
      await vi.waitFor(
        async () => {
          const { rows } = await server.pool.query(
            `select "recordStatus" from partner_event where "sourceEntity" = 'settlement-bill' and "sourceId" = $1`,
            [one['id']],
          );
          expect(rows).toEqual([{ recordStatus: 'Delivered' }]);
        },
        { timeout: 60_000, interval: 50 },
      );
      expect(sandbox.entries[0]!.body).toMatchObject({
        event: 'bill',
        record: { settlementBill: one['settlementBill'] },
      });
      expect(await step('cancelAccount', { reason: 'wrong month' })).toMatchObject({
        status: 200,
        result: { costStatus: 'Draft' },
      });
      await vi.waitFor(() => expect(sandbox.entries).toHaveLength(2), { timeout: 60_000, interval: 50 });
      expect(sandbox.entries[1]!.body).toMatchObject({ event: 'cancelBill' });
    } finally {
      await stop();
      await sandbox.stop();
    }
  });
});

describe('the balance of bills and bank flows', () => {
  const balanceOf = async (): Promise<Json> => {
    const { result } = await server.call('GET', '/api/_balances');
    return (result as Json[]).find((row) => row['company'] === company && row['currency'] === 'USD')!;
  };
  /** Amounts that must agree for every company and currency, whatever was done before. @returns the rows */
  const agrees = async (): Promise<Json[]> => {
    const rows = (await server.call('GET', '/api/_balances')).result as Json[];
    for (const row of rows) {
      expect(row).toMatchObject({ differing: 0, bills: row['lines'], claimedForBills: row['allocatedToBills'] });
      expect(row['claimedOfFlows']).toBe(row['allocatedOfFlows']);
      expect(new Decimal(row['flows']).minus(row['open']).toFixed(2)).toBe(row['claimedOfFlows']);
    }
    return rows;
  };

  /** Ids of a bill, of a flow with a detail, and of a case with a charge and receivables. */
  let rows: { bill: unknown; flow: unknown; case: unknown };
  beforeAll(async () => {
    const fixture: ClaimFixture = { ...(await claimFixture(server)), company };
    const { id: caseId } = await settlingCase(server, fixture);
    const costType = await chargeTypeOf(server);
    await server.create('paid-charge', {
      caseId,
      suppCde: insurer,
      chargeType: costType,
      cur: 'USD',
      totalAmt: '100.00',
      isDeductibleNa: 'Y',
      acceptWarnings: true,
    });
    await server.create('recovery-charge', { caseId, custCde: insurer, costType, cur: 'USD', total: '90.00' });
    await server.create('reimbursement', { caseId, claimCur: 'USD', claimAmt: '80.00', claimDate: '2026-03-01' });
    const { svcLoopCde, vslCde, voyNum, dirBound } = await voyage(server);
    const detail = {
      caseNo: 'NOT-OURS',
      amount: '60.00',
      portCde: 'SHA',
      suppCde: insurer,
      billCompany: company,
      blRefCde: 'BL-OTHER',
      svvd: 'AEU1HLD001E',
      casualtyDate: '2026-03-01',
      svcLoopCde,
      vslCde,
      voyNum,
      dirBound,
    };
    const flow = await bankSlip(server, fixture, { 'bank-slip-detail': [detail] });
    rows = { bill: (await confirmed())['id'], flow: flow['id'], case: caseId };
  });

  test.each<[string, keyof typeof rows, string, string]>([
    ['a bill', 'bill', 'settlement_bill set "claimedAmt" = "claimedAmt" + $1', 'id'],
    ['a line of a bill', 'bill', 'bill_line set "lineAmt" = "lineAmt" + $1', '"headId"'],
    ['a flow', 'flow', 'bank_slip set "openAmount" = "openAmount" + $1', 'id'],
    ['a detail of a flow', 'flow', 'bank_slip_detail set "claimedAmt" = "claimedAmt" + $1', '"memoId"'],
    ['a charge', 'case', 'paid_charge set "claimedAmt" = "claimedAmt" + $1', '"caseId"'],
    ['a recovery', 'case', 'recovery_charge set "claimedAmt" = "claimedAmt" + $1', '"caseId"'],
    ['a reimbursement', 'case', 'reimbursement set "claimedAmt" = "claimedAmt" + $1', '"caseId"'],
  ])('finds an amount of %s that was changed past the product', async (_, of, change, key) => {
    const add = (amount: string) => server.pool.query(`update ${change} where ${key} = $2`, [amount, rows[of]]);
    await agrees();
    await add('5');
    expect(await balanceOf()).toMatchObject({ differing: 1 });
    await add('-5');
    await agrees();
  });

  const NEXT_STEP: Readonly<Record<string, string>> = {
    ToBeClaim: 'claim',
    Claim: 'submit',
    ToBeConfirmed: 'confirm',
    NotWriteOff: 'writeOff',
    WrittenOff: 'cancelWriteOff',
  };
  /**
   * Does one of five things with a flow, as far as it is permitted: claims twice as often, reverses, a step on or back.
   */
  async function change(kind: number, { slip, one, amount }: { slip: Json; one: Json; amount: string }): Promise<void> {
    if (kind < 2) {
      const input = { memoId: slip['id'], allocatedAmt: amount };
      await act(server, 'settlement-bill', one['id'], 'claimFunds', input);
    } else if (kind === 2) {
      const claims = (await server.read('bank-slip', slip['id']))['fund-claim'] as Json[];
      const open = claims.find((claim) => claim['reversedFlag'] === 'N' && claim['reversalOf'] == null);
      if (open) await act(server, 'fund-claim', open['id'], 'reverse', { remark: 'random' });
    } else {
      const { status } = await server.read('bank-slip', slip['id']);
      const back = kind === 4 && status !== 'ToBeClaim' && status !== 'WrittenOff';
      const action = back ? 'refuse' : NEXT_STEP[String(status)]!;
      await act(server, 'bank-slip', slip['id'], action, back ? { reason: 'random' } : {});
    }
  }

  test('is right for every company and currency after random claims, reversals and steps', async () => {
    for (const day of ['2026-01-01', today('Asia/Shanghai')])
      await server.call('POST', '/api/exchange-rate', {
        body: { fromCur: 'CNY', toCur: 'USD', exRate: '0.1', exRateDate: day },
      });
    const payers = [await companyOf(), await companyOf()];
    for (const payer of payers) {
      await payable(server, payer, []);
      await ownAccount(server, payer);
    }
    const { insurer: club, account } = await insurerOf(payers);
    const groups: { company: unknown; currency: string; one: Json; flows: Json[] }[] = [];
    for (const [billCompany, cur, stagePremium] of [
      [payers[0], 'USD', '1000.00'],
      [payers[0], 'CNY', '333.33'],
      [payers[1], 'USD', '50.01'],
    ] as const) {
      const one = await confirmed({ club, billCompany, cur, stagePremium }, account);
      const flowOf = (origTtlAmt: string): Promise<Json> =>
        server.create('bank-slip', {
          compCde: billCompany,
          bnkSeqNum: nextCode('F'),
          bankInDte: '2026-03-01',
          origCcyCde: cur,
          businessType: 'PREMIUM',
          operationType: 'PAYMENT',
          origTtlAmt,
        });
      groups.push({
        company: billCompany,
        currency: cur,
        one,
        flows: [await flowOf('200.00'), await flowOf('700.00')],
      });
    }
    /** The fund claims and open amounts of a group, added up here. */
    const totalsOf = async (flows: readonly Json[]): Promise<Json> => {
      const stored = await Promise.all(flows.map(({ id }) => server.read('bank-slip', id)));
      const sum = (amounts: readonly unknown[]): string =>
        amounts.reduce<Decimal>((total, one) => total.plus(String(one)), new Decimal(0)).toFixed(2);
      const allocated = sum(
        stored.flatMap((row) => (row['fund-claim'] as Json[]).map(({ allocatedAmt }) => allocatedAmt as unknown)),
      );
      return { open: sum(stored.map(({ openAmount }) => openAmount as unknown)), allocatedToBills: allocated };
    };
    const steps = fc.tuple(fc.nat(4), fc.nat(2), fc.nat(1), fc.nat(9), fc.integer({ min: 1, max: 80_000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 8, maxLength: 16 }), async (changes) => {
        for (const [kind, of, at, other, cents] of changes) {
          // some claims are for a bill of another company or currency, which is refused
          const { one } = groups[other] ?? groups[of]!;
          await change(kind, { slip: groups[of]!.flows[at]!, one, amount: new Decimal(cents).div(100).toFixed(2) });
        }
        const checked = await agrees();
        for (const group of groups) {
          const { company, currency } = group;
          expect(checked).toContainEqual(
            expect.objectContaining({ company, currency, ...(await totalsOf(group.flows)) }),
          );
        }
      }),
      { numRuns: 4, endOnFailure: true },
    );
    expect(await wrongTotals(server)).toEqual([]);
  });

  test('needs a session', async () => {
    expect((await server.call('GET', '/api/_balances', { token: null })).status).toBe(401);
  });
});

const rate = (fromCur: string, toCur: string, exRate: string, exRateDate: string): Promise<Json> =>
  server.create('exchange-rate', { fromCur, toCur, exRate, exRateDate });
async function withoutLines(one: Json): Promise<void> {
  const lines = (one['bill-line'] as Json[]).map(({ id, rev }) => ({ id, rev, delFlag: 'Y' }));
  expect((await patch('settlement-bill', one, { 'bill-line': lines })).status).toBe(200);
}
async function changeInvoice(one: Json, fields: Json): Promise<void> {
  const [{ id }] = (await server.read('settlement-bill', one['id']))['bill-invoice'] as [Json];
  expect((await patch('bill-invoice', { id }, fields)).status).toBe(200);
}
/** @returns restores the values */
async function changeCompany(companyCde: string, fields: Json): Promise<() => Promise<unknown>> {
  const row = await companyNamed(companyCde);
  const before = Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]]));
  expect((await patch('company', row, fields)).status).toBe(200);
  return () => patch('company', row, before);
}
