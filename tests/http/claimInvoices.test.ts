import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { daysAfter, today } from '../../generator/language/dates.ts';
import {
  bankSlip,
  chargeTypeOf,
  claimFixture,
  type ClaimFixture,
  closeUnpaid,
  decideLargeOnly,
  wrongTotals,
  settlingCase,
  chargeBody,
} from './claimRows.ts';
import { act, nextCode } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** The invoices of a case's charges (2§5 Invoice). */
const TODAY = today('Asia/Shanghai');

let server: TestServer;
let fixture: ClaimFixture;
let chargeType: string;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await claimFixture(server);
  await decideLargeOnly(server);
  chargeType = await chargeTypeOf(server);
  await server.create('exchange-rate', { fromCur: 'USD', toCur: 'CNY', exRateDate: daysAfter(TODAY, -3), exRate: '8' });
});
afterAll(() => server.close());

const claim = (): Promise<Json> => settlingCase(server, fixture);
const charge = async (fields: Json = {}, parent?: Json): Promise<Json> =>
  server.create('paid-charge', chargeBody(fixture, { caseId: (parent ?? (await claim()))['id'], chargeType }, fields));
const bodyOf = ({ caseId, id, cur, totalAmt, billCompany }: Json, fields: Json = {}): Json => ({
  caseId,
  chargeId: id,
  invoiceType: 'DEBITNOTE',
  invoiceNo: nextCode('INV'),
  invocieCompany: billCompany,
  invoiceCur: cur,
  invoiceAmount: totalAmt,
  paymentTerm: 30,
  paymentCur: cur,
  ...fields,
});
const post = (body: Json): Promise<Answer> => server.call('POST', '/api/claim-invoice', { body });
const invoice = (of: Json, fields?: Json): Promise<Json> => server.create('claim-invoice', bodyOf(of, fields));
const fieldsOf = ({ errors }: Answer): string[] => errors.map(({ field }) => field).sort();

