/**
 * `node bench/matching.ts`: the times of lists, proposals and claims with 100,000 flows and 50,000 bills, beside as
 * many charges and receivables, against 100 of each; and the import of 10,000 lines of a bank statement.
 *
 * Both databases run at the same time and are asked in turn. The goals are a ratio of at most 2, and 5 seconds.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { apiOf } from '../tests/e2e/browser/api.ts';
import { insertRows, matchRows } from '../tests/http/matchRows.ts';
import { addLines, BANK_OPERATIONS, bankRandom, type BankRows, DETAIL, payableBills } from './bankOperations.ts';
import { Client, PASSWORD } from './client.ts';
import { median } from './load.ts';
import { startChild, type Child } from './child.ts';
import { cpuTime } from './cpuTime.ts';
import { createVessels } from './versionRows.ts';
import { startBenchDatabase, type BenchDatabase } from './database.ts';

const { values } = parseArgs({
  options: {
    flows: { type: 'string', default: '100000' },
    items: { type: 'string', default: '100000' },
    calls: { type: 'string', default: '200' },
    lines: { type: 'string', default: '10000' },
  },
});

/** A database of the product with flows and lines. */
interface Side {
  database: BenchDatabase;
  child: Child;
  rows: BankRows;
}

const [COMPANY, ACCOUNT] = ['BENCHCO', 'NL91ABNA0417164300'];
const sides: Side[] = [];
try {
  for (const [flows, items] of [
    [100, 200],
    [Number(values.flows), Number(values.items)],
  ] as const)
    sides.push(await prepare(flows, items));
  for (const operation of BANK_OPERATIONS) await compare(operation);
  await importStatement(sides[1]!);
} finally {
  for (const { child, database } of sides) {
    await child.stop();
    await database.stop();
  }
}

/** Starts the product on a database of its own and fills it. */
async function prepare(flows: number, items: number): Promise<Side> {
  const database = await startBenchDatabase();
  const env = { DATABASE_URL: database.url, ADMIN_PASSWORD: randomBytes(12).toString('hex') };
  await (await startChild('product.ts', env)).stop();
  const child = await startChild('product.ts', env);
  const create = createWith(child);
  const address = { addressEn: 'Quay', addressCh: '码头', country: 'SG' };
  await create('company', { companyCde: COMPANY, companyNameEn: 'Bench Lines', companyNameCh: '测量航运', ...address });
  const account = { companyCde: COMPANY, bnkCde: 'BANK', bnkBrchFullNme: 'Harbour', ccyCde: 'EUR', useFlag: 'Y' };
  await create('bank-account', { ...account, bnkAcctNum: ACCOUNT });
  await create('person', { userCde: 'BENCH', userName: 'Bench', password: PASSWORD, claimFlag: 'Y' });
  await create('company-type', { compTypeCde: 'BENCH', compTypeName: 'Payee' });
  const charge = { bussType: 'CARGO', chargeClass: 'COST', chargeCode: 'BENCH', compTypeCde: 'BENCH' };
  await create('charge-type', { ...charge, chargeNmeEN: 'Survey fee', chargeNmeCH: '检验费' });
  await create('policy-year', {
    policyYear: '2026',
    policyType: 'Premium-PI',
    effectiveFrom: '2026-01-01',
    effectiveTo: '2026-12-31',
    irate: '0',
    etcRate: '0',
  });
  await createVessels(apiOf(child.url, child.token!), [DETAIL.vslCde]);
  const size = { company: COMPANY, chargeType: 'BENCH', handler: 'BENCH', firstId: 10_000_000, seed: 7 };
  const rows = matchRows({ ...size, flows, items });
  await insertRows(database.pool, rows.tables);
  await addLines(database.pool);
  await database.pool.query('vacuum (analyze)');
  const bills = await payableBills(database.pool, 50);
  console.log(`${flows} flows, ${items} lines, about half of them bills`);
  const client = new Client(child.url, child.token);
  const ids = rows.flows.map(({ id }) => id);
  return { database, child, rows: { client, company: COMPANY, flows: ids, bills, random: bankRandom() } };
}

/** Returns a function that creates a row through the API. */
function createWith({ url, token }: Child): (entity: string, body: object) => Promise<void> {
  return async (entity, body) => {
    const answer = await fetch(`${url}/api/${entity}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${entity}: ${await answer.text()}`);
  };
}

/** Asks both products in turn; the first quarter of the calls warms them up. */
async function compare({ name, prepare: prepareCall }: (typeof BANK_OPERATIONS)[number]): Promise<void> {
  const calls = Number(values.calls);
  const times: [number[], number[]] = [[], []];
  for (let call = 0; call < calls; call++)
    for (const at of call % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const run = await prepareCall(sides[at]!.rows);
      const started = performance.now();
      await run();
      if (call >= calls / 4) times[at].push(performance.now() - started);
    }
  const [few, many] = times.map(median) as [number, number];
  const verdict = many / few <= 2 ? 'reached' : '**missed**';
  console.log(`| ${name} | ${few.toFixed(1)} | ${many.toFixed(1)} | ${(many / few).toFixed(2)} | ≤ 2.0 | ${verdict} |`);
}

/** Imports a statement of many lines as camt.053, after a small one. */
async function importStatement({ child }: Side): Promise<void> {
  for (const [name, lines] of [
    ['W', 50],
    ['L', Number(values.lines)],
  ] as const) {
    const body = new FormData();
    body.append('file', new Blob([camt(name, lines)]), 'statement.xml');
    const [started, before] = [performance.now(), cpuTime().ofDescendants];
    const answer = await fetch(`${child.url}/api/bank-slip/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${child.token}` },
      body,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    const [seconds, cpu] = [(performance.now() - started) / 1000, cpuTime().ofDescendants - before];
    console.log(
      `import of ${lines} lines: ${seconds.toFixed(2)} s (goal < 5 s for 10,000), CPU time ${cpu.toFixed(2)} s of server and PostgreSQL`,
    );
  }
}

function camt(name: string, lines: number): string {
  const entry = (index: number): string =>
    `<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>
     <AcctSvcrRef>${name}-${index}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Müller &amp; Söhne</Nm></Dbtr>
     <DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct></RltdPties>
     <RmtInf><Ustrd>SB26-${String(index).padStart(6, '0')} premium</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  const balance = (type: string, amount: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Document><BkToCstmrStmt><Stmt><Id>${name}</Id>
    <Acct><Id><IBAN>${ACCOUNT}</IBAN></Id></Acct>${balance('OPBD', '0.00')}${balance('CLBD', `${lines}.00`)}
    ${Array.from({ length: lines }, (_, index) => entry(index)).join('\n')}</Stmt></BkToCstmrStmt></Document>`;
}
