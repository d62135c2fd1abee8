import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BillRows, ONE_APPROVER, VERIFIED } from './billRows.ts';
import {
  bankSlip,
  chargeTypeOf,
  claimFixture,
  type ClaimFixture,
  FLOW,
  settlingCase,
  wrongTotals,
} from './claimRows.ts';
import { act, nextCode } from './rows.ts';
import { type Answer, type Json, startTestServer, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** Settlement bills of claim charges (domain/billing-bank.md, Settlement bill 2). */
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
    await withoutTrace(
      server,
      () => billing.patch('paid-charge', charges[0]!, { totalAmt: '99.00', acceptWarnings: true }),
      { status: 400, key: 'MSG_bill_0154' },
    );
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
    const answer = await withoutTrace(server, () => billing.invoice(one), { status: 400 });
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
    const change = () => billing.patch('settlement-bill', one, { 'bill-line': [{ id, rev, taxIncldInd: 'N' }] });
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
      async () => ({ suppCde: (await billing.insurerOf([company])).insurer }),
    ],
    ['of another company', 'billCompany', 'MSG_bill_0153', async () => ({ billCompany: await billing.companyOf() })],
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
    expect((await billing.patch('settlement-bill', one, { bankAcctNum: accountNo })).status).toBe(200);
    expect((await billing.submit(one)).status).toBe(200);
    while ((await server.read('settlement-bill', one['id']))['recordStatus'] === 'Submit')
      await act(server, 'settlement-bill', one['id'], 'approve', {}, await billing.approver());
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
