import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { someCases } from '../longTest.ts';
import { startSandbox, type Sandbox } from '../../server/sandbox/partner.ts';
import {
  bankSlip,
  chargeTypeOf,
  claimFixture,
  decideLargeOnly,
  listYuanRate,
  type ClaimFixture,
  settlingCase,
  chargeBody,
} from './claimRows.ts';
import { act } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** VAT invoices must be verified before money is claimed for their charge (2§5 Invoice, 2§7 invoice verification). */
const PACE = { pollMs: 50, retryMs: 20, maxRetryMs: 100, leaseMs: 2000, timeoutMs: 1000, maxAttempts: 3 };

let sandbox: Sandbox;
let server: TestServer;
let fixture: ClaimFixture;
let chargeType: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  server = await startTestServer({ delivery: PACE, env: { PARTNER_SAP_URL: sandbox.invoices } });
  fixture = await claimFixture(server);
  await decideLargeOnly(server);
  chargeType = await chargeTypeOf(server);
  await listYuanRate(server);
});
afterAll(async () => {
  await server.close();
  await sandbox.stop();
});
afterEach(() => {
  sandbox.faults = { share: 0, delayMs: 0 };
});

let count = 0;
/** Valid data of a fully digital invoice of 2026. */
const GENUINE = (): Json => ({ invoiceType: 'ALLELEORD', invoiceNo: `26312000000${String(++count).padStart(9, '0')}` });
const OLDER = (): Json => ({
  invoiceType: 'VATINVOICE',
  invoiceNo: String(10_000_000 + ++count),
  invoiceCode: '3100262130',
  checkCode: '12345678901234567890',
});

/** A charge of CNY 800 with its invoice. */
async function invoiced(fields: Json = GENUINE()): Promise<{ line: Json; invoice: Json }> {
  const { id: caseId } = await settlingCase(server, fixture);
  const line = await server.create('paid-charge', {
    caseId,
    suppCde: fixture.company,
    supplierAccountId: fixture.account,
    chargeType,
    cur: 'CNY',
    totalAmt: '800.00',
    exchangeRate: '0.125',
    isDeductibleNa: 'Y',
  });
  const invoice = await server.create('claim-invoice', {
    caseId,
    chargeId: line['id'],
    chargeMode: 'SUPPLIER',
    invocieCompany: fixture.company,
    invoiceCur: 'CNY',
    invoiceTax: '6',
    invoiceAmount: '800.00',
    costRate: '1',
    invoiceDate: '2026-03-05',
    ...fields,
  });
  return { line, invoice };
}
const claimFor = async ({ id }: Json, on = server): Promise<Answer> =>
  act(on, 'paid-charge', id, 'claimFunds', {
    memoId: (await bankSlip(on, fixture, { origCcyCde: 'CNY', origTtlAmt: '800.00' }))['id'],
  });
const becomes = ({ id }: Json, verifyStatus: string): Promise<Json> =>
  vi.waitFor(
    async () => {
      const row = await server.read('claim-invoice', id);
      expect(row['verifyStatus']).toBe(verifyStatus);
      return row;
    },
    { timeout: 60_000, interval: 50 },
  );
const messagesOf = async ({ id }: Json, sourceEntity = 'claim-invoice'): Promise<Json[]> =>
  (
    await server.call('POST', '/api/partner-event/search', {
      body: {
        searchCondition: [
          { name: 'sourceEntity', type: 'equal', value: sourceEntity },
          { name: 'sourceId', type: 'equal', value: String(id) },
        ],
        sort: 'createAt',
      },
    })
  ).result.records;
const change = async ({ id }: Json, body: Json): Promise<Answer> =>
  server.call('PATCH', `/api/claim-invoice/${id}`, {
    body: { rev: (await server.read('claim-invoice', id))['rev'], ...body },
  });

