/**
 * `npm run bench:claims -- --claims 200000`: compares ten claims with many of all kinds, on two databases of the same
 * product. Each claim has five child rows. Both sides get the same calls, one after the other and in turn, as from one
 * person. The goal is a ratio: how much longer the calls take with many claims.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { startServer } from '../server/start.ts';
import { OPERATIONS, Stopwatch, type Operation, type Side } from './claimOperations.ts';
import { fillClaims, KINDS, OFFICER, sampleClaim } from './claimRows.ts';
import { Client, PASSWORD } from './client.ts';
import { startBenchDatabase } from './database.ts';
import { median } from './load.ts';

const { values } = parseArgs({
  options: {
    claims: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '5' },
    calls: { type: 'string', default: '40' },
  },
});
const FEW = 10;
const WARM_UP_CALLS = 30;

/** A side that runs and must be stopped. */
interface OpenSide extends Side {
  stop(): Promise<void>;
}

/** Starts a product with so many claims, and logs in as the claims officer. */
async function openSide(name: string, claims: number): Promise<OpenSide> {
  const database = await startBenchDatabase();
  const { pool, url, dataDir } = database;
  const server = await startServer({
    web: false,
    config: readConfig({
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: PASSWORD,
      PORT: '0',
      LOG_LEVEL: 'error',
    }),
  });
  const client = new Client(server.url);
  await client.logIn('admin', PASSWORD);
  const started = performance.now();
  const sample = await sampleClaim(async (path, body) => (await client.call('POST', `/api/${path}`, body)).result);
  await fillClaims(pool, sample, claims);
  await pool.query('vacuum (analyze)');
  console.log(`${name}: ${claims} claims with their child rows in ${secondsSince(started).toFixed(0)} s`);
  for (const kind of KINDS) await checkTotals(name, kind, client);
  await client.logIn(OFFICER, PASSWORD);
  await client.changePassword(PASSWORD, `${PASSWORD} afterwards`);
  return {
    claims,
    client,
    officerIds: await openClaimsOfOfficer(client),
    stop: async () => {
      await server.stop();
      await database.stop();
    },
  };
}

const secondsSince = (started: number): number => (performance.now() - started) / 1000;

/** Checks that the rows written by SQL have the totals that the product would have stored. */
async function checkTotals(name: string, kind: string, client: Client): Promise<void> {
  const started = performance.now();
  let rows = 0;
  for (let query = ''; ;) {
    const { result } = await client.call('GET', `/api/_reconciliation/${kind}${query}`);
    if (result.differences.length > 0)
      throw new Error(`the totals of the generated rows are wrong: ${JSON.stringify(result.differences[0])}`);
    rows += result.rows;
    if (result.next === null) break;
    query = `?after=${result.next}`;
  }
  console.log(`${name}: totals of ${rows} rows of ${kind} checked in ${secondsSince(started).toFixed(1)} s, all equal`);
}

/** Lists the ids of the open claims that the officer handles. */
async function openClaimsOfOfficer(client: Client): Promise<string[]> {
  const where = [
    { name: 'claimStatus', type: 'ne', value: 'Closed' },
    { name: 'claimExecutor', type: 'equal', value: OFFICER },
  ];
  const path = `/api/cargo-claim?pageSize=1000&where=${encodeURIComponent(JSON.stringify(where))}`;
  const { result } = await client.call('GET', path);
  return result.records.map(({ id }: { id: string }) => id);
}

/** Measures one call in milliseconds, without its preparation. */
async function measure(side: Side, run: Operation['run'], number: number): Promise<number> {
  const stopwatch = new Stopwatch();
  await run(side, { number, stopwatch });
  return stopwatch.elapsed();
}

let number = 0;

/** Runs one operation on both sides in turn. @returns a line of the table */
async function compare({ name, maxRatio, maxMs, run }: Operation, few: Side, many: Side): Promise<string> {
  for (let warm = 0; warm < WARM_UP_CALLS; warm++)
    for (const side of [few, many]) await run(side, { number: number++, stopwatch: new Stopwatch() });
  const [ofFew, ofMany]: [number[], number[]] = [[], []];
  for (let call = 0; call < Number(values.rounds) * Number(values.calls); call++) {
    ofFew.push(await measure(few, run, number));
    ofMany.push(await measure(many, run, number++));
  }
  const [a, b] = [median(ofFew), median(ofMany)];
  const ratio = b / a;
  const isReached = (maxRatio === undefined || ratio <= maxRatio) && (maxMs === undefined || b <= maxMs);
  const verdict = isReached ? 'reached' : '**missed**';
  const limit = maxMs === undefined ? `≤ ${maxRatio!.toFixed(1)}` : `≤ ${maxMs} ms`;
  return `| ${name} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${ratio.toFixed(2)} | ${limit} | ${verdict} |`;
}

const sides: OpenSide[] = [];
try {
  sides.push(await openSide('few', FEW));
  sides.push(await openSide('many', Number(values.claims)));
  const [few, many] = sides as [OpenSide, OpenSide];
  const lines = [
    `| operation | ${FEW} claims, p50 ms | ${many.claims.toLocaleString('en-US')} claims, p50 ms | ratio | goal | |`,
    '|---|--:|--:|--:|--:|---|',
  ];
  for (const operation of OPERATIONS) {
    const line = await compare(operation, few, many);
    lines.push(line);
    console.log(line);
  }
  const out = join(import.meta.dirname, '.out');
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'claims.md'), `${lines.join('\n')}\n`);
} finally {
  for (const side of sides) await side.stop();
}
