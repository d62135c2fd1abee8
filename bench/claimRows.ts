import type { Pool } from 'pg';
import { insertAudit, oneFieldChanged } from '../server/kernel/write/audit.ts';
import { PASSWORD } from './client.ts';

/** A row as the API answers it. */
type Row = Record<string, unknown>;

/**
 * The claims officer who calls the API. The officer's company has one fifth of the claims; in the database of ten
 * claims, all.
 */
export const OFFICER = 'BENCH00';

const OFFICERS = 20;
const COMPANIES = 5;
const code = (letter: string, number: number): string => `${letter}${String(number).padStart(2, '0')}`;

/** Creates a row through the API, or searches for one with the path `<entity>/search`. */
type Post = (path: string, body: object) => Promise<Row>;

/**
 * Creates master data, and one claim with child rows through the API. Its rows are the pattern for all others.
 *
 * @returns the id of the claim
 */
export async function sampleClaim(post: Post): Promise<string> {
  for (let number = 0; number < COMPANIES; number++) await createCompany(post, number);
  await createOfficers(post);
  await createChargeType(post);
  return createClaim(post);
}

const createCompany = (post: Post, number: number): Promise<Row> =>
  post('company', {
    companyCde: code('BENCHCO', number),
    companyNameEn: `Bench Shipping ${number}`,
    companyNameCh: `测量航运${number}`,
    country: 'CN',
    addressEn: 'Road',
    addressCh: '路',
    unifiedSocialCreditNo: CREDIT_CODES[number],
    acceptWarnings: true,
  });

async function createOfficers(post: Post): Promise<void> {
  const { records } = await post('role/search', {
    searchCondition: [{ name: 'roleName', type: 'equal', value: 'Claims officer' }],
  });
  const [role] = records as Row[];
  for (let number = 0; number < OFFICERS; number++) {
    const userCde = code('BENCH', number);
    await post('person', {
      userCde,
      userName: `Officer ${number}`,
      password: PASSWORD,
      claimFlag: 'Y',
      companyCde: code('BENCHCO', number % COMPANIES),
    });
    await post('role-user', { userCde, roleId: role!['id'] });
  }
}

async function createChargeType(post: Post): Promise<void> {
  await post('company-type', { compTypeCde: 'BENCH', compTypeName: 'Payee' });
  await post('charge-type', {
    bussType: 'CARGO',
    chargeClass: 'COST',
    chargeCode: 'BENCH',
    chargeNmeEN: 'Survey fee',
    chargeNmeCH: '检验费',
    compTypeCde: 'BENCH',
  });
}

async function createClaim(post: Post): Promise<string> {
  let { id, rev } = await post('cargo-claim', {
    blRefCde: 'SAMPLE',
    casualtyDate: '2025-01-01',
    vslNme: 'HARBOURLIGHT DAWN',
    svvd: 'AEU1HLD001E',
    caseClass: 'DAMAGE',
    caseType: 'WET',
    claimExecutor: OFFICER,
    billCompany: code('BENCHCO', 0),
    estimatedAmt: '5000.00',
    caseDetail: 'Water entered the container at sea; the consignee refuses the lot.',
  });
  for (const action of ['report', 'accept'])
    ({ id, rev } = await post(`cargo-claim/${String(id)}/actions/${action}`, { rev }));
  await post('paid-charge', {
    caseId: id,
    suppCde: code('BENCHCO', 1),
    chargeType: 'BENCH',
    cur: 'USD',
    totalAmt: '100.00',
    billCompany: code('BENCHCO', 0),
    isDeductibleNa: 'Y',
  });
  await post('claim-contact', {
    caseId: id,
    companyType: 'BILLING',
    companyCde: code('BENCHCO', 1),
    contacts: 'Mrs Li',
    contactsMail: 'li@example.com',
    contactsPhone: '+86 21 5555 0100',
  });
  await post('claim-date', { caseId: id, dateType: 'NOTICE', date: '2025-01-05' });
  return String(id);
}

