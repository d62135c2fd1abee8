import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { similarityOf } from '../../server/domain/bank/match/parties.ts';
import { referencesIn } from '../../server/domain/bank/match/references.ts';
import { sapFile } from '../../server/domain/bank/statements/sapFile.ts';
import type { Context } from '../../server/kernel/context.ts';
import { longTest } from '../longTest.ts';
import {
  bankSlip,
  chargeTypeOf,
  claimFixture,
  type ClaimFixture,
  decideLargeOnly,
  ownAccount,
  settlingCase,
  voyage,
  chargeBody,
} from './claimRows.ts';
import { insertRows, matchRows } from './matchRows.ts';
import { act, nextCode } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** Bank statements and lists of bank flows that Finance imports (domain/billing-bank.md, Bank flows 13). */
let server: TestServer;
let company: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ company } = await claimFixture(server));
});
afterAll(() => server.close());

/** An account of the company in euros, as IBAN. */
async function account(): Promise<string> {
  const { bnkAcctNum } = await ownAccount(server, company, { bnkAcctNum: nextCode('NL91ABNA'), ccyCde: 'EUR' });
  return String(bnkAcctNum);
}
function send(content: string, name: string, dryRun = false): Promise<Answer> {
  const body = new FormData();
  body.append('file', new Blob([content]), name);
  return server.call('POST', `/api/bank-slip/import?dryRun=${dryRun}`, { body });
}
async function flowsOf(bnkAcctNum: string): Promise<Json[]> {
  const { rows } = await server.pool.query(
    `select s.* from bank_slip s join bank_account a on a.id = s."bankAcctNumId" where a."bnkAcctNum" = $1 order by s.id`,
    [bnkAcctNum],
  );
  return rows as Json[];
}

interface Entry {
  reference?: string;
  amount: string;
  credit?: boolean;
  pending?: boolean;
}
const ENTRIES: Entry[] = [
  { reference: 'B-1', amount: '500.00', credit: true },
  { reference: 'B-2', amount: '120.55' },
  { reference: 'B-3', amount: '7.00', credit: true, pending: true },
];
const entry = ({ reference, amount, credit = false, pending = false }: Entry): string => `      <Ntry>
        <Amt Ccy="EUR">${amount}</Amt>
        <CdtDbtInd>${credit ? 'CRDT' : 'DBIT'}</CdtDbtInd>
        <Sts>${pending ? 'PDNG' : 'BOOK'}</Sts>
        <BookgDt><Dt>2026-03-02</Dt></BookgDt>
        <ValDt><Dt>2026-03-03</Dt></ValDt>
        ${reference === undefined ? '' : `<AcctSvcrRef>${reference}</AcctSvcrRef>`}
        <NtryDtls><TxDtls>
          <Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
          <RltdPties>
            <Dbtr><Nm>Müller &amp; Söhne</Nm></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct>
            <Cdtr><Nm>Gulf Surveyors</Nm></Cdtr><CdtrAcct><Id><Othr><Id>62220001</Id></Othr></Id></CdtrAcct>
          </RltdPties>
          <RmtInf><Ustrd>SB26-000001</Ustrd><Ustrd>second part</Ustrd></RmtInf>
        </TxDtls></NtryDtls>
      </Ntry>`;
const balance = (type: string, amount: string, date: string): string =>
  `      <Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>`;
/** A camt.053 file as in the ISO 20022 message definition report. */
const camt = (
  iban: string,
  entries: readonly string[],
  closing = '1379.45',
): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>AAAASESS-FP-STAT001</MsgId><CreDtTm>2026-03-03T17:00:00+01:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>STAT-1</Id>
      <Acct><Id><IBAN>${iban}</IBAN></Id></Acct>
