import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { today } from '../../generator/language/dates.ts';
import { Decimal } from '../../generator/language/decimal.ts';
import { BillRows, ONE_APPROVER } from './billRows.ts';
import {
  bankSlip,
  chargeTypeOf,
  claimFixture,
  type ClaimFixture,
  ownAccount,
  payable,
  settlingCase,
  voyage,
  wrongTotals,
} from './claimRows.ts';
import { act, nextCode } from './rows.ts';
import { type Json, startTestServer, type TestServer } from './server.ts';

/** The balance of bills and bank flows (domain/billing-bank.md). */
let server: TestServer;
let billing: BillRows;
let company: string;
let insurer: string;
beforeAll(async () => {
  server = await startTestServer(ONE_APPROVER);
  billing = await BillRows.open(server);
  ({ company, insurer } = billing);
});
afterAll(() => server.close());

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
    rows = { bill: (await billing.confirmed())['id'], flow: flow['id'], case: caseId };
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
    const payers = [await billing.companyOf(), await billing.companyOf()];
    for (const payer of payers) {
      await payable(server, payer, []);
      await ownAccount(server, payer);
    }
    const { insurer: club, account } = await billing.insurerOf(payers);
    const groups: { company: unknown; currency: string; one: Json; flows: Json[] }[] = [];
    for (const [billCompany, cur, stagePremium] of [
      [payers[0], 'USD', '1000.00'],
      [payers[0], 'CNY', '333.33'],
      [payers[1], 'USD', '50.01'],
    ] as const) {
      const one = await billing.confirmed({ club, billCompany, cur, stagePremium }, account);
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