test.each([
  ['an all-electric', GENUINE],
  ['an older', OLDER],
])('%s VAT invoice is verified by the finance system; then money can be claimed for its charge', async (_, paper) => {
  const { line, invoice } = await invoiced(paper());
  const { id: memoId } = await bankSlip(server, fixture, { origCcyCde: 'CNY', origTtlAmt: '800.00' });
  const { rev } = await server.read('paid-charge', line['id']);
  const refused = await withoutTrace(
    server,
    () =>
      server.call('POST', `/api/paid-charge/${line['id']}/actions/claimFunds`, {
        body: { rev, memoId },
        language: 'zh-CN',
      }),
    { status: 409, key: 'MSG_bill_0109' },
  );
  expect(refused.errors[0]!.message).toBe(`发票 ${invoice['invoiceNo']} 尚未验真通过，不能认领所属费用的资金`);

  expect((await act(server, 'claim-invoice', invoice['id'], 'verify')).result).toMatchObject({ verifyStatus: 'Sent' });
  await becomes(invoice, 'Verified');
  const [message] = await messagesOf(invoice);
  const entry = sandbox.entries.find(({ body }) => (body as Json)['invoiceNo'] === invoice['invoiceNo'])!;
  expect(message).toMatchObject({
    partner: 'sap',
    event: 'invoice',
    recordStatus: 'Delivered',
    reference: entry.reference,
  });
  expect(entry.body).toMatchObject({
    invoiceType: invoice['invoiceType'],
    invoiceDate: '2026-03-05',
    invoiceAmount: '800.00',
    invoiceTaxAmt: '45.28',
    invoiceNetAmt: '754.72',
    invoiceCur: 'CNY',
  });
  expect(Object.keys(entry.body as Json)).not.toContain('caseId');

  expect((await claimFor(line)).status).toBe(200);
});

test.each(
  someCases<[string, Json, string]>(1, [
    ['a number of another year', { ...GENUINE(), invoiceNo: '25312000000012345678' }, 'of another year'],
    ['a code of nine digits', { ...OLDER(), invoiceCode: '310026213' }, 'neither 10 nor 12 digits'],
    ['a check code of five digits', { ...OLDER(), checkCode: '12345' }, 'the check code'],
  ]),
)('an invoice with %s is found not genuine, and can be corrected and verified again', async (_, wrong, reason) => {
  const { line, invoice } = await invoiced(wrong);
  await act(server, 'claim-invoice', invoice['id'], 'verify');
  await becomes(invoice, 'Failed');
  const [message] = await messagesOf(invoice);
  expect(message).toMatchObject({ recordStatus: 'Refused' });
  expect(message!['answer']).toContain(reason);
  expect(await claimFor(line)).toMatchObject({ status: 409, key: 'MSG_bill_0109' });
  const right = wrong['invoiceType'] === 'VATINVOICE' ? OLDER() : GENUINE();
  expect(await change(invoice, right)).toMatchObject({ status: 400 });
  expect((await act(server, 'claim-invoice', invoice['id'], 'withdrawVerification', { reason: 'wrong' })).status).toBe(
    200,
  );
  expect((await change(invoice, right)).status).toBe(200);
  // the result of the earlier message does not apply to the corrected invoice
  const repeated = await server.call('POST', `/api/partner-event/${message!['id']}/actions/sendAgain`, {
    body: { rev: message!['rev'] },
  });
  expect(repeated.status, repeated.text).toBe(200);
  await vi.waitFor(
    async () => expect((await messagesOf(invoice))[0]).toMatchObject({ attempts: 2, recordStatus: 'Refused' }),
    { timeout: 60_000 },
  );
  expect(await server.read('claim-invoice', invoice['id'])).toMatchObject({ verifyStatus: 'Unverified' });
  expect((await act(server, 'claim-invoice', invoice['id'], 'verify')).status).toBe(200);
  await becomes(invoice, 'Verified');
});

test('the simulated tax register knows one amount for each invoice number', async () => {
  const paper = GENUINE();
  const first = await invoiced(paper);
  await act(server, 'claim-invoice', first.invoice['id'], 'verify');
  await becomes(first.invoice, 'Verified');
  await act(server, 'claim-invoice', first.invoice['id'], 'withdrawVerification', { reason: 'wrong' });
  expect((await change(first.invoice, { invoiceAmount: '790.00', invoiceTaxAmt: '44.72' })).status).toBe(200);
  await act(server, 'claim-invoice', first.invoice['id'], 'verify');
  await becomes(first.invoice, 'Failed');
});

