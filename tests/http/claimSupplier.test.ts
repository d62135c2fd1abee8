import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someCases } from '../longTest.ts';
import {
  agreed,
  bankSlip,
  chargeTypeOf,
  claimFixture,
  decideLargeOnly,
  ownAccount,
  payable,
  type ClaimFixture,
  settlingCase,
} from './claimRows.ts';
import { act, companyBody, nextCode, patch } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** The suppliers and accounts to which a bank flow may be paid, and those from which (2§8 Supplier and bank). */
let server: TestServer;
let fixture: ClaimFixture;
let chargeType: string;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await claimFixture(server);
  await decideLargeOnly(server);
  chargeType = await chargeTypeOf(server);
});
afterAll(() => server.close());

const found = async (entity: string, name: string, value: unknown): Promise<Json[]> =>
  (await server.call('POST', `/api/${entity}/search`, { body: { searchCondition: [{ name, type: 'equal', value }] } }))
    .result.records;
const change = async (entity: string, { id }: Json, body: Json): Promise<Answer> => {
  const answer = await patch(server, entity, id, body);
  expect(answer.status, answer.text).toBe(200);
  return answer;
};
const companyRow = async (code: string): Promise<Json> => (await found('company', 'companyCde', code))[0]!;
const partyOf = async (code: string): Promise<Json> =>
  (await found('sap-party', 'sapid', (await companyRow(code))['sapid']))[0]!;

interface Payment {
  payer: string;
  supplier: string;
  account: string;
  line: Json;
}

/** A charge that a new company can pay to a new supplier without any block reason. */
async function payment(): Promise<Payment> {
  const [payer, supplier] = [
    String((await server.create('company', companyBody()))['companyCde']),
    String((await server.create('company', companyBody()))['companyCde']),
  ];
  await ownAccount(server, payer);
  const account = await payable(server, supplier, [fixture.company, payer]);
  const parent = await settlingCase(server, { ...fixture, company: payer });
  const line = await server.create('paid-charge', {
    caseId: parent['id'],
    suppCde: supplier,
    supplierAccountId: account,
    chargeType,
    cur: 'USD',
    totalAmt: '100.00',
    isDeductibleNa: 'Y',
  });
  return { payer, supplier, account, line };
}
const claimFor = async ({ payer, line }: Payment, language = 'en-US'): Promise<Answer> => {
  const { id: memoId } = await bankSlip(server, { ...fixture, company: payer });
  const { rev } = await server.read('paid-charge', line['id']);
  return server.call('POST', `/api/paid-charge/${line['id']}/actions/claimFunds`, { body: { rev, memoId }, language });
};

describe('money is claimed for a charge', () => {
  test('if the finance system knows its supplier, and the supplier is claimed there and has an account', async () => {
    const one = await payment();
    const party = await partyOf(one.supplier);
    expect(one.line).toMatchObject({
      supplierPartyId: party['id'],
      supplierSapId: party['sapid'],
      supplierAccountId: one.account,
    });
    const { status, text } = await claimFor(one);
    expect(status, text).toBe(200);
    expect(await server.read('paid-charge', one.line['id'])).toMatchObject({
      claimedAmt: '100.00',
      chargeStatus: 'ToBeConfirmed',
    });
  });

  /** The reason of a refusal, and the change that removes it. */
  const BLOCKED: [
    what: string,
    key: string,
    message: string,
    spoil: (one: Payment) => Promise<() => Promise<unknown>>,
  ][] = [
    [
      'a supplier without a number in the finance system',
      'MSG_bill_0111',
      '供应商的 SAP 编号不存在',
      async ({ supplier }) => {
        const row = await companyRow(supplier);
        await change('company', row, { sapid: null });
        return () => change('company', row, { sapid: row['sapid'] });
      },
    ],
    [
      'a supplier whose number the finance system knows as a customer only',
      'MSG_bill_0111',
      '供应商的 SAP 编号不存在',
      async ({ supplier }) => {
        const row = await companyRow(supplier);
        const sapid = nextCode('SAP');
        await server.create('sap-party', { type: 'CUSTOMER', sapid, regNme: supplier });
        await change('company', row, { sapid });
        return () => change('company', row, { sapid: row['sapid'] });
      },
    ],
    [
      'a supplier that others have claimed',
      'MSG_bill_0112',
      '开票公司尚未认领该供应商',
      async ({ supplier, payer }) => {
        const party = await partyOf(supplier);
        await change('sap-party', party, { claimedBy: [fixture.company] });
        return () => change('sap-party', party, { claimedBy: [fixture.company, payer] });
      },
    ],
    [
      'a supplier that no company has claimed',
      'MSG_bill_0112',
      '开票公司尚未认领该供应商',
      async ({ supplier, payer }) => {
        const party = await partyOf(supplier);
        await change('sap-party', party, { claimedBy: null });
        return () => change('sap-party', party, { claimedBy: [payer] });
      },
    ],
    [
      'no account of the supplier chosen',
      'MSG_bill_0113',
      '请选择供应商的银行账户',
      async ({ line, account }) => {
        await change('paid-charge', line, { supplierAccountId: null });
        return () => change('paid-charge', line, { supplierAccountId: account });
      },
    ],
    [
      'an account of the previous supplier',
      'MSG_bill_0114',
      '供应商的银行账户不存在',
      async ({ supplier, payer }) => {
        const row = await companyRow(supplier);
        await payable(server, supplier, [payer]);
        return () => change('company', row, { sapid: row['sapid'] });
      },
    ],
    [
      'a billing company whose accounts are out of use',
      'MSG_bill_0115',
      '开票公司没有启用的银行账户',
      async ({ payer }) => {
        const [row] = await found('bank-account', 'companyCde', payer);
        await change('bank-account', row!, { useFlag: 'N' });
        return () => change('bank-account', row!, { useFlag: 'Y' });
      },
    ],
  ];

  test.each(someCases(3, BLOCKED))('not with %s', async (_what, key, message, spoil) => {
    const one = await payment();
    const restore = await spoil(one);
    const { id: memoId } = await bankSlip(server, { ...fixture, company: one.payer });
    for (const [language, text] of [
      ['zh-CN', message],
      ['en-US', expect.stringMatching(/^[ -~]+$/)],
    ] as const) {
      const { rev } = await server.read('paid-charge', one.line['id']);
      const refused = await withoutTrace(
        server,
        () =>
          server.call('POST', `/api/paid-charge/${one.line['id']}/actions/claimFunds`, {
            body: { rev, memoId },
            language,
          }),
        { status: 400, key },
      );
      expect(refused.errors).toEqual(expect.arrayContaining([expect.objectContaining({ key, message: text })]));
    }
    await restore();
    expect((await claimFor(one)).status).toBe(200);
  });
});

