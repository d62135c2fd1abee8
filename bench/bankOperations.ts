import type { Pool } from 'pg';
import { randomFrom, oneOf, type Random } from '../tests/conformance/values.ts';
import type { Client } from './client.ts';

/** Ids of a database whose bank flows are worked on. */
export interface BankRows {
  client: Client;
  company: string;
  /** ids of generated flows */
  flows: readonly string[];
  /** ids of bills in `CURRENCY` that are to be paid */
  bills: readonly string[];
  random: Random;
}

/** An operation of Finance whose time is compared. */
interface BankOperation {
  name: string;
  /** Prepares a call, which is not measured. @returns the call */
  prepare(rows: BankRows): Promise<() => Promise<unknown>>;
}

const CURRENCY = 'EUR';

/** Stores an instalment with a line for each bill to pay, as the total of a bill is that of its lines. */
export async function addLines(pool: Pool): Promise<void> {
  const bills = `from settlement_bill b where b."billType" = 'ADDITION'`;
  await pool.query(
    `insert into premium_stage ("policyYear", "premiumType", subject, "stageNo", "stageType", "additionPct", "appendType",
       "calcFrom", "calcTo", "dueDate", "stagePremium", cur, "taxIncldInd", "taxRate", "netPremium", "taxPremium",
       "billCompany", club, "piClub", "monthOfExchangeRate", payee, "billType", "settlementBill", "recordStatus", creater,
       updater)
     select '2026', 'Premium-PI', b.id::text, 1, 'ADDITION', 10, 'AP',
       '2026-01-01', '2026-12-31', b."dueDate", b."totalAmt", b.cur, 'N', 0, b."totalAmt", 0,
       b."billCompany", b.agent, b.agent, '202601', b.agent, 'ADDITION', b."settlementBill", 'Bill', 'admin', 'admin'
     ${bills}`,
  );
  await pool.query(
    `insert into bill_line ("headId", "lineNo", "stageId", cur, "stagePremium", "taxIncldInd", "taxRate", "netPremium",
       "taxPremium", "lineAmt", "payCur", "payRate", "payAmt", "dueDate", creater, updater)
     select b.id, 1, s.id, b.cur, b."totalAmt", 'N', 0, b."totalAmt", 0, b."totalAmt", b.cur, 1, b."totalAmt",
       b."dueDate", 'admin', 'admin'
     from settlement_bill b join premium_stage s on s.subject = b.id::text`,
  );
}

/** The ids of bills that flows of `CURRENCY` can pay. */
export async function payableBills(pool: Pool, most: number): Promise<string[]> {
  const { rows } = await pool.query(
    `select id::text as id from settlement_bill
     where "billType" = 'ADDITION' and cur = $1 and "claimedAmt" = 0 and "settleAmt" > 1000 order by id limit $2`,
    [CURRENCY, most],
  );
  return rows.map(({ id }: { id: string }) => id);
}

/** A call that lists rows. */
const list = (name: string, path: (rows: BankRows) => string): BankOperation => ({
  name,
  prepare: async (rows) => {
    const address = path(rows);
    return () => rows.client.call('GET', address);
  },
});

const where = (...conditions: object[]): string => `where=${encodeURIComponent(JSON.stringify(conditions))}`;
const equal = (name: string, value: string): object => ({ name, type: 'equal', value });

/** The conditions without which flows are not listed. */
const flowsOf = (company: string): object[] => [
  equal('businessType', 'OTHER'),
  equal('operationType', 'PAYMENT'),
  equal('compCde', company),
];

/** A flow of its own for each call, as a claim uses up what is open. */
async function newFlow({ client, company, random }: BankRows): Promise<string> {
  const { result } = await client.call('POST', '/api/bank-slip', {
    compCde: company,
    bnkSeqNum: `N${Math.floor(random() * 1e12)}`,
    bankInDte: '2026-03-02',
    origCcyCde: CURRENCY,
    origTtlAmt: '5.00',
    businessType: 'OTHER',
    operationType: 'PAYMENT',
  });
  return result.id;
}

/** A detail of other business, without the fields that differ between databases. */
export const DETAIL = {
  caseNo: 'OTHER-1',
  amount: '2.00',
  svvd: 'AEU1HLD001E',
  portCde: 'SHA',
  blRefCde: 'BL-OTHER',
  svcLoopCde: 'AEU1',
  voyNum: '001',
  dirBound: 'E',
  vslCde: 'BVS',
  casualtyDate: '2026-01-05',
};

/** What Finance does with bank flows and bills. */
export const BANK_OPERATIONS: readonly BankOperation[] = [
  list('list of flows, latest first', ({ company }) => `/api/bank-slip?${where(...flowsOf(company))}`),
  list(
    'list of flows to be allocated',
    ({ company }) => `/api/bank-slip?${where(...flowsOf(company), equal('status', 'ToBeClaim'))}`,
  ),
  list('list of bills, latest first', () => '/api/settlement-bill'),
  list(
    'list of bills to be accounted',
    () => `/api/settlement-bill?${where(equal('recordStatus', 'Confirm'), equal('costStatus', 'Draft'))}`,
  ),
  list('match proposals of a flow', ({ flows, random }) => `/api/_matches/${oneOf(random, flows)}`),
  {
    name: 'save of a detail of a flow',
    prepare: async (rows) => {
      const memoId = await newFlow(rows);
      const body = { ...DETAIL, memoId, suppCde: rows.company, billCompany: rows.company };
      return () => rows.client.call('POST', '/api/bank-slip-detail', body);
    },
  },
  {
    name: 'claim of a flow for a bill',
    prepare: async (rows) => {
      const [memoId, bill] = [await newFlow(rows), oneOf(rows.random, rows.bills)];
      const { rev } = (await rows.client.call('GET', `/api/settlement-bill/${bill}`)).result;
      return () => rows.client.call('POST', `/api/settlement-bill/${bill}/actions/claimFunds`, { rev, memoId });
    },
  },
];

/** Random numbers that are equal on both sides. */
export const bankRandom = (): Random => randomFrom(1);