test('if the finance system is unreachable the invoice stays unverified and can be verified again', async () => {
  const { invoice } = await invoiced();
  sandbox.faults = { share: 1, delayMs: 0 };
  await act(server, 'claim-invoice', invoice['id'], 'verify');
  await becomes(invoice, 'Unverified');
  sandbox.faults = { share: 0, delayMs: 0 };
  expect((await act(server, 'claim-invoice', invoice['id'], 'verify')).status).toBe(200);
  await becomes(invoice, 'Verified');
});

describe('an invoice', () => {
  test('in verification can be verified by hand or withdrawn at any time; a late answer is ignored', async () => {
    for (const [action, verifyStatus] of [
      ['verifyByHand', 'ByHand'],
      ['withdrawVerification', 'Unverified'],
    ] as const) {
      const { invoice } = await invoiced({ ...GENUINE(), verifyRemark: 'by telephone' });
      sandbox.faults = { share: 0, delayMs: 600 };
      await act(server, 'claim-invoice', invoice['id'], 'verify');
      expect(
        (
          await act(
            server,
            'claim-invoice',
            invoice['id'],
            action,
            action === 'verifyByHand' ? {} : { reason: 'wrong' },
          )
        ).result,
      ).toMatchObject({ verifyStatus });
      await vi.waitFor(
        async () => expect((await messagesOf(invoice))[0]).toMatchObject({ recordStatus: 'Delivered' }),
        { timeout: 60_000 },
      );
      expect(await server.read('claim-invoice', invoice['id'])).toMatchObject({ verifyStatus });
    }
  });

  test('cannot be added to, moved to, changed or deleted from a charge with claimed money', async () => {
    const { line, invoice } = await invoiced();
    await change(invoice, { verifyRemark: 'by telephone' });
    await act(server, 'claim-invoice', invoice['id'], 'verifyByHand');
    const partialSlip = await bankSlip(server, fixture, { origCcyCde: 'CNY', origTtlAmt: '300.00' });
    expect((await act(server, 'paid-charge', line['id'], 'claimFunds', { memoId: partialSlip['id'] })).status).toBe(
      200,
    );
    const other = await server.create('paid-charge', {
      caseId: line['caseId'],
      suppCde: fixture.company,
      chargeType,
      cur: 'CNY',
      totalAmt: '800.00',
      exchangeRate: '0.125',
      isDeductibleNa: 'Y',
    });
    const body = {
      caseId: line['caseId'],
      chargeMode: 'SUPPLIER',
      invocieCompany: fixture.company,
      invoiceCur: 'CNY',
      invoiceTax: '6',
      invoiceAmount: '10.00',
      costRate: '1',
      invoiceDate: '2026-03-05',
    };
    const free = await server.create('claim-invoice', { ...body, ...GENUINE(), chargeId: other['id'] });
    const refused = { status: 409, key: 'MSG_bill_0107' };
    await withoutTrace(
      server,
      () => server.call('POST', '/api/claim-invoice', { body: { ...body, ...GENUINE(), chargeId: line['id'] } }),
      refused,
    );
    await withoutTrace(
      server,
      () =>
        server.call('PATCH', `/api/claim-invoice/${free['id']}`, { body: { rev: free['rev'], chargeId: line['id'] } }),
      refused,
    );
    const { rev } = await server.read('claim-invoice', invoice['id']);
    await withoutTrace(
      server,
      () => server.call('PATCH', `/api/claim-invoice/${invoice['id']}`, { body: { rev, dueDate: '2027-01-01' } }),
      refused,
    );
    await withoutTrace(
      server,
      () => server.call('DELETE', `/api/claim-invoice/${invoice['id']}`, { body: { rev } }),
      refused,
    );
    await withoutTrace(
      server,
      () =>
        server.call('POST', `/api/claim-invoice/${invoice['id']}/actions/withdrawVerification`, {
          body: { rev, reason: 'wrong' },
        }),
      refused,
    );
  });

  test('in the currency of its charge has the rate 1, and its charge keeps its supplier', async () => {
    const { line, invoice } = await invoiced();
    const refused = await withoutTrace(
      server,
      () =>
        server.call('PATCH', `/api/claim-invoice/${invoice['id']}`, { body: { rev: invoice['rev'], costRate: '0.5' } }),
      { status: 400 },
    );
    expect(refused.errors).toMatchObject([{ field: 'costRate' }]);
    const other = (await claimFixture(server)).company;
    await withoutTrace(
      server,
      async () =>
        server.call('PATCH', `/api/paid-charge/${line['id']}`, {
          body: { rev: (await server.read('paid-charge', line['id']))['rev'], suppCde: other, supplierAccountId: null },
        }),
      { status: 400, key: 'MSG_bill_0110' },
    );
  });

  test('from an individual to a customer does not block the claim', async () => {
    const { line } = await invoiced({ ...GENUINE(), chargeMode: 'CUSTOMER' });
    expect((await claimFor(line)).status).toBe(200);
  });

  test('that was verified cannot be changed until the verification is withdrawn', async () => {
    const { invoice } = await invoiced();
    await act(server, 'claim-invoice', invoice['id'], 'verify');
    await becomes(invoice, 'Verified');
    const { rev } = await server.read('claim-invoice', invoice['id']);
    const refused = await withoutTrace(
      server,
      () =>
        server.call('PATCH', `/api/claim-invoice/${invoice['id']}`, {
          body: { rev, invoiceNo: '26312000000999999999' },
        }),
      { status: 400 },
    );
    expect(refused.errors).toMatchObject([{ field: 'invoiceNo' }]);
    expect((await change(invoice, { dueDate: '2027-01-01' })).status).toBe(200);
    expect(
      (await act(server, 'claim-invoice', invoice['id'], 'withdrawVerification', { reason: 'wrong' })).result,
    ).toMatchObject({ verifyStatus: 'Unverified' });
    expect((await change(invoice, { invoiceNo: '26312000000999999999' })).status).toBe(200);
  });

  test('of a paid charge keeps its verification', async () => {
    const { line, invoice } = await invoiced();
    await act(server, 'claim-invoice', invoice['id'], 'verify');
    await becomes(invoice, 'Verified');
    expect((await claimFor(line)).status).toBe(200);
    const { rev } = await server.read('claim-invoice', invoice['id']);
    await withoutTrace(
      server,
      () =>
        server.call('POST', `/api/claim-invoice/${invoice['id']}/actions/withdrawVerification`, {
          body: { rev, reason: 'wrong' },
        }),
      { status: 409, key: 'MSG_bill_0107' },
    );
  });

  test('is verified by hand only with a remark on how', async () => {
    const { line, invoice } = await invoiced();
    const refused = await withoutTrace(
      server,
      () =>
        server.call('POST', `/api/claim-invoice/${invoice['id']}/actions/verifyByHand`, {
          body: { rev: invoice['rev'] },
        }),
      { status: 400 },
    );
    expect(refused.errors).toMatchObject([{ field: 'verifyRemark' }]);
    await change(invoice, { verifyRemark: 'inv-veri.chinatax.gov.cn, 2026-03-06' });
    expect((await act(server, 'claim-invoice', invoice['id'], 'verifyByHand')).result).toMatchObject({
      verifyStatus: 'ByHand',
    });
    expect(await change(invoice, { verifyRemark: null })).toMatchObject({
      status: 400,
      errors: [{ field: 'verifyRemark' }],
    });
    expect((await claimFor(line)).status).toBe(200);
  });

  test('that is not a VAT invoice cannot be verified', async () => {
    const { line, invoice } = await invoiced({
      invoiceType: 'DEBITNOTE',
      invoiceNo: `DN${++count}`,
      paymentTerm: 30,
      paymentCur: 'CNY',
      verifyRemark: 'x',
    });
    for (const action of ['verify', 'verifyByHand']) {
      const { rev } = await server.read('claim-invoice', invoice['id']);
      await withoutTrace(
        server,
        () => server.call('POST', `/api/claim-invoice/${invoice['id']}/actions/${action}`, { body: { rev } }),
        { status: 409, message: 'Only VAT invoices are verified' },
      );
    }
    expect((await claimFor(line)).status).toBe(200);
  });
});

