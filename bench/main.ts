/**
 * `npm run bench:requests`: the product against a bare Hono and pg handler that runs the same SQL on the same table in
 * the same database, an import against COPY, and the start. Judged are ratios, never absolute times.
 *
 * `npm run bench:requests -- --rounds 5 --seconds 4 --warm 10 --rows 200000`. Writes bench/.out/report.json and
 * report.md; `--only read` runs the operations of that name and writes nothing.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../server/db/embedded/start.ts';
import { openPool } from '../server/db/pool.ts';
import { temporaryFolder } from '../tests/e2e/browser/product.ts';
import { startChild, type Child } from './child.ts';
import { connections, load, median, percentile, type Measured } from './load.ts';
import { operations, type Operation } from './operations.ts';
import { machine, markdown, type OperationLine, type Report, type Side } from './report.ts';
import { copyRows, importRows } from './transfer.ts';
import { measureStarts } from './warmStart.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    warm: { type: 'string', default: '10' },
    only: { type: 'string' },
  },
});
const rows = Number(values.rows);
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const warm = Number(values.warm);
const importedRows = 20_000;
const warmStarts = 5;

const out = join(import.meta.dirname, '.out');
const dataDir = await temporaryFolder();
const database = await startEmbedded({
  dataDir,
  log: console.log,
  onLost: (error) => {
    throw error;
  },
});
const { host, port, user, database: name } = database.connection;
const url = `postgresql:///${name}?${new URLSearchParams({ host, port: String(port), user })}`;
const pool = openPool(
  { url },
  {
    max: 2,
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
    connectTimeoutMs: 10_000,
    onBrokenSession: (error) => {
      console.error(`a database session broke: ${error.message}`);
    },
  },
);

const children: Child[] = [];
const password = randomBytes(12).toString('hex');
const start = async (program: string): Promise<Child> => {
  const child = await startChild(program, { DATABASE_URL: url, POOL_SIZE: '20', ADMIN_PASSWORD: password });
  children.push(child);
  return child;
};
try {
  // The first start makes the table and loads the reference data, which happens once in a product's life. Judged is a
  // start on data that is there.
  await (await start('product.ts')).stop();
  console.log(`Filling the table with ${rows} rows`);
  await copyRows(pool, 1, rows, 'B');
  await pool.query('vacuum (analyze) booking');
  const product = await start('product.ts');
  const bare = await start('bare.ts');

  const lines: OperationLine[] = [];
  for (const operation of operations(rows)) {
    if (values.only === undefined || operation.name.includes(values.only))
      lines.push(await compare(operation, bare, product));
  }
  if (values.only === undefined) await report(lines, bare, product);
} finally {
  for (const child of children) await child.stop();
  await pool.end();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function report(lines: OperationLine[], bare: Child, product: Child): Promise<void> {
  const memory = { bare: (await bare.usage()).memory, product: (await product.usage()).memory };
  const transfer = await compareTransfer(product);
  memory.product = Math.max(memory.product, (await product.usage()).memory);
  const postgres = (await pool.query<{ server_version: string }>('show server_version')).rows[0]?.server_version ?? '';
  const starts = await measureStarts(warmStarts);
  const whole: Report = {
    at: new Date().toISOString(),
    machine: machine(postgres),
    settings: { rows, connections, seconds, rounds, warm },
    operations: lines,
    transfer,
    start: { first: starts.first, warm: median(starts.warm), goal: 2 },
    memory,
  };
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'report.json'), `${JSON.stringify(whole, undefined, 2)}\n`);
  await writeFile(join(out, 'report.md'), markdown(whole));
  console.log(`\n${markdown(whole)}`);
}

/**
 * Runs one operation on both servers in turn, changing who is first. Before, each is asked for `warm` seconds: judged
 * are servers at work, and until the engine has compiled what it runs most, which takes some ten thousand calls, the
 * one with more code pays more.
 */
async function compare(operation: Operation, bare: Child, product: Child): Promise<OperationLine> {
  let number = 0;
  const next = () => number++;
  const ask = (server: Child, duration: number) => load({ server, operation, seconds: duration, next });
  await ask(bare, warm);
  await ask(product, warm);
  const ofBare: Measured[] = [];
  const ofProduct: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) ofBare.push(await ask(bare, seconds));
    ofProduct.push(await ask(product, seconds));
    if (round % 2 === 1) ofBare.push(await ask(bare, seconds));
  }
  const ratio = median(
    ofBare.map((measured, round) => (ofProduct[round]?.requestsPerSecond ?? 0) / measured.requestsPerSecond),
  );
  const [a, b] = [side(ofBare), side(ofProduct)];
  console.log(
    `${operation.name}: ${ratio.toFixed(2)} (${Math.round(a.requestsPerSecond)} and ${Math.round(b.requestsPerSecond)} a second; ${Math.round(a.processor)} and ${Math.round(b.processor)} µs)`,
  );
  return {
    name: operation.name,
    ...(operation.goal === undefined ? {} : { goal: operation.goal }),
    ratio,
    bare: a,
    product: b,
  };
}

function side(runs: readonly Measured[]): Side {
  return {
    requestsPerSecond: median(runs.map((run) => run.requestsPerSecond)),
    processor: median(runs.map((run) => run.processor)),
    p50: percentile(runs, 0.5),
    p99: percentile(runs, 0.99),
  };
}

async function compareTransfer(product: Child): Promise<Report['transfer']> {
  const imported: number[] = [];
  const copied: number[] = [];
  for (let round = 0; round < 3; round++) {
    copied.push(await copyRows(pool, 1, importedRows, `K${round}`));
    imported.push(await importRows(product, 1, importedRows, `M${round}`));
  }
  const ratio = median(imported.map((rate, round) => rate / (copied[round] ?? Infinity)));
  console.log(`import: ${ratio.toFixed(2)}`);
  return { rows: importedRows, import: median(imported), copy: median(copied), ratio, goal: 0.3 };
}