describe('an invoice', () => {
  test('has its tax within the total, and its amounts in the charge’s and in the local currency', async () => {
    const {
      result: {
        records: [company],
      },
    } = await server.call(
      'GET',
      `/api/company?where=${encodeURIComponent(JSON.stringify([{ name: 'companyCde', type: 'equal', value: fixture.company }]))}`,
    );
    expect(
      (await server.call('PATCH', `/api/company/${company.id}`, { body: { rev: company.rev, baseCur: 'CNY' } })).status,
    ).toBe(200);
    const one = await charge();
    expect(await invoice(one, { invoiceTax: '6', dueDate: daysAfter(TODAY, 30) })).toMatchObject({
      invoiceTaxAmt: '5.66',
      invoiceNetAmt: '94.34',
      costRate: '1',
      costAmt: '100.00',
      costCur: 'USD',
      localCur: 'CNY',
      localRate: '8',
      localTotalAmt: '800.00',
      localTaxAmt: '45.28',
      localNetAmt: '754.72',
      chargeMode: 'SUPPLIER',
    });
    expect(
      await invoice(await charge(), {
        invoiceCur: 'CNY',
        invoiceAmount: '800.00',
        invoiceType: 'ALLELEVAT',
        invoiceNo: '25312000000012345678',
      }),
    ).toMatchObject({
      costRate: '0.125',
      costAmt: '100.00',
      localRate: '1',
      localTotalAmt: '800.00',
      invoiceTaxAmt: '0.00',
    });
  });

  test.each<[string, Json, string[]]>([
    [
      'nothing but its charge',
      { invoiceType: null, invoiceNo: null, invocieCompany: null, invoiceCur: null, invoiceAmount: null },
      ['costRate', 'invocieCompany', 'invoiceAmount', 'invoiceCur', 'invoiceNo', 'invoiceTaxAmt', 'invoiceType'],
    ],
    ['a VAT invoice without codes', { invoiceType: 'VATINVOICE' }, ['checkCode', 'invoiceCode']],
    ['an e-invoice without its check code', { invoiceType: 'ELEINVOICE', invoiceCode: 'C1' }, ['checkCode']],
    [
      'an all-electric invoice with a short number',
      { invoiceType: 'ALLELEORD', invoiceNo: '2531200000001234567' },
      ['invoiceNo'],
    ],
    [
      'a settlement agreement without its terms',
      { invoiceType: 'RR', paymentTerm: null, paymentCur: null },
      ['paymentCur', 'paymentTerm'],
    ],
    ['a term of a thousand days', { paymentTerm: 1000 }, ['paymentTerm']],
    ['more tax than the total', { invoiceTaxAmt: '100.01' }, ['invoiceTaxAmt']],
    ['a day to come', { invoiceDate: daysAfter(TODAY, 1) }, ['invoiceDate']],
    ['an amount of nothing', { invoiceAmount: '0' }, ['invoiceAmount']],
    ['a cent more than its charge', { invoiceAmount: '100.01' }, ['invoiceAmount']],
    ['a check code of 31 characters', { checkCode: 'x'.repeat(31) }, ['checkCode']],
    ['a number of 101 characters', { invoiceNo: 'x'.repeat(101) }, ['invoiceNo']],
  ])('is refused with %s', async (_, wrong, fields) => {
    const body = bodyOf(await charge(), wrong);
    expect(fieldsOf(await withoutTrace(server, () => post(body), { status: 400 }))).toEqual(fields);
  });

  test('is in CNY or in the currency of its charge', async () => {
    const body = bodyOf(await charge(), { invoiceCur: 'EUR', costRate: '1.25', invoiceAmount: '80.00' });
    expect((await withoutTrace(server, () => post(body), { status: 400 })).errors).toMatchObject([
      { field: 'invoiceCur', key: 'MSG_bill_0104' },
    ]);
  });

  test('has a unique number across cases and users', async () => {
    const { invoiceNo } = await invoice(await charge());
    const body = bodyOf(await charge(), { invoiceNo: String(invoiceNo).toLowerCase() });
    await withoutTrace(server, () => post(body), { status: 409, key: 'MSG_bill_0101' });
  });

  test('must belong to a charge of its own case', async () => {
    const [one, other] = [await charge(), await charge()];
    expect(
      fieldsOf(await withoutTrace(server, () => post(bodyOf(one, { chargeId: other['id'] })), { status: 400 })),
    ).toEqual(['chargeId']);
  });

  test('prevents deleting its charge', async () => {
    const one = await charge();
    await invoice(one);
    await withoutTrace(server, () => server.call('DELETE', `/api/paid-charge/${one['id']}`, { body: { rev: 1 } }), {
      status: 409,
    });
  });

  test('cannot be changed once its case is closed', async () => {
    const parent = await claim();
    await closeUnpaid(server, parent, []);
    await withoutTrace(
      server,
      () =>
        post({
          caseId: parent['id'],
          ...bodyOf({ caseId: parent['id'], id: '1', cur: 'USD', totalAmt: '1.00', billCompany: fixture.company }),
        }),
      { status: 409, key: 'MSG_claim_0124' },
    );
  });
});

