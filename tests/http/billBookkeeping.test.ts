import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { today } from '../../generator/language/dates.ts';
import { startSandbox } from '../../server/sandbox/partner.ts';
import { lockWaits } from '../lockWaits.ts';
import { BillRows, ONE_APPROVER, VERIFIED } from './billRows.ts';
import { chargeTypeOf, claimFixture, settlingCase } from './claimRows.ts';
import { act, nextCode } from './rows.ts';
import { type Answer, type Json, startTestServer, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** Approved bills: bookkeeping, money of bank flows, numbers of invoices, and the ledger (domain/billing-bank.md). */
let server: TestServer;
let billing: BillRows;
let company: string;
let accountNo: string;
beforeAll(async () => {
  server = await startTestServer(ONE_APPROVER);
  billing = await BillRows.open(server);
  ({ company, accountNo } = billing);
});
afterAll(() => server.close());

describe('bookkeeping', () => {
  const account = (one: Json, input: Json = {}): Promise<Answer> =>
    act(server, 'settlement-bill', one['id'], 'account', input);
  const VOUCHER = { voucherNo: 'V-1', voucherDate: '2026-03-01' };

  test('without a ledger asks for the voucher, and cancelling for a reason', async () => {
    const one = await billing.confirmed();
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
    const one = await billing.confirmed();
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
    const draft = await billing.complete();
    expect(await withoutTrace(server, () => account(draft, VOUCHER), { status: 409 })).toMatchObject({
      key: 'MSG_bill_0124',
    });
    const one = await billing.billed(await billing.stage());
    await billing.patch('settlement-bill', one, { bankAcctNum: accountNo });
    const vat = await billing.invoice(one, {
      invoiceType: 'ALLELEVAT',
      invoiceNo: '12345678901234567890',
      invoiceDate: '2026-02-01',
    });
    expect((await billing.submit(one)).status).toBe(200);
    while ((await server.read('settlement-bill', one['id']))['recordStatus'] === 'Submit')
      await act(server, 'settlement-bill', one['id'], 'approve', {}, await billing.approver());
    expect(await withoutTrace(server, () => account(one, VOUCHER), { status: 400 })).toMatchObject({
      errors: [{ field: 'bill-invoice', key: 'MSG_bill_0134' }],
    });
    const { id } = vat.result as Json;
    expect((await billing.patch('bill-invoice', { id }, { invoiceDate: '2026-02-02' })).status).toBe(409);
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
    const one = await billing.confirmed();
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
    const [one, slip] = [await billing.confirmed(), await other()];
    const answer = await withoutTrace(server, () => claim(one, slip));
    expect(answer.errors).toMatchObject([{ field: 'memoId', key }]);
  });

  test('of a flow that is allocated meanwhile is refused', async () => {
    const [one, slip] = [await billing.confirmed(), await flow()];
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
    const [draft, one, slip] = [await billing.complete(), await billing.confirmed(), await flow()];
    await withoutTrace(server, () => claim(draft, slip), { status: 409 });
    const answer = await withoutTrace(server, () => claim(one, slip, { allocatedAmt: '1000.01' }), { status: 400 });
    expect(answer.errors).toMatchObject([{ field: 'allocatedAmt', key: 'MSG_bank_0113' }]);
  });

  test('received settles a return', async () => {
    const one = await billing.billed(await billing.stage({ stagePremium: '-250.00' }));
    expect((await billing.submit(one)).status).toBe(200);
    while ((await billOf(one))['recordStatus'] === 'Submit')
      await act(server, 'settlement-bill', one['id'], 'approve', {}, await billing.approver());
    expect((await claim(one, await flow({ operationType: 'RECEIPT' }))).status).toBe(200);
    expect(await billOf(one)).toMatchObject({ claimedAmt: '250.00', payStatus: 'ToBeConfirmed' });
  });

  test('of one flow cannot be claimed twice at once', async () => {
    const [slip, bills] = [await flow(), [await billing.confirmed(), await billing.confirmed()]];
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
  const one = await billing.billed(await billing.stage());
  for (const invoiceNo of ['NO-77', 'ｎｏ－７７'])
    expect(await withoutTrace(server, () => billing.invoice(one, { invoiceNo }), { status: 409 })).toMatchObject({
      errors: [{ field: 'invoiceNo', key: 'MSG_bill_0101', message: 'The invoice number exists already' }],
    });
  // of simultaneous invoices with one number, in any case and width, of bills and of a case, exactly one is stored
  const bills = [one, await billing.billed(await billing.stage()), await billing.billed(await billing.stage())];
  const answers = await Promise.all([
    ...['Race-1', 'RACE-1', 'ｒａｃｅ－１', 'race-１'].map((invoiceNo, index) =>
      billing.invoice(bills[index % bills.length]!, { invoiceNo }),
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

describe('with a ledger', () => {
  test('a posting is not cancelled, and a bill not unconfirmed, before the ledger has answered', async () => {
    const UNANSWERED = { field: 'costStatus', key: 'MSG_bill_0156' };
    const sandbox = await startSandbox();
    const { url, stop } = await server.startAnother({ FOUR_EYES: 'false', PARTNER_LEDGER_URL: sandbox.bills });
    const { id } = await billing.confirmed();
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
    const { id, rev } = await billing.confirmed();
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
      const [draft, one] = [await billing.complete(), await billing.confirmed()];
      await withoutTrace(server, () => billing.patch('settlement-bill', draft, { voucherNo: 'X' }), { status: 400 });
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
