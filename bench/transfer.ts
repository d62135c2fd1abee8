import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Child } from './child.ts';
import { columns, csv } from './rows.ts';

/** Writes rows with COPY. @returns rows per second */
export async function copyRows(pool: Pool, from: number, count: number, prefix: string): Promise<number> {
  const text = csv(from, count, prefix, ',bench,bench');
  const names = [...columns, 'creater', 'updater'].map((name) => `"${name}"`).join(', ');
  const client = await pool.connect();
  try {
    const started = performance.now();
    await pipeline(
      Readable.from([text]),
      client.query(copyFrom(`copy booking (${names}) from stdin with (format csv)`)),
    );
    return count / ((performance.now() - started) / 1000);
  } finally {
    client.release();
  }
}

/**
 * Imports rows as a CSV file through the API.
 *
 * @returns rows per second
 * @throws Error if a row is refused
 */
export async function importRows(product: Child, from: number, count: number, prefix: string): Promise<number> {
  const form = new FormData();
  form.set(
    'file',
    new Blob([`${columns.join(',')}\n${csv(from, count, prefix)}`], { type: 'text/csv' }),
    'bookings.csv',
  );
  const started = performance.now();
  const answer = await fetch(`${product.url}/api/booking/import?dryRun=false`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${product.token ?? ''}` },
  });
  const text = await answer.text();
  const seconds = (performance.now() - started) / 1000;
  const { result } = JSON.parse(text) as { result?: { created?: number } };
  if (result?.created !== count) throw new Error(`the import answered ${answer.status}: ${text.slice(0, 1000)}`);
  return count / seconds;
}