test('without a connected finance system an invoice can only be verified by hand', async () => {
  const alone = await startTestServer();
  try {
    const own = await claimFixture(alone);
    await listYuanRate(alone);
    const { id: caseId } = await settlingCase(alone, own);
    const line = await alone.create('paid-charge', {
      caseId,
      suppCde: own.company,
      chargeType: await chargeTypeOf(alone),
      cur: 'CNY',
      totalAmt: '800.00',
      exchangeRate: '0.125',
      isDeductibleNa: 'Y',
    });
    const invoice = await alone.create('claim-invoice', {
      caseId,
      chargeId: line['id'],
      chargeMode: 'SUPPLIER',
      invocieCompany: own.company,
      invoiceCur: 'CNY',
      invoiceTax: '6',
      invoiceAmount: '800.00',
      costRate: '1',
      invoiceDate: '2026-03-05',
      ...GENUINE(),
    });
    await withoutTrace(
      alone,
      () => alone.call('POST', `/api/claim-invoice/${invoice['id']}/actions/verify`, { body: { rev: invoice['rev'] } }),
      { status: 409, key: 'MSG_partner_0001' },
    );
  } finally {
    await alone.close();
  }
});

test('a bank flow is returned to the finance system, unless money of it is claimed', async () => {
  const one = await bankSlip(server, fixture);
  const back = (slip: Json, reason?: string): Promise<Answer> =>
    act(server, 'bank-slip', slip['id'], 'returnToSap', reason === undefined ? {} : { reason });
  await withoutTrace(server, () => back(one), { status: 400, errors: [expect.objectContaining({ field: 'reason' })] });
  expect(await back(one, 'not ours')).toMatchObject({
    status: 200,
    result: { status: 'Returning', reason: 'not ours' },
  });
  await vi.waitFor(
    async () => expect(await server.read('bank-slip', one['id'])).toMatchObject({ status: 'Returned' }),
    { timeout: 60_000, interval: 50 },
  );
  expect(sandbox.entries.at(-1)!.body).toMatchObject({ bnkSeqNum: one['bnkSeqNum'], reason: 'not ours' });
  await withoutTrace(server, () => back(one, 'again'), { status: 409 });
  const { id: caseId } = await settlingCase(server, fixture);
  const line = await server.create('paid-charge', chargeBody(fixture, { caseId, chargeType }));
  const claimed = await bankSlip(server, fixture);
  expect((await act(server, 'paid-charge', line['id'], 'claimFunds', { memoId: claimed['id'] })).status).toBe(200);
  await withoutTrace(server, () => back(claimed, 'not ours'), { status: 409, key: 'MSG_bank_0125' });
});