describe('the invoices of a charge', () => {
  test('total no more than the charge, and have one currency', async () => {
    const one = await charge();
    await invoice(one, { invoiceAmount: '60.00' });
    await withoutTrace(server, () => post(bodyOf(one, { invoiceAmount: '40.01' })), {
      status: 400,
      key: 'MSG_bill_0106',
    });
    await withoutTrace(server, () => post(bodyOf(one, { invoiceCur: 'CNY', invoiceAmount: '8.00' })), {
      status: 400,
      key: 'MSG_bill_0103',
    });
    const second = await invoice(one, { invoiceAmount: '40.00' });
    await withoutTrace(
      server,
      () => server.call('PATCH', `/api/claim-invoice/${second['id']}`, { body: { rev: 1, invoiceAmount: '40.01' } }),
      { status: 400, key: 'MSG_bill_0106' },
    );
    await withoutTrace(
      server,
      () => server.call('PATCH', `/api/paid-charge/${one['id']}`, { body: { rev: 1, totalAmt: '99.99' } }),
      { status: 400, key: 'MSG_bill_0106' },
    );
  });

  test.each([
    ['CNY', '100.00', '120.00', 201],
    ['CNY', '100.00', '120.01', 400],
    ['USD', '100.00', '820.00', 201],
    ['USD', '100.00', '820.05', 400],
  ])('in CNY may be over by 20: of %s %s %s is answered by %i', async (cur, totalAmt, invoiceAmount, status) => {
    const one = await charge({ cur, totalAmt });
    const answer = await post(bodyOf(one, { invoiceCur: 'CNY', invoiceAmount }));
    expect(answer.status, answer.text).toBe(status);
    if (status === 400) expect(answer.errors).toMatchObject([{ field: 'invoiceAmount', key: 'MSG_bill_0102' }]);
  });

  test.each<[string, Json, Json, number, string?]>([
    ['CNY short by 20', { cur: 'CNY', totalAmt: '100.00' }, { invoiceAmount: '80.00' }, 200],
    ['CNY short by more', { cur: 'CNY', totalAmt: '100.00' }, { invoiceAmount: '79.99' }, 400, 'MSG_bill_0102'],
    ['USD short by a cent', {}, { invoiceAmount: '99.99' }, 400, 'MSG_bill_0106'],
    ['USD in full', {}, {}, 200],
  ])('total exactly the charge once money is claimed: %s', async (_, of, fields, status, key) => {
    const one = await charge(of);
    await invoice(one, fields);
    const { id: memoId } = await bankSlip(server, fixture, { origCcyCde: one['cur'] });
    const answer = await act(server, 'paid-charge', one['id'], 'claimFunds', { memoId });
    expect(answer.status, answer.text).toBe(status);
    if (key) expect(answer.errors).toMatchObject([{ field: 'totalAmt', key }]);
  });

  test('precede the payment of a charge whose type requires one', async () => {
    const expense = await chargeTypeOf(server, { chargeClass: 'EXPENSE' });
    const one = await charge({ chargeType: expense });
    const { id: memoId } = await bankSlip(server, fixture, { origCcyCde: 'USD' });
    const take = (): Promise<Answer> => act(server, 'paid-charge', one['id'], 'claimFunds', { memoId });
    const { errors } = await withoutTrace(server, take, { status: 409 });
    expect(errors).toMatchObject([{ field: 'chargeType', key: 'MSG_bill_0116' }]);
    await invoice(one);
    expect((await take()).status).toBe(200);
  });

  test('are immutable once it is claimed, and its currency is immutable as soon as there is one', async () => {
    const one = await charge();
    const { id } = await invoice(one);
    const cur = await withoutTrace(
      server,
      () => server.call('PATCH', `/api/paid-charge/${one['id']}`, { body: { rev: 1, cur: 'CNY', totalAmt: '800.00' } }),
      { status: 400, key: 'MSG_bill_0108' },
    );
    expect(fieldsOf(cur)).toEqual(['cur']);
    const { id: memoId } = await bankSlip(server, fixture, { origCcyCde: 'USD' });
    expect((await act(server, 'paid-charge', one['id'], 'claimFunds', { memoId })).status).toBe(200);
    for (const [method, fields] of [
      ['PATCH', { invoiceNo: nextCode('INV') }],
      ['DELETE', {}],
    ] as const) {
      await withoutTrace(
        server,
        () => server.call(method, `/api/claim-invoice/${id}`, { body: { rev: 1, ...fields } }),
        { status: 409, key: 'MSG_bill_0107' },
      );
    }
  });
});

test('all totals agree with their children after all tests', async () => {
  expect(await wrongTotals(server)).toEqual([]);
});