test('incoming payments need no supplier', async () => {
  const parent = await settlingCase(server, fixture);
  await server.create('paid-charge', {
    caseId: parent['id'],
    suppCde: fixture.company,
    chargeType,
    cur: 'USD',
    totalAmt: '100.00',
    isDeductibleNa: 'Y',
    isRecovery: 'Y',
    custCde: [fixture.company],
  });
  const line = await server.create('recovery-charge', {
    caseId: parent['id'],
    custCde: fixture.company,
    costType: chargeType,
    cur: 'USD',
    total: '40.00',
  });
  await agreed(server, 'recovery-charge', line);
  const { id: memoId } = await bankSlip(server, fixture, { operationType: 'RECEIPT' });
  expect((await act(server, 'recovery-charge', line['id'], 'claimFunds', { memoId })).status).toBe(200);
});

test('an account of another party is refused, and an account in use cannot be deleted', async () => {
  const [one, other] = [await payment(), await payment()];
  const { rev } = await server.read('paid-charge', one.line['id']);
  const refused = await withoutTrace(
    server,
    () =>
      server.call('PATCH', `/api/paid-charge/${one.line['id']}`, { body: { rev, supplierAccountId: other.account } }),
    { status: 400 },
  );
  expect(refused.errors).toMatchObject([{ field: 'supplierAccountId' }]);
  const { rev: accountRev } = await server.read('sap-account', one.account);
  await withoutTrace(
    server,
    () => server.call('DELETE', `/api/sap-account/${one.account}`, { body: { rev: accountRev } }),
    { status: 409 },
  );
});

describe('a claimed amount', () => {
  /** Changes of other records after money was claimed, which must prevent neither its reversal nor the next steps. */
  const LATER: [what: string, change: (one: Payment) => Promise<unknown>][] = [
    [
      'the payer has no account in use any more',
      async ({ payer }) =>
        change('bank-account', (await found('bank-account', 'companyCde', payer))[0]!, { useFlag: 'N' }),
    ],
    [
      'the supplier is claimed by others',
      async ({ supplier }) => change('sap-party', await partyOf(supplier), { claimedBy: [fixture.company] }),
    ],
    ['the supplier has another number', async ({ supplier, payer }) => payable(server, supplier, [payer])],
    [
      'the supplier has no number',
      async ({ supplier }) => change('company', await companyRow(supplier), { sapid: null }),
    ],
  ];
  test.each(someCases(1, LATER))(
    'that is complete can be confirmed, withdrawn and reversed although %s',
    async (_what, later) => {
      const one = await payment();
      expect((await claimFor(one)).status).toBe(200);
      const [claimed] = await found('fund-claim', 'paidChargeId', one.line['id']);
      await later(one);
      for (const step of ['claim', 'submit', 'confirm', 'refuse', 'refuse', 'refuse'])
        expect(
          await act(server, 'bank-slip', claimed!['memoId'], step, step === 'refuse' ? { reason: 'late' } : {}),
          step,
        ).toMatchObject({ status: 200 });
      expect(await act(server, 'fund-claim', claimed!['id'], 'reverse', { remark: 'wrong case' })).toMatchObject({
        status: 200,
      });
      expect(await server.read('paid-charge', one.line['id'])).toMatchObject({
        claimedAmt: '0.00',
        chargeStatus: 'ToBeClaim',
      });
    },
  );

  test.each(someCases(1, LATER))(
    'that is partial leaves the charge editable, and can be reversed, though %s',
    async (_what, later) => {
      const one = await payment();
      const { id: memoId } = await bankSlip(server, { ...fixture, company: one.payer });
      expect(
        (await act(server, 'paid-charge', one.line['id'], 'claimFunds', { memoId, allocatedAmt: '30.00' })).status,
      ).toBe(200);
      const [claimed] = await found('fund-claim', 'paidChargeId', one.line['id']);
      await later(one);
      await change('paid-charge', one.line, { dueDate: '2027-01-01' });
      expect(await act(server, 'fund-claim', claimed!['id'], 'reverse', { remark: 'wrong case' })).toMatchObject({
        status: 200,
      });
      expect(await server.read('paid-charge', one.line['id'])).toMatchObject({ claimedAmt: '0.00' });
    },
  );
});
