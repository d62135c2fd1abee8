/**
 * `npm run bench:overload`: sends more calls than the server can answer. One token requests pages of a list at a fixed
 * rate over many connections, while a second user requests one page after the other. Prints the number and duration of
 * answers and refusals, and how long after each attack the second user is answered within 100 ms again.
 *
 * `npm run bench:overload -- --rates 1000,3000 --seconds 10 --rows 20000`
 */
import autocannon from 'autocannon';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from './child.ts';
import { openSecondUser } from './secondUser.ts';
import { startBenchDatabase } from './database.ts';
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

const database = await startBenchDatabase();
const { url, pool } = database;
const product = await startChild('product.ts', {
  DATABASE_URL: url,
  POOL_SIZE: '20',
  ADMIN_PASSWORD: randomBytes(12).toString('hex'),
});
try {
  await copyRows(pool, 1, rows, 'B');
  await pool.query('vacuum (analyze) booking');
  const secondUser = await openSecondUser(product.url, product.token!);
  // warm-up: lets the JavaScript engine compile its hot code
  await attack(200, 5);
  await sleep(1000);
  console.log(`no load: second user ${summary(await secondUser.measure(2))}`);
  for (const rate of values.rates.split(',').map(Number)) {
    const meanwhile = secondUser.measure(seconds);
    const { answered, refused, lost } = await attack(rate, seconds);
    console.log(
      `${rate} a second: answered ${summary(answered)}; refused ${summary(refused)}; without an answer ${lost}; second user ${summary(await meanwhile)}`,
    );
    console.log(`  the second user is answered within 100 ms again after ${await secondUser.recoveryMs()} ms`);
  }
} finally {
  await product.stop();
  await database.stop();
}

/** Sends requests at a rate, over as many connections, so that a slow answer delays no other request. */
async function attack(
  rate: number,
  duration: number,
): Promise<{ answered: number[]; refused: number[]; lost: number }> {
  const [answered, refused]: [number[], number[]] = [[], []];
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
      (status < 400 ? answered : refused).push(milliseconds);
    });
  });
  return { answered, refused, lost: result.errors };
}

/** Prints count, median and 99th percentile. */
function summary(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return `${sorted.length} (p50 ${at(0.5)} ms, p99 ${at(0.99)} ms)`;
}
