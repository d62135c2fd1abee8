/**
 * `node bench/matching.ts`: the time to propose what a bank flow pays, with 100,000 flows and 50,000 open lines against
 * 100 of each; and the import of 10,000 lines of a bank statement.
 *
 * Both databases run at the same time and are asked in turn. The goals are a ratio of at most 2, and 5 seconds.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { randomFrom, oneOf } from '../tests/conformance/values.ts';
import { insertRows, matchRows } from '../tests/http/matchRows.ts';
import { median } from './load.ts';
import { startChild, type Child } from './child.ts';
import { processorTime } from './processorTime.ts';
import { startBenchDatabase, type BenchDatabase } from './database.ts';

const { values } = parseArgs({
  options: {
    flows: { type: 'string', default: '100000' },
    items: { type: 'string', default: '50000' },
    calls: { type: 'string', default: '400' },
    lines: { type: 'string', default: '10000' },
  },
});

/** A database of the product with flows and lines. */
interface Side {
  database: BenchDatabase;
  child: Child;
  /** ids of flows */
  flows: string[];
  times: number[];
}

const [COMPANY, ACCOUNT] = ['BENCHCO', 'NL91ABNA0417164300'];
const sides: Side[] = [];
try {
  for (const [flows, items] of [
    [100, 100],
    [Number(values.flows), Number(values.items)],
  ] as const)
    sides.push(await prepare(flows, items));
  await compare();
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
  await create('person', { userCde: 'BENCH', userName: 'Bench', password: 'a password of the bench', claimFlag: 'Y' });
  await create('company-type', { compTypeCde: 'BENCH', compTypeName: 'Payee' });
  const charge = { bussType: 'CARGO', chargeClass: 'COST', chargeCode: 'BENCH', compTypeCde: 'BENCH' };
  await create('charge-type', { ...charge, chargeNmeEN: 'Survey fee', chargeNmeCH: '检验费' });
  const size = { company: COMPANY, chargeType: 'BENCH', handler: 'BENCH', firstId: 10_000_000, seed: 7 };
  const rows = matchRows({ ...size, flows, items });
  await insertRows(database.pool, rows.tables);
  await database.pool.query('vacuum (analyze)');
  console.log(`${flows} flows, ${items} lines`);
  return { database, child, flows: rows.flows.map(({ id }) => id), times: [] };
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
async function compare(): Promise<void> {
  const random = randomFrom(1);
  const calls = Number(values.calls);
  for (let call = 0; call < calls; call++)
    for (const side of call % 2 === 0 ? sides : sides.toReversed()) {
      const started = performance.now();
      const { url, token } = side.child;
      const answer = await fetch(`${url}/api/_matches/${oneOf(random, side.flows)}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.arrayBuffer();
      if (call >= calls / 4) side.times.push(performance.now() - started);
    }
  const [few, many] = sides.map(({ times }) => median(times)) as [number, number];
  const mean = sides.map(({ times }) => times.reduce((sum, time) => sum + time, 0) / times.length) as [number, number];
  console.log(`median ${few.toFixed(1)} and ${many.toFixed(1)} ms, ratio ${(many / few).toFixed(2)} (goal ≤ 2)`);
  console.log(`mean ${mean[0].toFixed(1)} and ${mean[1].toFixed(1)} ms, ratio ${(mean[1] / mean[0]).toFixed(2)}`);
}

/** Imports a statement of many lines as camt.053, after a small one. */
async function importStatement({ child }: Side): Promise<void> {
  for (const [name, lines] of [
    ['W', 50],
    ['L', Number(values.lines)],
  ] as const) {
    const body = new FormData();
    body.append('file', new Blob([camt(name, lines)]), 'statement.xml');
    const [started, before] = [performance.now(), processorTime().below];
    const answer = await fetch(`${child.url}/api/bank-slip/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${child.token}` },
      body,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    const [seconds, cpu] = [(performance.now() - started) / 1000, processorTime().below - before];
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