${balance('OPBD', '1000.00', '2026-03-01')}
${balance('CLBD', closing, '2026-03-02')}
${entries.join('\n')}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`;
/** An MT940 file as in the SWIFT user handbook. */
const mt940 = (iban: string, closing = '1379,45'): string =>
  [
    '{1:F01AAAABB99BSMK3513951576}{2:O9400934081223BBBBAA33XXXX03592332770812230834N}{4:',
    ':20:STARTUMSE',
    `:25:ABNANL2A/${iban}EUR`,
    ':28C:00001/001',
    ':60F:C260301EUR1000,00',
    ':61:2603030302CR500,NTRFNONREF//B-1',
    ':86:166?00GUTSCHRIFT?20SB26-000001?21second part?31DE89370400440532013000',
    '?32Mueller und?33 Soehne',
    ':61:2603030302D120,55NMSCNONREF',
    ':86:/NAME/Gulf Surveyors/REMI/invoice 77/2026/',
    `:62F:C260302EUR${closing}`,
    ':86:Statement by order of the account holder',
    '-}',
  ].join('\r\n');
const SAP_HEADINGS = 'COMP_CODE,SEQ_NO,VALUE_DATE,ACCOUNT_NO,CURRENCY,AMOUNT,IN_OUT,PARTY,PARTY_ACCOUNT,TEXT';
const sapRows = (bnkAcctNum: string, rows: readonly string[]): string =>
  [SAP_HEADINGS, ...rows.map((row) => `${company},${row.replace('ACCT', bnkAcctNum)}`)].join('\n');
const SAP_ROWS = [
  'S-1,2026-03-02,ACCT,EUR,500.00,IN,=Mueller,DE89,SB26-000001',
  'S-2,20260302,ACCT,EUR,120.55,OUT,Gulf,6222,',
];

describe.each<[string, string, (bnkAcctNum: string) => string, Json[]]>([
  [
    'a camt.053 statement',
    'statement.xml',
    (iban) => camt(iban, ENTRIES.map(entry)),
    [
      {
        bnkSeqNum: 'B-1',
        payerNme: 'Müller & Söhne',
        payerBnkAcctNum: 'DE89370400440532013000',
        rmk: 'SB26-000001 second part',
      },
      { bnkSeqNum: 'B-2', payerNme: 'Gulf Surveyors', payerBnkAcctNum: '62220001' },
    ],
  ],
  [
    'an MT940 statement',
    'statement.sta',
    mt940,
    [
      {
        bnkSeqNum: 'B-1',
        payerNme: 'Mueller und Soehne',
        payerBnkAcctNum: 'DE89370400440532013000',
        rmk: 'SB26-000001 second part',
      },
      {
        bnkSeqNum: expect.stringMatching(/^.{8}\/2026-03-02\/00001\/001\/2$/),
        payerNme: 'Gulf Surveyors',
        rmk: 'invoice 77/2026',
      },
    ],
  ],
  [
    'a list of SAP',
    'flows.csv',
    (bnkAcctNum) =>
      sapRows(
        bnkAcctNum,
        SAP_ROWS.map((row) => row.replace('=Mueller', 'Mueller')),
      ),
    [
      { bnkSeqNum: 'S-1', payerNme: 'Mueller', payerBnkAcctNum: 'DE89', rmk: 'SB26-000001' },
      { bnkSeqNum: 'S-2', payerNme: 'Gulf', payerBnkAcctNum: '6222', rmk: null },
    ],
  ],
])('%s', (_, name, contentOf, expected) => {
  test('becomes bank flows, and the same file again adds nothing', async () => {
    const bnkAcctNum = await account();
    await server.pool.query(`update bank_slip set "delFlag" = 'Y' where "compCde" = $1`, [company]);
    await server.pool.query(`update bank_slip set "bnkSeqNum" = 'OLD-' || id where "compCde" = $1`, [company]);
    const content = contentOf(bnkAcctNum);
    const answer = await send(content, name);
    expect(answer, answer.text).toMatchObject({ status: 200, result: { rows: 2, created: 2, errorCount: 0 } });
    const common = { compCde: company, origCcyCde: 'EUR', businessType: 'OTHER', status: 'ToBeClaim' };
    expect(await flowsOf(bnkAcctNum)).toMatchObject([
      { ...common, ...expected[0], origTtlAmt: '500.00', operationType: 'RECEIPT', openAmount: '500.00' },
      { ...common, ...expected[1], origTtlAmt: '120.55', operationType: 'PAYMENT', openAmount: '120.55' },
    ]);
    const before = await server.footprint();
    expect(await send(content, name)).toMatchObject({ status: 200, result: { rows: 2, created: 0, updated: 0 } });
    expect(await server.footprint()).toBe(before);
  });
});

describe('a transfer between own accounts, both sides of which have one reference', () => {
  const side = (iban: string, reference: string, credit: boolean): string =>
    camt(iban, [entry({ reference, amount: '40.00', credit })], credit ? '1040.00' : '960.00');
  /** The statements of several files in one. */
  const merged = ([first, ...others]: string[]): string =>
    first!.replace(
      '</BkToCstmrStmt>',
      `${others.map((one) => /<Stmt>[^]*<\/Stmt>/.exec(one)![0]).join('')}</BkToCstmrStmt>`,
    );

  test.each<[string, (sides: string[]) => string[], number[]]>([
    ['in one file', (sides) => [merged(sides)], [2]],
    ['in a file for each account', (sides) => sides, [1, 1]],
  ])('comes in %s, and adds nothing when it is imported again in any order', async (_, filesOf, created) => {
    const [from, to, reference] = [await account(), await account(), nextCode('TR')];
    const files = filesOf([side(from, reference, false), side(to, reference, true)]);
    for (const [index, file] of files.entries())
      expect(await send(file, 'a.xml')).toMatchObject({ status: 200, result: { created: created[index] } });
    expect(await flowsOf(from)).toMatchObject([{ bnkSeqNum: reference, operationType: 'PAYMENT' }]);
    expect(await flowsOf(to)).toMatchObject([
      { bnkSeqNum: `${to.slice(-8)}/${reference}`, operationType: 'RECEIPT', origTtlAmt: '40.00' },
    ]);
    // the second side keeps its number, also after the first is deleted
    const before = await server.footprint();
    for (const file of files.toReversed())
      expect(await send(file, 'a.xml')).toMatchObject({ status: 200, result: { created: 0 } });
    expect(await server.footprint()).toBe(before);
    await server.pool.query(`update bank_slip set "delFlag" = 'Y' where "bnkSeqNum" = $1`, [reference]);
    expect(await send(side(to, reference, true), 'a.xml')).toMatchObject({ status: 200, result: { created: 0 } });
  });
});

test('the account of many rows of SAP is looked up once', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'sap-')), 'flows.csv');
  const bnkAcctNum = await account();
  await writeFile(
    path,
    sapRows(
      bnkAcctNum,
      Array.from({ length: 50 }, (_, index) => `M-${index},2026-03-02,ACCT,EUR,5.00,OUT,Gulf,,`),
    ),
  );
  const queries: string[] = [];
  const db = {
    query: (config: { text: string }) => {
      queries.push(config.text);
      return server.pool.query(config);
    },
  };
  const limits = { maxRows: 50, signal: new AbortController().signal };
  const table = await sapFile.toTable(path, limits, { db } as unknown as Context);
  expect(table).toHaveLength(51);
  expect(queries.filter((text) => text.includes('bank_account'))).toHaveLength(1);
  expect(queries).toHaveLength(2);
});

describe('refused whole, with the line', () => {
  let bnkAcctNum: string;
  beforeAll(async () => {
    bnkAcctNum = await account();
  });

  test.each<[string, string, (iban: string) => string, number, RegExp]>([
    [
      'a camt.053 file whose balances do not add up',
      'a.xml',
      (iban) => camt(iban, ENTRIES.map(entry), '1379.44'),
      9,
      /1,?379\.45 EUR.*1,?379\.44 EUR/,
    ],
    ['an MT940 file whose balances do not add up', 'a.sta', (iban) => mt940(iban, '1379,46'), 11, /1379\.45.*1379\.46/],
    ['XML that is cut off', 'a.xml', (iban) => camt(iban, ENTRIES.map(entry)).slice(0, 900), 18, /not well-formed/],
    [
      'XML whose elements are nested deeply',
      'a.xml',
      (iban) => camt(iban, [`<a>\n`.repeat(100_000)]),
      71,
      /too deeply/,
    ],
    ['XML of a million elements', 'a.xml', (iban) => camt(iban, ['<a/>'.repeat(1_000_000)]), 10, /too many/],
    ['an entry without amount', 'a.xml', (iban) => camt(iban, [entry({ amount: '' })]), 11, /amount/],
    ['a booking that cannot be read', 'a.sta', (iban) => mt940(iban).replace('CR500,', 'XX500,'), 6, /no booking/],
    [
      'a date that does not exist',
      'a.sta',
      (iban) => mt940(iban).replaceAll('2603030302', '2603030230'),
      6,
      /no booking/,
    ],
    ['a statement without closing balance', 'a.sta', (iban) => mt940(iban).replace(/:62F:.*/, ''), 12, /:62:/],
    [
      'a camt.053 file with balances of two currencies',
      'a.xml',
      (iban) => camt(iban, ENTRIES.map(entry)).replace('<Amt Ccy="EUR">1000.00', '<Amt Ccy="USD">1000.00'),
      9,
      /one currency/,
    ],
    [
      'an MT940 file with balances of two currencies',
      'a.sta',
      (iban) => mt940(iban).replace(':62F:C260302EUR', ':62F:C260302USD'),
      11,
      /one currency/,
    ],
    ['an account that is not ours', 'a.xml', () => camt('NL00XXXX', ENTRIES.map(entry)), 9, /NL00XXXX/],
    [
      'a list with a wrong row',
      'a.csv',
      (iban) => sapRows(iban, [SAP_ROWS[1]!, 'S-3,2026-03-02,ACCT,EUR,-5,OUT,,,']),
      3,
      /AMOUNT/,
    ],
  ])('%s', async (_, name, contentOf, line, reason) => {
    const content = contentOf(bnkAcctNum);
    const before = await server.footprint();
    for (const dryRun of [true, false]) {
      const answer = await send(content, name, dryRun);
      expect(answer, answer.text).toMatchObject({
        status: 400,
        key: 'MSG_upload_0015',
        errors: [{ field: 'file', params: { line } }],
      });
      expect(answer.message).toMatch(reason);
    }
    expect(await server.footprint()).toBe(before);
  });

  test('a file with more bookings than one import takes', async () => {
    const content = mt940(bnkAcctNum).replace(/(?::61:.*\r\n)/, '$&'.repeat(10_000));
    const answer = await withoutTrace(server, () => send(content, 'a.sta'), { status: 400, key: 'MSG_upload_0008' });
    expect(answer.errors).toMatchObject([{ field: 'file', params: { max: 10_000 } }]);
  });

  test('a number that exists with another amount', async () => {
    const one = nextCode('S');
    const content = (amount: string): string =>
      sapRows(bnkAcctNum, [`${one},2026-03-02,ACCT,EUR,${amount},OUT,Gulf,,`]);
    expect((await send(content('5.00'), 'a.csv')).status).toBe(200);
    const before = await server.footprint();
    expect(await send(content('6.00'), 'a.csv')).toMatchObject({
      status: 400,
      result: { errors: [{ row: 2, key: 'MSG_upload_0091' }, {}] },
    });
    expect(await server.footprint()).toBe(before);
  });
});

longTest('10,000 lines are imported in one transaction', async () => {
  const bnkAcctNum = await account();
  const entries = Array.from({ length: 10_000 }, (_, index) =>
    entry({ reference: `L-${index}`, amount: '0.10', credit: true }),
  );
  const content = camt(bnkAcctNum, entries, '2000.00');
  const answer = await send(content, 'large.xml');
  expect(answer, answer.text).toMatchObject({ status: 200, result: { rows: 10_000, created: 10_000 } });
});

describe('matching', () => {
  const matches = (flow: unknown, options: { token?: string | null; language?: string } = {}): Promise<Answer> =>
    server.call('GET', `/api/_matches/${String(flow)}`, options);
  let fixture: ClaimFixture;
  let chargeType: string;
  let finance: string;
  beforeAll(async () => {
    fixture = await claimFixture(server);
    chargeType = await chargeTypeOf(server);
    finance = await server.logInAs(nextCode('fin'), 'Finance staff', { companyCde: fixture.company });
    await decideLargeOnly(server);
  });
  const flow = (fields: Json): Promise<Json> => bankSlip(server, fixture, { businessType: 'OTHER', ...fields });
  const charge = async (fields: Json = {}): Promise<Json> => {
    const { id: caseId, ourRef, blRefCde } = await settlingCase(server, fixture);
    const body = chargeBody(fixture, { caseId, chargeType }, { acceptWarnings: true, ...fields });
    const row = await server.create('paid-charge', body);
    return { ...row, ourRef, blRefCde };
  };
  const proposed = ({ result, text, status }: Answer): string[] => {
    expect(status, text).toBe(200);
    return (result as Json[]).map(({ entity, id }) => `${entity}/${id}`);
  };

  test('proposes what generated flows pay first, and claims nothing', async () => {
    const { tables, flows } = matchRows({
      ...fixture,
      chargeType,
      seed: 26,
      items: 700,
      flows: 300,
      firstId: 10_000_000,
    });
    await insertRows(server.pool, tables);
    const before = await server.footprint();
    const missed: Record<string, number> = {};
    let [right, unmatched] = [0, 0];
    for (const { id, way, targets } of flows) {
      const [first] = proposed(await matches(id));
      if (targets.length === 0) unmatched += first === undefined ? 1 : 0;
      else if (targets.includes(first!)) right++;
      else missed[way] = (missed[way] ?? 0) + 1;
    }
    const paying = flows.filter(({ targets }) => targets.length > 0).length;
    expect(right / paying, JSON.stringify(missed)).toBeGreaterThanOrEqual(0.9);
    expect(unmatched / (flows.length - paying)).toBeGreaterThanOrEqual(0.9);
    expect(await server.footprint()).toBe(before);
    const { rows } = await server.pool.query('select count(*)::int as n from fund_claim where "memoId" >= 10000000');
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('states its reasons in the language of the caller, and what one click claims', async () => {
    const line = await charge();
    const one = await flow({ origTtlAmt: '99.50', rmk: `Survey fee ${line['ourRef']} / 2026` });
    const [first] = (await matches(one['id'])).result as Json[];
    expect(first).toMatchObject({
      entity: 'paid-charge',
      id: line['id'],
      case: { ourRef: line['ourRef'] },
      party: fixture.company,
      total: '100.00',
      open: '100.00',
      amount: '99.50',
      difference: '0.50',
      mayClaim: true,
      reasons: [`The text names the case ${line['ourRef']}`, 'The amounts differ by 0.50 USD, as bank charges do'],
    });
    const inChinese = (await matches(one['id'], { language: 'zh-CN' })).result as Json[];
    expect(inChinese[0]!['reasons']).toEqual([
      `摘要中有案件编号 ${line['ourRef']}`,
      '金额相差 0.50 USD，可能是银行手续费',
    ]);
    const { rev, amount } = first!;
    const body = { rev, memoId: one['id'], allocatedAmt: amount };
    const claimed = await server.call('POST', `/api/paid-charge/${line['id']}/actions/claimFunds`, { body });
    expect(claimed.status, claimed.text).toBe(200);
    expect(proposed(await matches(one['id']))).toEqual([]);
  });

  test.each<[string, Json]>([
    ['another currency', { origCcyCde: 'EUR' }],
    ['the other direction', { operationType: 'RECEIPT' }],
    ['premium', { businessType: 'PREMIUM' }],
    ['another company', { compCde: true }],
  ])('proposes no charge for a flow of %s', async (_, fields) => {
    const line = await charge({ totalAmt: '77.77' });
    const compCde = fields['compCde'] === true ? { compCde: (await claimFixture(server)).company } : {};
    const one = await flow({ origTtlAmt: '77.77', rmk: String(line['ourRef']), ...fields, ...compCde });
    expect(proposed(await matches(one['id']))).toEqual([]);
  });

  test('follows the details of a flow: their cases, up to their amounts, and no bypass', async () => {
    const { svcLoopCde, vslCde, voyNum, dirBound } = await voyage(server);
    const parent = await settlingCase(server, fixture, { svcLoopCde, vslCde, voyNum, dirBound });
    const [line, stranger] = [
      await charge({ caseId: parent['id'], totalAmt: '80.00' }),
      await charge({ totalAmt: '100.00' }),
    ];
    const detail = { caseNo: parent['ourRef'], portCde: 'SHA', suppCde: fixture.company, amount: '60.00' };
    const one = await flow({ rmk: `pays ${stranger['ourRef']}`, 'bank-slip-detail': [detail] });
    expect((await matches(one['id'])).result).toMatchObject([
      { id: line['id'], amount: '60.00', reasons: [`A detail of the flow names the case ${parent['ourRef']}`] },
    ]);
  });

  test('needs a session and the right to the flow, and says to whom a claim is not permitted', async () => {
    const line = await charge({ totalAmt: '55.55' });
    const one = await flow({ origTtlAmt: '55.55', rmk: String(line['ourRef']) });
    expect((await matches(one['id'], { token: null })).status).toBe(401);
    const litigation = await server.logInAs(nextCode('lit'), 'Litigation officer', { companyCde: fixture.company });
    expect((await matches(one['id'], { token: litigation })).status).toBe(403);
    const other = await server.logInAs(nextCode('fin'), 'Finance staff', { companyCde: company });
    for (const [id, token] of [
      [one['id'], other],
      ['999999999', finance],
      ['x', finance],
    ])
      expect((await matches(id, { token: token! })).status).toBe(404);
    const seen = (await matches(one['id'], { token: finance })).result as Json[];
    expect(seen).toMatchObject([{ id: line['id'], mayClaim: false }]);
    expect((await server.call('GET', `/api/_matches/${one['id']}?limit=1000`)).status).toBe(400);
  });

  test('proposes nothing for a flow that is claimed in full', async () => {
    const line = await charge({ totalAmt: '44.44' });
    const one = await flow({ origTtlAmt: '44.44', rmk: String(line['ourRef']) });
    await act(server, 'paid-charge', line['id'], 'claimFunds', { memoId: one['id'] });
    await charge({ totalAmt: '44.44' });
    expect(proposed(await matches(one['id']))).toEqual([]);
  });
});

describe('references in a text', () => {
  test.each<[string, string[], string[]]>([
    ['payment SB26-000001 thank you', ['SB26-000001'], ['PAYMENT']],
    ['sb26 000001', ['SB26-000001'], []],
    ['SB26000001', ['SB26-000001'], []],
    ['SB26-0000\n01', ['SB26-000001'], []],
    ['INV 77/2026 of 03.02.2026', ['77/2026'], ['2026', '03']],
    ['ｓｂ２６－０００００１', ['SB26-000001'], []],
    ['发票号12345678901234567890。', ['12345678901234567890'], []],
  ])('%s', (text, expected, absent) => {
    const found = referencesIn(text);
    expect(found).toEqual(expect.arrayContaining(expected));
    expect(found.filter((one) => absent.includes(one))).toEqual([]);
  });

  test('are read of a long text in linear time', () => {
    expect(referencesIn('A1 '.repeat(100_000)).length).toBeLessThan(2000);
  });
});

test.each<[string, string, number, number]>([
  ['Gulf Surveyors Co., Ltd.', 'GULF SURVEYORS', 1, 1],
  ['华南公估有限公司', '华南公估', 1, 1],
  ['Gulf Surveyors Ltd', 'Gulf Surveyo', 0.8, 0.99],
  ['Gulf Surveyors', 'Baltic Lawyers', 0, 0.3],
  ['', '', 0, 0],
])('names "%s" and "%s" have a similarity from %f to %f', (one, other, from, to) => {
  const similarity = similarityOf(one, other);
  expect(similarity).toBeGreaterThanOrEqual(from);
  expect(similarity).toBeLessThanOrEqual(to);
});