const CREDIT_CODES = [
  '91310000MA1K35Y38P',
  '91310000MA1000001A',
  '91310000MA1000002B',
  '91310000MA1000003C',
  '91310000MA1000004D',
];

const PLACES = [
  'Hanseatic',
  'Baltic',
  'Iberian',
  'Andean',
  'Nordic',
  'Levant',
  'Pacific',
  'Alpine',
  'Bengal',
  'Malacca',
  'Yangtze',
  'Rhine',
  'Danube',
  'Sahara',
  'Patagonian',
  'Adriatic',
];
const TRADES = [
  'Foods',
  'Textiles',
  'Ceramics',
  'Machinery',
  'Furniture',
  'Chemicals',
  'Coffee',
  'Steel',
  'Timber',
  'Toys',
  'Seafood',
  'Tyres',
];

/** Name of the claimant of claim `n`. */
export const claimantOf = (n: number): string =>
  `${PLACES[n % PLACES.length]} ${TRADES[Math.floor(n / PLACES.length) % TRADES.length]} ${Math.floor(n / (PLACES.length * TRADES.length))} GmbH`;

/** Claim entities: the first ten claims are cargo claims, later ones rotate. */
export const KINDS = ['cargo-claim', 'person-claim', 'hull-claim', 'vessel-other-claim', 'other-claim'] as const;

/** SQL that selects a value by the kind of claim `n`. */
const byKind = (...values: readonly string[]): string =>
  `(array[${values.map((value) => (value === 'null' ? value : `'${value}'`)).join(', ')}])[case when n < 10 then 1 else n % 5 + 1 end]`;

/**
 * SQL of the columns of claim `n` that differ from the pattern. Six of ten claims are closed, but none of the first
 * ten, which the officer handles.
 */
const CLAIM: Record<string, string> = {
  ourRef: `${byKind('C', 'P', 'H', 'V', 'O')} || '25' || lpad(n::text, 6, '0')`,
  bizType: byKind('CARGO', 'PERSON', 'HULL', 'VSLOTHER', 'OTHER'),
  portCde: byKind('null', 'null', 'null', 'SHA', 'SHA'),
  portName: byKind('null', 'null', 'null', 'Shanghai', 'Shanghai'),
  netAmt: `case when ${byKind('N', 'N', 'Y', 'N', 'Y')} = 'Y' then paid end`,
  capClaimAmt: `case when ${byKind('N', 'N', 'Y', 'N', 'Y')} = 'Y' then 0 end`,
  blRefCde: `'BLB' || n`,
  casualtyDate: 'day',
  createAt: `now() - n * interval '3 minutes'`,
  updateAt: `now() - n * interval '3 minutes'`,
  claimStatus: `case when closed then 'Closed' else 'SettlingCharge' end`,
  expiredDate: `case when closed then day + 365 else current_date + (n % 10 * 3 + n / 10 * 7 % 700)::int end`,
  vslNme: `'HARBOURLIGHT ' || (array['DAWN', 'STAR', 'PEARL', 'HOPE', 'WAVE', 'GLORY', 'PRIDE'])[n % 7 + 1]`,
  claimant: `(array['${PLACES.join("', '")}'])[n % ${PLACES.length} + 1] || ' ' || (array['${TRADES.join("', '")}'])[n / ${PLACES.length} % ${TRADES.length} + 1] || ' ' || n / ${PLACES.length * TRADES.length} || ' GmbH'`,
  cntrNum: `'HLDU' || lpad((n * 7919 % 10000000)::text, 7, '0')`,
  claimExecutor: `'BENCH' || lpad((n / 10 % ${OFFICERS})::text, 2, '0')`,
  billCompany: `'BENCHCO' || lpad((n / 10 % ${COMPANIES})::text, 2, '0')`,
  estimatedAmt: '5000 + n % 9000',
  committedAmt: 'paid',
  approvedAmt: '0',
  estimateSplit: `'N'`,
  paidAmt: 'case when closed then paid else 0 end',
  outstandingAmt: 'case when closed then 0 else 5000 + n % 9000 end',
  incurredAmt: 'case when closed then paid else 5000 + n % 9000 end',
  paidStatus: `case when closed then 'Paid' else 'InProcess' end`,
  settledAmt: 'case when closed then paid else 0 end',
  settledDate: 'case when closed then day + 200 end',
  closeDate: 'case when closed then day + 201 end',
};
const CHARGE = (amount: string): Record<string, string> => ({
  caseId: 'c.id',
  totalAmt: amount,
  usdAmt: amount,
  tableUsdAmt: amount,
  billCompany: 'c."billCompany"',
  createAt: 'c."createAt"',
  updateAt: 'c."createAt"',
  chargeStatus: `case when closed then 'WrittenOff' else 'ToBeClaim' end`,
  claimedAmt: `case when closed then ${amount} else 0 end`,
  writtenOffDate: 'case when closed then day + 200 end',
});
const [FIRST, SECOND] = ['(100 + n % 900)', '(50 + n % 70)'];
const ONLY_LINK: Record<string, string> = { caseId: 'c.id', createAt: 'c."createAt"', updateAt: 'c."createAt"' };

