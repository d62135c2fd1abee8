/**
 * `npm run bench:overload`: more calls a second than the server can answer. One person's token asks for pages of a list
 * at a fixed rate over many connections, while a colleague asks for one page after the other. Shown are the answers and
 * refusals, what each took, and how soon after the end the colleague is answered as before.
 *
 * `npm run bench:overload -- --rates 1000,3000 --seconds 10 --rows 20000`
 */
import autocannon from 'autocannon';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '../server/db/embedded/start.ts';
import { openPool } from '../server/db/pool.ts';
import { temporaryFolder } from '../tests/e2e/browser/product.ts';
import { startChild } from './child.ts';
import { openColleague } from './colleague.ts';
import { operations } from './operations.ts';
import { copyRows } from './transfer.ts';

const { values } = parseArgs({
  options: {
    rates: { type: 'string', default: '1000,3000' },
    seconds: { type: 'string', default: '10' },
    rows: { type: 'string', default: '20000' },
  },
});
const rows = Number(values.rows);
const seconds = Number(values.seconds);

const dataDir = await temporaryFolder();
const database = await startEmbedded({
  dataDir,
  log: () => undefined,
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
const product = await startChild('product.ts', {
  DATABASE_URL: url,
  POOL_SIZE: '20',
  ADMIN_PASSWORD: randomBytes(12).toString('hex'),
});
try {
  await copyRows(pool, 1, rows, 'B');
  await pool.query('vacuum (analyze) booking');
  const colleague = await openColleague(product.url, product.token!);
  // until the engine has compiled what it runs most
  await attack(200, 5);
  await sleep(1000);
  console.log(`calm: colleague ${line(await colleague.measure(2))}`);
  for (const rate of values.rates.split(',').map(Number)) {
    const meanwhile = colleague.measure(seconds);
    const { good, refused, lost } = await attack(rate, seconds);
    console.log(
      `${rate} a second: answered ${line(good)}; refused ${line(refused)}; without an answer ${lost}; colleague ${line(await meanwhile)}`,
    );
    console.log(`  the colleague is answered as before after ${await colleague.recoveryMs()} ms`);
  }
} finally {
  await product.stop();
  await pool.end();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Asks at a rate, over so many connections that a slow answer holds none of the others up. */
async function attack(rate: number, duration: number): Promise<{ good: number[]; refused: number[]; lost: number }> {
  const [good, refused]: [number[], number[]] = [[], []];
  const operation = operations(rows).find(({ name: named }) => named === 'filtered list with total')!;
  let number = Math.floor(Math.random() * 1e9);
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: product.url,
        connections: rate,
        overallRate: rate,
        duration,
        timeout: 90,
        requests: [
          {
            setupRequest: (request) => ({
              ...request,
              ...operation.request(number++),
              headers: { authorization: `Bearer ${product.token}` },
            }),
          },
        ],
      },
      (error, done) => {
        if (error) reject(error as Error);
        else resolve(done);
      },
    );
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      (status < 400 ? good : refused).push(milliseconds);
    });
  });
  return { good, refused, lost: result.errors };
}

/** How many, and the times that half of them and nearly all stayed under. */
function line(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return `${sorted.length} (p50 ${at(0.5)} ms, p99 ${at(0.99)} ms)`;
}