test('a return that was given up is sent again only while the bank flow is unchanged, which then waits for the answer', async () => {
  const one = await bankSlip(server, fixture);
  const statusOf = async (): Promise<unknown> => (await server.read('bank-slip', one['id']))['status'];
  const becomes = (status: string): Promise<void> =>
    vi.waitFor(async () => expect(await statusOf()).toBe(status), { timeout: 60_000, interval: 50 });
  const sendAgain = async (): Promise<Answer> => {
    const [message] = await messagesOf(one, 'bank-slip');
    return act(server, 'partner-event', message!['id'], 'sendAgain');
  };
  sandbox.faults = { share: 1, delayMs: 0 };
  expect((await act(server, 'bank-slip', one['id'], 'returnToSap', { reason: 'not ours' })).status).toBe(200);
  await becomes('ToBeClaim');
  sandbox.faults = { share: 1, delayMs: 100 };
  expect((await sendAgain()).status).toBe(200);
  expect(await statusOf()).toBe('Returning');
  await becomes('ToBeClaim');
  sandbox.faults = { share: 0, delayMs: 0 };
  const { id: caseId } = await settlingCase(server, fixture);
  const line = await server.create('paid-charge', chargeBody(fixture, { caseId, chargeType }));
  expect((await act(server, 'paid-charge', line['id'], 'claimFunds', { memoId: one['id'] })).status).toBe(200);
  await withoutTrace(server, sendAgain, { status: 409, key: 'MSG_partner_0002' });
  expect(await statusOf()).toBe('ToBeClaim');
});
