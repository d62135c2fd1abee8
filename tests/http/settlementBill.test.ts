import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { today } from '../../generator/language/dates.ts';
import { systemContext } from '../../server/domain/identity/system.ts';
import { storeMissingPayees } from '../../server/domain/premium/missingPayees.ts';
import { BillRows, MONTH, ONE_APPROVER, VERIFIED } from './billRows.ts';
import { chargeBody, chargeTypeOf, claimFixture, ownAccount, settlingCase } from './claimRows.ts';
import { act, nextCode } from './rows.ts';
import { type Json, startTestServer, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** Making and submission of settlement bills (domain/billing-bank.md, Settlement bill 1 to 4). */
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

describe('a bill', () => {
  test('is made of instalments, and its amounts follow from them', async () => {
    const one = await billing.billed(
      await billing.stage({ stagePremium: '1060.00', taxIncldInd: 'Y', taxRate: '0.06', dueDate: '2026-03-01' }),
      await billing.stage({ stagePremium: '500.00', taxRate: '0.1' }),
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
    const { id } = await billing.stage();
    const answer = await act(server, 'premium-stage', id, 'bill');
    expect(answer).toMatchObject({
      status: 200,
      result: { _made: { entity: 'settlement-bill' }, recordStatus: 'Bill' },
    });
    expect(answer.result.rev).toBe((await server.read('premium-stage', id))['rev']);
  });

  test('locks the instalments of its new and removed lines in the order of locks, whatever the order of the lines', async () => {
    const [first, second, third] = [await billing.stage(), await billing.stage(), await billing.stage()];
    const one = await billing.billed(second);
    const [line] = one['bill-line'] as [Json];
    const exchanged = await billing.patch('settlement-bill', one, {
      'bill-line': [
        { id: line['id'], rev: line['rev'], delFlag: 'Y' },
        { stageId: third['id'] },
        { stageId: first['id'] },
      ],
    });
    expect(exchanged.status, exchanged.text).toBe(200);
    const states = await Promise.all([first, second, third].map((stage) => billing.stateOf(stage)));
    expect(states.map(({ recordStatus }) => recordStatus)).toEqual(['Bill', 'Unbill', 'Bill']);
  });

  test('puts its instalments in the state Bill, and releases them when a line or the bill is deleted', async () => {
    const stages = [await billing.stage(), await billing.stage()];
    const one = await billing.billed(...stages);
    const [first, second] = one['bill-line'] as [Json, Json];
    expect(await billing.stateOf(stages[0]!)).toEqual({ recordStatus: 'Bill', settlementBill: one['settlementBill'] });
    const removal = { 'bill-line': [{ id: first['id'], rev: first['rev'], delFlag: 'Y' }] };
    const changed = await billing.patch('settlement-bill', one, removal);
    expect(changed).toMatchObject({ status: 200, result: { totalAmt: '1000.00' } });
    const removed = stages.find(({ id }) => id === first['stageId'])!;
    expect(await billing.stateOf(removed)).toEqual({ recordStatus: 'Unbill', settlementBill: null });
    const { rev } = await server.read('settlement-bill', one['id']);
    expect((await server.call('DELETE', `/api/settlement-bill/${one['id']}`, { body: { rev } })).status).toBe(200);
    expect(await billing.stateOf(stages.find(({ id }) => id === second['stageId'])!)).toMatchObject({
      recordStatus: 'Unbill',
    });
    // may be billed again
    await billing.billed(await server.read('premium-stage', removed['id']));
  });

  test.each<[string, string, string, () => Promise<Json>]>([
    ['another company', 'billCompany', 'MSG_bill_0153', async () => ({ billCompany: await billing.companyOf() })],
    ['another insurer', 'payee', 'MSG_bill_0153', async () => ({ club: (await billing.insurerOf([company])).insurer })],
    ['another currency', 'cur', 'MSG_bill_0153', async () => ({ cur: 'CNY' })],
    ['a return', 'billType', 'MSG_bill_0153', async () => ({ stagePremium: '-5.00' })],
    [
      'a broker that receives the premium',
      'payee',
      'MSG_bill_0153',
      async () => ({ insBroker: await billing.companyOf(), insBrokerRec: 'Y' }),
    ],
  ])('is not made of instalments with %s', async (_, field, key, fields) => {
    const stages = [await billing.stage(), await billing.stage(await fields())];
    const before = await server.footprint();
    const answer = await billing.bill(stages);
    const message = expect.stringMatching(/has another .+ than .+: bill them separately/) as string;
    expect(answer).toMatchObject({ status: 409, errors: [{ field, key, message }] });
    expect(await server.footprint()).toBe(before);
  });

  test('is not made of a draft, nor of an instalment that is on a bill', async () => {
    const draft = await billing.stage();
    expect((await act(server, 'premium-stage', draft['id'], 'unconfirm')).status).toBe(200);
    const used = await billing.stage();
    await billing.billed(used);
    for (const one of [draft, used]) {
      const current = await server.read('premium-stage', one['id']);
      const before = await server.footprint();
      expect((await billing.bill([current])).result).toMatchObject([{ ok: false }]);
      expect(await server.footprint()).toBe(before);
    }
  });

  test.each<[string, () => Promise<Json> | Json]>([
    ['billType', () => ({ billType: 'RETURN' })],
    ['policyYear', () => ({ policyYear: null })],
    ['billCompany', async () => ({ billCompany: await billing.companyOf() })],
    ['agent', async () => ({ agent: await billing.companyOf() })],
    ['cur', () => ({ cur: 'CNY' })],
  ])('with lines keeps its %s', async (field, change) => {
    const [one, fields] = [await billing.billed(await billing.stage()), await change()];
    const answer = await withoutTrace(server, () => billing.patch('settlement-bill', one, fields), { status: 400 });
    expect(answer.errors.map((error) => [error.field, error.key])).toContainEqual([field, 'MSG_bill_0137']);
  });

  test.each<[string, string, string, () => Promise<Json>]>([
    [
      'another company',
      'stageId',
      'MSG_bill_0146',
      async () => billing.lineOf({ billCompany: await billing.companyOf() }),
    ],
    [
      'another payee',
      'stageId',
      'MSG_bill_0147',
      async () => billing.lineOf({ club: (await billing.insurerOf([])).insurer }),
    ],
    ['another currency', 'stageId', 'MSG_bill_0148', () => billing.lineOf({ cur: 'CNY' })],
    [
      'another policy year',
      'stageId',
      'MSG_bill_0149',
      async () => billing.lineOf({ ...(await billing.yearBefore()) }),
    ],
    ['another type', 'stageId', 'MSG_bill_0145', () => billing.lineOf({ stagePremium: '-5.00' })],
    ['a draft', 'stageId', 'MSG_bill_0150', () => billing.draftLine()],
    [
      'another bill',
      'stageId',
      'MSG_bill_0150',
      async () => ({ stageId: (await billing.billed(await billing.stage()))['bill-line'][0].stageId }),
    ],
    ['neither instalment nor charge', 'stageId', 'MSG_bill_0143', async () => ({})],
  ])('takes no line of %s', async (_, field, key, line) => {
    const [one, added] = [await billing.billed(await billing.stage()), await line()];
    const answer = await withoutTrace(server, () => billing.patch('settlement-bill', one, { 'bill-line': [added] }));
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
    const one = await billing.billed(await billing.stage());
    const added = () => billing.patch('settlement-bill', one, { 'bill-line': [{ chargeId }] });
    expect((await withoutTrace(server, added)).errors.map(({ key }) => key)).toContain('MSG_bill_0144');
  });

  test('keeps the instalment of a line', async () => {
    const [one, other] = [await billing.billed(await billing.stage()), await billing.stage()];
    const [{ id, rev }] = one['bill-line'] as [Json];
    const change = { 'bill-line': [{ id, rev, stageId: other['id'] }] };
    const answer = await withoutTrace(server, () => billing.patch('settlement-bill', one, change), { status: 400 });
    expect(answer.errors).toContainEqual(
      expect.objectContaining({ field: 'bill-line[0].stageId', key: 'MSG_bill_0152' }),
    );
  });

  test('takes instalments from before payees and types once these are stored, which keeps their state and revision', async () => {
    const [one, other] = [
      await billing.billed(await billing.stage()),
      await billing.stage({ club: (await billing.insurerOf([company])).insurer }),
    ];
    const [paidToBroker, returned] = [
      await billing.stage({ insBroker: await billing.companyOf(), insBrokerRec: 'Y' }),
      await billing.billed(await billing.stage({ stagePremium: '-9.00' })),
    ];
    const stages = [other, paidToBroker, await server.read('premium-stage', returned['bill-line'][0].stageId)];
    const ids = stages.map(({ id }) => id);
    const forget = () =>
      server.pool.query(`update premium_stage set payee = null, "billType" = null where id = any($1::bigint[])`, [ids]);
    await forget();
    const added = () => billing.patch('settlement-bill', one, { 'bill-line': [{ stageId: other['id'] }] });
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
    await billing.billed(other);
    const footprint = await server.footprint();
    await storeMissingPayees(server.kernel, systemContext(server.kernel));
    expect(await server.footprint()).toBe(footprint);
  });

  test('of simultaneous bills of one instalment exactly one is made', async () => {
    const one = await billing.stage();
    const answers = await Promise.all(Array.from({ length: 10 }, () => billing.bill([one])));
    expect(answers.filter(({ result }) => (result as Json[] | null)?.[0]?.['ok'] === true)).toHaveLength(1);
    const { rows } = await server.pool.query(`select count(*)::int as n from bill_line where "stageId" = $1`, [
      one['id'],
    ]);
    expect(rows[0].n).toBe(1);
  });

  test('of two bills that are given one instalment at once exactly one has it', async () => {
    const shared = await billing.stage();
    const bills = [await billing.billed(await billing.stage()), await billing.billed(await billing.stage())];
    const answers = await Promise.all(
      bills.map((one) => billing.patch('settlement-bill', one, { 'bill-line': [{ stageId: shared['id'] }] })),
    );
    const [done, refused] = answers.toSorted((a, b) => a.status - b.status);
    expect(done).toMatchObject({ status: 200, result: { totalAmt: '2000.00' } });
    expect(refused!.errors).toMatchObject([
      { field: 'bill-line[0].stageId', key: expect.stringMatching(/^MSG_bill_01(?:41|50)$/) },
    ]);
    const after = await Promise.all(bills.map(({ id }) => server.read('settlement-bill', id)));
    expect(after.map(({ totalAmt }) => totalAmt).sort()).toEqual(['1000.00', '2000.00']);
    const { settlementBill } = done!.result as Json;
    expect(await billing.stateOf(shared)).toEqual({ recordStatus: 'Bill', settlementBill });
  });
});

describe('submission', () => {
  test.each<[string, string, string, (one: Json) => Promise<unknown>]>([
    ['without its lines', 'bill-line', 'MSG_bill_0125', (one) => billing.withoutLines(one)],
    [
      'without an account to be paid to',
      'bankAcctNum',
      'MSG_bill_0113',
      (one) => billing.patch('settlement-bill', one, { bankAcctNum: null }),
    ],
    [
      'whose invoices total less',
      'bill-invoice',
      'MSG_bill_0132',
      (one) => billing.changeInvoice(one, { invoiceAmount: '999.99' }),
    ],
    [
      'with a company without SAP ID',
      'billCompany',
      'MSG_bill_0126',
      () => billing.changeCompany(company, { sapid: null }),
    ],
    [
      'with a company without base currency',
      'billCompany',
      'MSG_bill_0127',
      () => billing.changeCompany(company, { baseCur: null }),
    ],
  ])('of a bill %s is refused', async (_, field, key, change) => {
    const one = await billing.complete();
    const undo = await change(one);
    const answer = await withoutTrace(server, () => billing.submit(one), { status: 400 });
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
    const one = await billing.billed(await billing.stage({ stagePremium: '1000.00' }));
    const { result } = await billing.patch('settlement-bill', one, { 'bill-invoice': [invoiceOf('400.00')] });
    expect(result).toMatchObject({ invoicedAmt: '400.00', 'bill-invoice': [{ costRate: '1', costAmt: '400.00' }] });
    const further = await billing.patch('settlement-bill', one, { 'bill-invoice': [invoiceOf('600.00')] });
    expect(further.result).toMatchObject({ invoicedAmt: '1000.00' });
    const made = await server.create('settlement-bill', {
      billType: 'PREMIUM',
      policyYear: '2026',
      billCompany: company,
      agent: insurer,
      cur: 'USD',
      'bill-line': [await billing.lineOf({ stagePremium: '70.00' })],
      'bill-invoice': [invoiceOf('70.00')],
    });
    expect(await server.read('settlement-bill', made['id'])).toMatchObject({ totalAmt: '70.00', invoicedAmt: '70.00' });
  });

  test('is refused if the payee is no customer, no supplier, or not claimed', async () => {
    const strangers: [string, string, () => Promise<string>][] = [
      ['agent', 'MSG_bill_0128', () => billing.companyOf()],
      ['agent', 'MSG_bill_0112', async () => (await billing.insurerOf([])).insurer],
    ];
    for (const [field, key, club] of strangers) {
      const one = await billing.billed(await billing.stage({ club: await club() }));
      const answer = await withoutTrace(server, () => billing.submit(one), { status: 400 });
      expect(answer.errors.map((error) => [error.field, error.key])).toContainEqual([field, key]);
    }
  });

  test('reports all problems together, that the company has no account in use too', async () => {
    const poor = await billing.companyOf();
    const { insurer: claimed } = await billing.insurerOf([poor]);
    const one = await billing.billed(await billing.stage({ billCompany: poor, club: claimed }));
    const answer = await withoutTrace(server, () => billing.submit(one), { status: 400 });
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
    expect((await billing.submit(one)).errors.map(({ key }) => key)).toContain('MSG_bill_0115');
    await ownAccount(server, poor);
    await ownAccount(server, poor);
    expect((await billing.submit(one)).errors.map(({ key }) => key)).not.toContain('MSG_bill_0115');
  });

  test('needs a listed rate to USD, which decides on the levels', async () => {
    const one = await billing.billed(await billing.stage({ cur: 'GBP' }));
    await billing.patch('settlement-bill', one, { bankAcctNum: accountNo, ...MONTH });
    expect((await billing.invoice(one, { paymentCur: 'GBP' })).status).toBe(201);
    expect((await withoutTrace(server, () => billing.submit(one), { status: 400 })).errors).toMatchObject([
      { field: 'cur', key: 'MSG_bill_0131' },
    ]);
  });

  test('is preceded by invoices that total at most the bill', async () => {
    const one = await billing.billed(await billing.stage());
    const above = await withoutTrace(server, () => billing.invoice(one, { invoiceAmount: '1000.01' }), { status: 400 });
    expect(above.errors).toMatchObject([{ field: 'invoiceAmount', key: 'MSG_bill_0105' }]);
    for (const invoiceAmount of ['600.00', '400.01'])
      expect((await billing.invoice(one, { invoiceAmount })).status).toBe(201);
    expect((await withoutTrace(server, () => billing.submit(one), { status: 400 })).errors).toContainEqual(
      expect.objectContaining({ field: 'bill-invoice', key: 'MSG_bill_0132' }),
    );
  });

  test('of a return needs neither account nor invoice', async () => {
    const one = await billing.billed(await billing.stage({ stagePremium: '-250.00' }));
    expect(one).toMatchObject({ billType: 'RETURN', totalAmt: '-250.00', totalUsd: '250.00' });
    expect(await billing.submit(one)).toMatchObject({ status: 200, result: { recordStatus: 'Submit' } });
  });

  test('accepts a difference of 20 CNY between invoices and bill, and no more', async () => {
    await billing.rate('CNY', 'USD', '0.1', '2026-01-01');
    const one = await billing.billed(await billing.stage({ cur: 'CNY' }));
    await billing.patch('settlement-bill', one, { bankAcctNum: accountNo, monthOfExchangeRate: '202601' });
    await billing.rate('CNY', 'USD', '0.1', today('Asia/Shanghai'));
    const made = await billing.invoice(one, { invoiceCur: 'CNY', paymentCur: 'CNY', invoiceAmount: '979.99' });
    expect(made.status, made.text).toBe(201);
    const refused = await withoutTrace(server, () => billing.submit(one), { status: 400 });
    expect(refused.errors).toMatchObject([
      {
        field: 'bill-invoice',
        key: 'MSG_bill_0102',
        message: 'The invoices and the bill may differ by at most 20 CNY',
      },
    ]);
    const change = (invoiceAmount: string) => billing.patch('bill-invoice', made.result as Json, { invoiceAmount });
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
      expect((await billing.submit(one)).status).toBe(200);
      expect((await act(server, 'settlement-bill', one['id'], 'unsubmit')).status).toBe(200);
    }
  });

  test('of a bill in another currency needs the month of a listed rate', async () => {
    await billing.rate('EUR', 'USD', '1.1', '2026-03-01');
    await billing.rate('EUR', 'USD', '1.1', today('Asia/Shanghai'));
    const one = await billing.billed(await billing.stage({ cur: 'EUR' }));
    await billing.patch('settlement-bill', one, { bankAcctNum: accountNo });
    await billing.invoice(one, { invoiceCur: 'EUR', paymentCur: 'EUR' });
    const [line] = one['bill-line'] as Json[];
    const paidIn = { 'bill-line': [{ id: line!['id'], rev: line!['rev'], payCur: 'USD' }] };
    expect((await billing.patch('settlement-bill', one, paidIn)).status).toBe(200);
    for (const [month, key] of [
      [null, 'MSG_bill_0129'],
      ['202605', 'MSG_bill_0130'],
    ]) {
      await billing.patch('settlement-bill', one, { monthOfExchangeRate: month });
      const answer = await withoutTrace(server, () => billing.submit(one), { status: 400 });
      expect(answer.errors).toMatchObject([{ field: 'monthOfExchangeRate', key }]);
    }
    await billing.patch('settlement-bill', one, { monthOfExchangeRate: '202603' });
    const [converted] = (await server.read('settlement-bill', one['id']))['bill-line'] as Json[];
    expect(converted).toMatchObject({ payCur: 'USD', payRate: '1.1', payAmt: '1100.00' });
    expect((await billing.submit(one)).status).toBe(200);
  });

  test('warns of a difference to the captive insurer, which is compared in USD only', async () => {
    const one = await billing.complete();
    const compare = async (capPremium: string | null): Promise<Json> =>
      (await billing.patch('settlement-bill', one, { captiveBill: 'CI-1', capPremium })).result as Json;
    expect(await compare('999.00')).toMatchObject({ icsPremium: '1000.00', capPremium: '999.00', diffPremium: '1.00' });
    const warned = await withoutTrace(server, () => billing.submit(one), { status: 400 });
    expect(warned.errors).toMatchObject([{ field: 'capPremium', key: 'MSG_bill_0133', level: 'warning' }]);
    expect(await compare('1000.01')).toMatchObject({ diffPremium: '-0.01' });
    await withoutTrace(server, () => billing.submit(one), { status: 400 });
    expect((await billing.submit(one, { acceptWarnings: true })).status).toBe(200);
    expect((await act(server, 'settlement-bill', one['id'], 'unsubmit')).status).toBe(200);
    for (const [equal, diffPremium] of [
      ['1000.00', '0.00'],
      [null, null],
    ] as const) {
      expect(await compare(equal)).toMatchObject({ icsPremium: '1000.00', diffPremium });
      expect((await billing.submit(one)).status).toBe(200);
      expect((await act(server, 'settlement-bill', one['id'], 'unsubmit')).status).toBe(200);
    }
    const inYuan = await billing.billed(await billing.stage({ cur: 'CNY' }));
    for (const fields of [{ captiveBill: 'CI-2' }, { capPremium: '5.00' }]) {
      const answer = await withoutTrace(server, () => billing.patch('settlement-bill', inYuan, fields), {
        status: 400,
      });
      expect(answer.errors).toMatchObject([
        { field: 'captiveBill', key: 'MSG_bill_0122', message: expect.stringContaining('USD') },
        { field: 'capPremium', key: 'MSG_bill_0122' },
      ]);
    }
  });
});

test('tax of the selected lines is set together, and the total follows', async () => {
  const one = await billing.billed(await billing.stage(), await billing.stage());
  const items = (one['bill-line'] as Json[]).map(({ id, rev }) => ({ id, rev }));
  const body = { items: items.slice(0, 1), taxIncldInd: 'N', taxRate: '0.06' };
  expect((await server.call('POST', '/api/bill-line/bulk/selectTax', { body })).result).toMatchObject([{ ok: true }]);
  expect(await server.read('settlement-bill', one['id'])).toMatchObject({ totalAmt: '2060.00', taxAmt: '60.00' });
});
