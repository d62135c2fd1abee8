/**
 * `npm run bench:requests`: compares the product with a bare Hono and pg handler that runs the same SQL on the same
 * table of the same database, and an import with COPY; measures the start. Goals are ratios, never absolute times.
 *
 * `npm run bench:requests -- --rounds 5 --seconds 4 --warm 10 --rows 200000`. Writes `bench/.out/report.json` and
 * `report.md`. `--only read` runs the operations with this text in their name, and writes nothing.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startChild, type Child } from './child.ts';
import { startBenchDatabase } from './database.ts';
import { connections, load, median, percentile, type Measured } from './load.ts';
import { operations, type Operation } from './operations.ts';
import { machine, markdown, type OperationLine, type Report, type Side } from './report.ts';
import { copyRows, importRows } from './transfer.ts';
import { measureStarts } from './starts.ts';

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
const warmUpSeconds = Number(values.warm);
const importedRows = 20_000;
const startsOnExistingData = 5;

const out = join(import.meta.dirname, '.out');
const database = await startBenchDatabase(console.log);
const { url, pool } = database;

const children: Child[] = [];
const password = randomBytes(12).toString('hex');
const start = async (program: string): Promise<Child> => {
  const child = await startChild(program, { DATABASE_URL: url, POOL_SIZE: '20', ADMIN_PASSWORD: password });
  children.push(child);
  return child;
};
try {
  // the first start creates the table and loads reference data, which slows the server until its next start
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
  await database.stop();
}

/** Measures import and start, and writes the report. */
async function report(lines: OperationLine[], bare: Child, product: Child): Promise<void> {
  const memory = { bare: (await bare.usage()).memory, product: (await product.usage()).memory };
  const transfer = await compareTransfer(product);
  memory.product = Math.max(memory.product, (await product.usage()).memory);
  const postgres = (await pool.query<{ server_version: string }>('show server_version')).rows[0]?.server_version ?? '';
  const starts = await measureStarts(startsOnExistingData);
  const result: Report = {
    at: new Date().toISOString(),
    machine: machine(postgres),
    settings: { rows, connections, seconds, rounds, warmUpSeconds },
    operations: lines,
    transfer,
    start: { first: starts.first, onExistingData: median(starts.onExistingData), maxOnExistingData: 2 },
    memory,
  };
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'report.json'), `${JSON.stringify(result, undefined, 2)}\n`);
  await writeFile(join(out, 'report.md'), markdown(result));
  console.log(`\n${markdown(result)}`);
}

/**
 * Runs one operation on both servers in turn, changing which is first. Each server first runs for `warmUpSeconds`: the
 * JavaScript engine needs some ten thousand calls to compile its hot code, and until then the server with more code is
 * slower.
 */
async function compare(operation: Operation, bare: Child, product: Child): Promise<OperationLine> {
  let number = 0;
  const next = () => number++;
  const run = (server: Child, duration: number) => load({ server, operation, seconds: duration, next });
  await run(bare, warmUpSeconds);
  await run(product, warmUpSeconds);
  const ofBare: Measured[] = [];
  const ofProduct: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) ofBare.push(await run(bare, seconds));
    ofProduct.push(await run(product, seconds));
    if (round % 2 === 1) ofBare.push(await run(bare, seconds));
  }
  const ratio = median(
    ofBare.map((measured, round) => (ofProduct[round]?.requestsPerSecond ?? 0) / measured.requestsPerSecond),
  );
  const [a, b] = [side(ofBare), side(ofProduct)];
  console.log(
    `${operation.name}: ${ratio.toFixed(2)} (${Math.round(a.requestsPerSecond)} and ${Math.round(b.requestsPerSecond)} a second; ${Math.round(a.cpuMicros)} and ${Math.round(b.cpuMicros)} µs)`,
  );
  return {
    name: operation.name,
    ...(operation.minRatio === undefined ? {} : { minRatio: operation.minRatio }),
    ratio,
    bare: a,
    product: b,
  };
}

/** Summarises the runs of one server. */
function side(runs: readonly Measured[]): Side {
  return {
    requestsPerSecond: median(runs.map((run) => run.requestsPerSecond)),
    cpuMicros: median(runs.map((run) => run.cpuMicros)),
    p50: percentile(runs, 0.5),
    p99: percentile(runs, 0.99),
  };
}

/** Compares the import of rows with COPY. */
async function compareTransfer(product: Child): Promise<Report['transfer']> {
  const imported: number[] = [];
  const copied: number[] = [];
  for (let round = 0; round < 3; round++) {
    copied.push(await copyRows(pool, 1, importedRows, `K${round}`));
    imported.push(await importRows(product, 1, importedRows, `M${round}`));
  }
  const ratio = median(imported.map((rate, round) => rate / (copied[round] ?? Infinity)));
  console.log(`import: ${ratio.toFixed(2)}`);
  return { rows: importedRows, import: median(imported), copy: median(copied), ratio, minRatio: 0.3 };
}
