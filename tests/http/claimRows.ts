import { today } from '../../generator/language/dates.ts';
import { act, companyBody, nextCode, vesselBody } from './rows.ts';
import type { Json, TestServer } from './server.ts';

/** The rows that a claim refers to. */
export interface ClaimFixture {
  company: string;
  /** the account of the company as its own supplier, to which charges are paid */
  account: string;
  handler: string;
  assistant: string;
}

/** A charge of USD 100 of a case, without a deductible, that is paid to the company itself. */
export const chargeBody = (
  { company, account }: ClaimFixture,
  { caseId, chargeType }: { caseId: unknown; chargeType: string },
  fields: Json = {},
): Json => ({
  caseId,
  suppCde: company,
  supplierAccountId: account,
  chargeType,
  cur: 'USD',
  totalAmt: '100.00',
  isDeductibleNa: 'Y',
  ...fields,
});

/** The deductible item of charges; `claimFixture` makes it. */
export const DEDUCTIBLE_ITEM = 'CARGO';

/**
 * A billing company that can pay itself, with two handlers of claims. The handlers are only named; `logInAs` does not
 * work for them.
 */
export async function claimFixture(server: TestServer): Promise<ClaimFixture> {
  const company = String((await server.create('company', companyBody()))['companyCde']);
  await ownAccount(server, company);
  const account = await payable(server, company, [company]);
  // refused where another fixture of the server made it
  await server.call('POST', '/api/deductible-type', {
    body: { deductibleTypeCde: DEDUCTIBLE_ITEM, deductibleTypeName: 'Cargo deductible' },
  });
  const [handler, assistant] = [nextCode('h'), nextCode('h')];
  for (const userCde of [handler, assistant])
    await server.create('person', {
      userCde,
      userName: userCde,
      password: 'long enough for anybody',
      claimFlag: 'Y',
      companyCde: company,
    });
  return { company, account, handler, assistant };
}

/** An account from which a company pays. */
export const ownAccount = (server: TestServer, companyCde: string, fields: Json = {}): Promise<Json> =>
  server.create('bank-account', {
    companyCde,
    bnkCde: 'BANK',
    bnkBrchFullNme: 'Harbour branch',
    bnkAcctNum: nextCode('6222'),
    ccyCde: 'USD',
    useFlag: 'Y',
    ...fields,
  });

/**
 * Makes a company a supplier that the finance system knows and that its payers have claimed there.
 *
 * @returns the id of its account
 */
export async function payable(server: TestServer, companyCde: string, claimedBy: readonly string[]): Promise<string> {
  const {
    records: [row],
  } = (
    await server.call('POST', '/api/company/search', {
      body: { searchCondition: [{ name: 'companyCde', type: 'equal', value: companyCde }] },
    })
  ).result;
  const sapid = nextCode('SAP');
  const { status, text } = await server.call('PATCH', `/api/company/${row.id}`, { body: { rev: row.rev, sapid } });
  if (status !== 200) throw new Error(text);
  const party = await server.create('sap-party', { type: 'SUPPLIER', sapid, regNme: companyCde, claimedBy });
  return String(
    (await server.create('sap-account', { sapPartyId: party['id'], accountBankCode: nextCode('6222') }))['id'],
  );
}

/** A valid body of a cargo claim with its own bill of lading. */
export const cargoBody = ({ company, handler }: ClaimFixture, fields: Json = {}): Json => ({
  blRefCde: nextCode('BL'),
  casualtyDate: '2026-03-01',
  vslNme: 'COSCO STAR',
  svvd: 'AEU1HLD001E',
  caseClass: 'DAMAGE',
  caseType: 'WET',
  claimExecutor: handler,
  billCompany: company,
  estimatedAmt: '5000.00',
  ...fields,
});

/**
 * Puts a new case into the state in which charges, invoices and receivables are entered. The state is set in the
 * database, which saves the calls that report and accept the case.
 */
export async function settling(server: TestServer, { id, ...row }: Json): Promise<Json> {
  await server.pool.query(`update claim set "claimStatus" = 'SettlingCharge' where id = $1`, [id]);
  return { id, ...row, claimStatus: 'SettlingCharge' };
}

/** Creates a cargo claim that settles charges. */
export const settlingCase = async (server: TestServer, fixture: ClaimFixture, fields: Json = {}): Promise<Json> =>
  settling(server, await server.create('cargo-claim', cargoBody(fixture, fields)));

/** Lists the rate of today by which CNY 8 are USD 1. */
export const listYuanRate = (server: TestServer): Promise<Json> =>
  server.create('exchange-rate', { fromCur: 'USD', toCur: 'CNY', exRateDate: today('Asia/Shanghai'), exRate: '8' });

/** Amount in US dollars up to which `decideLargeOnly` lets charges be paid without a decision. */
const DECIDED_FROM = '5000.00';

/** Raises the approval rules of decisions, so that money can be claimed for charges of small cases without one. */
export const decideLargeOnly = ({ pool }: TestServer): Promise<unknown> =>
  pool.query(
    `update approval_rule set "amountFrom" = greatest("amountFrom", $1) where "approveType" = 'Case Approval'`,
    [DECIDED_FROM],
  );

