import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { act, ownAccount, payable } from './claimRows.ts';
import { companyBody, nextCode } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

/** Settlement bills of instalments (domain/billing-bank.md, Settlement bill). */
let server: TestServer;
let company: string;
let insurer: string;
let account: string;
beforeAll(async () => {
  // one administrator approves all levels
  server = await startTestServer({ env: { FOUR_EYES: 'false' } });
  company = await companyOf();
  await ownAccount(server, company);
  await payable(server, company, []);
  ({ insurer, account } = await insurerOf([company]));
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
  expect(answer.result, answer.text).toMatchObject(stages.map(() => ({ ok: true })));
  return billNamed(String((await stateOf(stages[0]!))['settlementBill']));
}
async function billNamed(settlementBill: string): Promise<Json> {
  const searchCondition = [{ name: 'settlementBill', type: 'equal', value: settlementBill }];
  const { records } = (await server.call('POST', '/api/settlement-bill/search', { body: { searchCondition } })).result;
  return server.read('settlement-bill', records[0].id);
}
const patch = async (entity: string, { id }: Json, fields: Json): Promise<Answer> =>
  server.call('PATCH', `/api/${entity}/${id}`, { body: { rev: (await server.read(entity, id))['rev'], ...fields } });

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
      taxIncldInd: null,
      recordStatus: 'Draft',
      costStatus: 'Draft',
    });
    expect(one['settlementBill']).toMatch(/^SB\d\d-\d{6}$/);
    expect((one['bill-line'] as Json[]).map(({ lineAmt, payAmt }) => [lineAmt, payAmt])).toEqual([
      ['1060.00', '1060.00'],
      ['550.00', '550.00'],
    ]);
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
    ['a return', 'stageType', 'MSG_bill_0153', async () => ({ stagePremium: '-5.00' })],
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
    expect(answer).toMatchObject({ status: 409, errors: [{ field, key }] });
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

  test('of simultaneous bills of one instalment exactly one is made', async () => {
    const one = await stage();
    const answers = await Promise.all(Array.from({ length: 10 }, () => bill([one])));
    expect(answers.filter(({ result }) => (result as Json[] | null)?.[0]?.['ok'] === true)).toHaveLength(1);
    const { rows } = await server.pool.query(`select count(*)::int as n from bill_line where "stageId" = $1`, [one['id']]);
    expect(rows[0].n).toBe(1);
  });
});
