/**
 * `npm run bench:claims -- --claims 200000`: ten cargo claims against so many, each with five parts, on two databases
 * of the same product. Both are asked the same, one call after the other and by turns, as one person asks; judged is
 * how many times as long the many take.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { readConfig } from '../server/config.ts';
import { startEmbedded } from '../server/db/embedded/start.ts';
import { openPool } from '../server/db/pool.ts';
import { startServer } from '../server/start.ts';
import { temporaryFolder } from '../tests/e2e/browser/product.ts';
import { median } from './load.ts';
import { claimantOf, fillClaims, OFFICER, PASSWORD, sampleClaim } from './claimRows.ts';

const { values } = parseArgs({
  options: {
    claims: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '5' },
    calls: { type: 'string', default: '40' },
  },
});
const FEW = 10;
/** A list shows no more rows than the few are, so that both answer with as many. */
const PAGE = FEW;
/** Times as long as with ten, at most. */
const GOAL = 2;

interface Answer {
  data: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the answers of many calls
  result: any;
  message: string;
}
interface Side {
  name: string;
  claims: number;
  pool: Pool;
  call(method: string, path: string, body?: object): Promise<Answer>;
  stop(): Promise<void>;
}

async function openSide(name: string, claims: number): Promise<Side> {
  const dataDir = await temporaryFolder();
  const database = await startEmbedded({
    dataDir,
    log: () => undefined,
    onLost: (error) => {
      throw error;
    },
  });
  const { host, port, user, database: named } = database.connection;
  const url = `postgresql:///${named}?${new URLSearchParams({ host, port: String(port), user })}`;
  const pool = openPool(
    { url },
    {
      max: 2,
      statementTimeoutMs: 0,
      idleInTransactionTimeoutMs: 0,
      connectTimeoutMs: 10_000,
      onBrokenSession: (error) => {
        console.error(error.message);
      },
    },
  );
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
  let token = '';
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(server.url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.message} ${JSON.stringify(answer)}`);
    return answer;
  };
  const logIn = async (username: string): Promise<void> => {
    token = (await call('POST', '/account/login', { username, password: PASSWORD })).data;
  };
  await logIn('admin');
  const started = performance.now();
  const sample = await sampleClaim((path, body) => call('POST', `/api/${path}`, body).then(({ result }) => result));
  await fillClaims(pool, sample, claims);
  await pool.query('vacuum (analyze)');
  console.log(`${name}: ${claims} claims with their parts in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  await checkTotals(name, call);
  await logIn(OFFICER);
  // a first password must be changed before anything else
  token = (
    await call('POST', '/account/changePassword', { oldPassword: PASSWORD, newPassword: `${PASSWORD} afterwards` })
  ).result.token;
  return {
    name,
    claims,
    pool,
    call,
    stop: async () => {
      await server.stop();
      await pool.end();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What was written past the product must be what the product would have written. */
async function checkTotals(name: string, call: Side['call']): Promise<void> {
  const started = performance.now();
  let rows = 0;
  for (let asked = ''; ;) {
    const { result } = await call('GET', `/api/_reconciliation/cargo-claim${asked}`);
    if (result.differences.length > 0)
      throw new Error(`the totals of the rows made here are wrong: ${JSON.stringify(result.differences[0])}`);
    rows += result.rows;
    if (result.next === null) break;
    asked = `?after=${result.next}`;
  }
  console.log(
    `${name}: totals of ${rows} claims checked in ${((performance.now() - started) / 1000).toFixed(1)} s, all equal`,
  );
}

const today = new Date().toISOString().slice(0, 10);
const inDays = (days: number): string => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
const OPEN = { name: 'claimStatus', type: 'ne', value: 'Closed' };
/**
 * A list as a screen asks for it, whose total nobody knows yet: its last condition, which all rows meet, is another one
 * each time. A total that is left open is asked for again, as a screen does, outside the time that counts: nothing is
 * under way when the next call is made.
 */
async function list(side: Side, number: number, conditions: object[], sort?: string): Promise<void> {
  const where = [...conditions, { name: 'ourRef', type: 'ne', value: `N${number}` }];
  const { result } = await side.call('GET', listOf(where, sort));
  if (result.totalIsPending)
    await timeless(side, `/api/cargo-claim/count?where=${encodeURIComponent(JSON.stringify(where))}`);
}
const listOf = (where: object[], sort?: string): string =>
  `/api/cargo-claim?total=soon&pageSize=${PAGE}${sort === undefined ? '' : `&sort=${sort}`}&where=${encodeURIComponent(JSON.stringify(where))}`;
const OWN = { name: 'claimExecutor', type: 'equal', value: OFFICER };
const ids = new Map<Side, string[]>();
/** One of the open claims that the officer handles, another each time. */
const idOf = (side: Side, number: number): string => {
  const own = ids.get(side)!;
  return own[(number * 7919) % own.length]!;
};

/** What a claims officer does; `number` never comes twice. */
const OPERATIONS: { name: string; goal?: number; ask: (side: Side, number: number) => Promise<unknown> }[] = [
  { name: 'list, newest first', goal: GOAL, ask: (side, number) => list(side, number, []) },
  { name: 'list of open cases', goal: GOAL, ask: (side, number) => list(side, number, [OPEN]) },
  { name: 'list of one officer', goal: GOAL, ask: (side, number) => list(side, number, [OWN]) },
  {
    name: 'one bill of lading',
    goal: GOAL,
    ask: (side, number) =>
      side.call('GET', listOf([{ name: 'blRefCde', type: 'equal', value: `BLB${number % side.claims}` }])),
  },
  {
    name: 'part of a claimant’s name',
    goal: GOAL,
    ask: (side, number) =>
      side.call('GET', listOf([{ name: 'claimant', type: 'like', value: claimantOf(number % side.claims).slice(1) }])),
  },
  {
    name: 'time limits that end soon',
    goal: GOAL,
    ask: (side, number) =>
      list(
        side,
        number,
        [OPEN, { name: 'expiredDate', type: 'dateRange', value: `${today}|${inDays(30)}` }],
        'expiredDate',
      ),
  },
  {
    name: 'search over everything',
    goal: GOAL,
    ask: (side, number) => side.call('GET', `/api/search?q=BLB${number % side.claims}`),
  },
  {
    name: 'open a case with its parts',
    goal: GOAL,
    ask: (side, number) => side.call('GET', `/api/cargo-claim/${idOf(side, number)}`),
  },
  {
    name: 'history of a case',
    goal: GOAL,
    ask: (side, number) =>
      side.call('GET', `/api/cargo-claim/${idOf(side, number)}/history?current=1&pageSize=20&parts=true`),
  },
  { name: 'save a case', goal: GOAL, ask: saveCase },
  { name: 'save a charge', goal: GOAL, ask: saveCharge },
  {
    name: 'total of the open cases, counted anew',
    ask: (side, number) =>
      side.call(
        'GET',
        `/api/cargo-claim/count?where=${encodeURIComponent(JSON.stringify([OPEN, { name: 'ourRef', type: 'ne', value: `N${number}` }]))}`,
      ),
  },
  {
    name: 'dashboard: open cases by kind',
    ask: (side) =>
      side.call(
        'GET',
        `/api/claim/groups?by=bizType&sum=estimatedAmt,paidAmt&where=${encodeURIComponent(JSON.stringify([OPEN]))}`,
      ),
  },
];

async function saveCase(side: Side, number: number): Promise<unknown> {
  const id = idOf(side, number);
  const {
    result: { rev },
  } = await timeless(side, `/api/cargo-claim/${id}`);
  return side.call('PATCH', `/api/cargo-claim/${id}`, { rev, remark: `Surveyor called, note ${number}` });
}

async function saveCharge(side: Side, number: number): Promise<unknown> {
  const { result } = await timeless(side, `/api/cargo-claim/${idOf(side, number)}`);
  const { id, rev } = result['paid-charge'][0];
  return side.call('PATCH', `/api/paid-charge/${id}`, { rev, debitNote: `DN-${number}` });
}

/** Time spent on what is only needed to ask, and so does not count. */
let asking = 0;
async function timeless(side: Side, path: string): Promise<Answer> {
  const started = performance.now();
  const answer = await side.call('GET', path);
  asking += performance.now() - started;
  return answer;
}

async function measure(side: Side, ask: (typeof OPERATIONS)[number]['ask'], number: number): Promise<number> {
  asking = 0;
  const started = performance.now();
  await ask(side, number);
  return performance.now() - started - asking;
}

const sides: Side[] = [];
try {
  for (const [name, claims] of [
    ['few', FEW],
    ['many', Number(values.claims)],
  ] as const)
    sides.push(await openSide(name, claims));
  for (const side of sides)
    ids.set(
      side,
      (
        await side.call(
          'GET',
          `/api/cargo-claim?pageSize=1000&where=${encodeURIComponent(JSON.stringify([OPEN, OWN]))}`,
        )
      ).result.records.map(({ id }: { id: string }) => id),
    );
  const [few, many] = sides as [Side, Side];
  const lines = [
    `| operation | ${FEW} claims, p50 ms | ${many.claims.toLocaleString('en-US')} claims, p50 ms | times | goal | |`,
    '|---|--:|--:|--:|--:|---|',
  ];
  let number = 0;
  for (const { name, goal, ask } of OPERATIONS) {
    for (let warm = 0; warm < 30; warm++) for (const side of sides) await ask(side, number++);
    const [ofFew, ofMany]: [number[], number[]] = [[], []];
    for (let call = 0; call < Number(values.rounds) * Number(values.calls); call++) {
      ofFew.push(await measure(few, ask, number));
      ofMany.push(await measure(many, ask, number++));
    }
    const [a, b] = [median(ofFew), median(ofMany)];
    const line = `| ${name} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${(b / a).toFixed(2)} | ${goal === undefined ? '' : `≤ ${goal.toFixed(1)}`} | ${goal === undefined ? 'for information' : b / a <= goal ? 'reached' : '**missed**'} |`;
    lines.push(line);
    console.log(line);
  }
  const out = join(import.meta.dirname, '.out');
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'claims.md'), `${lines.join('\n')}\n`);
} finally {
  for (const side of sides) await side.stop();
}