/** The five child rows of each claim. */
const CHILDREN: [table: string, differs: Record<string, string>][] = [
  ['paid_charge', CHARGE(FIRST)],
  ['paid_charge', CHARGE(SECOND)],
  ['claim_contact', ONLY_LINK],
  ['claim_date', { ...ONLY_LINK, date: 'day + 4' }],
  ['operate_log', { ...ONLY_LINK, content: `'create'` }],
];

/** SQL of values that are derived from the number of a claim. */
const derived = (n: string): string =>
  `lateral (select ${n} as n) n1, lateral (select n >= 10 and n % 10 < 6 as closed, current_date - (n::bigint * 37 % 1800)::int - 240 as day, ${FIRST} + ${SECOND} as paid) w`;

/** SQL condition of the claims that were copied from the sample. */
const COPIED = `c."ourRef" ~ '^[CPHVO]25[0-9]{6}$'`;

/** Writes claims with five child rows and an audit line each, by copying the sample, which is then deleted. */
export async function fillClaims(pool: Pool, sample: string, claims: number): Promise<void> {
  await copyRow(
    pool,
    'claim',
    `from claim s, generate_series(0, ${claims - 1}) g, ${derived('g')} where s.id = ${sample}`,
    CLAIM,
  );
  for (const [table, differs] of CHILDREN) {
    await copyRow(
      pool,
      table,
      `from (select * from ${table} where "caseId" = ${sample} order by id limit 1) s, claim c, ${derived(`substr(c."ourRef", 4)::int`)} where ${COPIED}`,
      differs,
    );
  }
  const audit = {
    from: `claim c where ${COPIED}`,
    id: 'c.id',
    action: `'create'`,
    changes: oneFieldChanged('ourRef', 'null', 'c."ourRef"'),
    by: 'c.creater',
    request: `'bench'`,
  };
  await pool.query(insertAudit({ name: 'cargo-claim' }, audit));
  await pool.query(
    `update kernel.audit a set at = c."createAt" from claim c where a.entity = 'cargo-claim' and a."entityId" = c.id and ${COPIED}`,
  );
  for (const [table] of CHILDREN) await pool.query(`update ${table} set "delFlag" = 'Y' where "caseId" = ${sample}`);
  await pool.query(`update claim set "delFlag" = 'Y' where id = ${sample}`);
}

/** Inserts a copy of row `s` for each row of `from`; columns in `differs` get other values. */
async function copyRow(pool: Pool, table: string, from: string, differs: Record<string, string>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  const columns = rows.map(({ name }) => name);
  await pool.query(
    `insert into ${table} (${columns.map((name) => `"${name}"`).join(', ')}) select ${columns.map((name) => differs[name] ?? `s."${name}"`).join(', ')} ${from}`,
  );
}