/** Closes a case without charges, after the given steps: an approved result says that nothing is to be paid. */
export async function closeUnpaid(server: TestServer, { id }: Json, steps = ['report', 'accept']): Promise<Json> {
  const result = await server.create('claim-approval', { caseId: id, subject: 'RESULT', noPayment: 'Y' });
  await server.pool.query(`update claim_approval set "recordStatus" = 'Confirm', "optDate" = now() where id = $1`, [
    result['id'],
  ]);
  await server.pool.query(`update claim set "paidStatus" = 'Paid' where id = $1`, [id]);
  let row: Json = {};
  for (const step of [...steps, 'close']) {
    const answer = await act(server, 'cargo-claim', id, step);
    if (answer.status !== 200) throw new Error(`${step}: ${answer.text}`);
    row = answer.result;
  }
  return row;
}

/** A type of charge that a case can have. */
export async function chargeTypeOf(server: TestServer, fields: Json = {}): Promise<string> {
  const { compTypeCde } = await server.create('company-type', { compTypeCde: nextCode('T'), compTypeName: 'Payee' });
  const { chargeCode } = await server.create('charge-type', {
    bussType: 'CARGO',
    chargeClass: 'COST',
    chargeCode: nextCode('CH'),
    chargeNmeEN: 'Survey fee',
    chargeNmeCH: '检验费',
    compTypeCde,
    ...fields,
  });
  return String(chargeCode);
}

/** A bank flow of a billing company; by default a payment in US dollars. */
export const bankSlip = (server: TestServer, { company }: ClaimFixture, fields: Json = {}): Promise<Json> =>
  server.create('bank-slip', {
    compCde: company,
    bnkSeqNum: nextCode('BF'),
    bankInDte: '2026-03-02',
    origCcyCde: 'USD',
    origTtlAmt: '100.00',
    businessType: 'CLAIM',
    operationType: 'PAYMENT',
    ...fields,
  });

/** The amount field and currency field of a line, and the direction of its payment. */
const MONEY: Record<string, [amount: string, currency: string, operationType: string]> = {
  'paid-charge': ['totalAmt', 'cur', 'PAYMENT'],
  'recovery-charge': ['compensationAmt', 'cur', 'RECEIPT'],
  reimbursement: ['compensationAmt', 'claimCur', 'RECEIPT'],
};

/** Claims a receivable from its payer, who agrees to an amount; by default to all that was claimed. */
export async function agreed(
  server: TestServer,
  entity: string,
  { id }: Json,
  compensationAmt?: string,
): Promise<Json> {
  const line = await server.read(entity, id);
  for (const [step, input] of [
    ['claim', {}],
    [
      'reimburseConfirm',
      { compensationAmt: compensationAmt ?? line['compensationAmt'] ?? line['total'] ?? line['claimAmt'] },
    ],
  ] as const) {
    const { status, text } = await act(server, entity, id, step, input);
    if (status !== 200) throw new Error(`${step}: ${text}`);
  }
  return server.read(entity, id);
}

/**
 * Claims a bank flow of exactly its amount for a line, and takes the first steps of the flow. A receivable that was not
 * claimed from its payer is claimed and agreed to before.
 */
export async function claimedBy(
  server: TestServer,
  fixture: ClaimFixture,
  entity: string,
  { id }: Json,
  steps: readonly string[] = [],
): Promise<Json> {
  const stored = await server.read(entity, id);
  const isNew = entity !== 'paid-charge' && (stored['chargeStatus'] ?? stored['claimStatus']) === 'ToBeClaim';
  const line = isNew ? await agreed(server, entity, { id }) : stored;
  const [amount, currency, operationType] = MONEY[entity]!;
  const slip = await bankSlip(server, fixture, { origTtlAmt: line[amount], origCcyCde: line[currency], operationType });
  const answer = await act(server, entity, id, 'claimFunds', { memoId: slip['id'] });
  if (answer.status !== 200) throw new Error(answer.text);
  for (const step of steps) {
    const { status, text } = await act(server, 'bank-slip', slip['id'], step);
    if (status !== 200) throw new Error(`${step}: ${text}`);
  }
  return server.read('bank-slip', slip['id']);
}

/** All steps of a bank flow. */
export const FLOW = ['claim', 'submit', 'confirm', 'writeOff'] as const;

/** A schedule of a new vessel. */
export async function voyage(server: TestServer): Promise<Json> {
  const { vslCde, vslNme } = await server.create('vessel', await vesselBody(server, { vslNme: 'PACIFIC PEARL' }));
  const schedule = await server.create('schedule', { svcLoopCde: 'AEU3', vslCde, voyNum: '012', dirBound: 'W' });
  return { ...schedule, vslNme };
}

/**
 * The totals that differ from the sum of their children, for all cases, charges, to-dos and bank flows. There must be
 * none after any calls through the product.
 */
export async function wrongTotals(server: TestServer): Promise<Json[]> {
  const found = await Promise.all(
    ['cargo-claim', 'bank-slip', 'paid-charge', 'task'].map((entity) =>
      server.call('GET', `/api/_reconciliation/${entity}`),
    ),
  );
  return found.flatMap(({ result }) => result.differences);
}
