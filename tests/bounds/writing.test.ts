import { PassThrough, Writable } from 'node:stream';
import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { writeCsv } from '../../server/spreadsheet/write/csv.ts';
import type { Rows } from '../../server/spreadsheet/write/rows.ts';
import { MAX_XLSX_ROWS, writeXlsx } from '../../server/spreadsheet/write/xlsx.ts';

const options = { name: 'Sheet', timeZone: 'Asia/Shanghai' };

describe.each<[name: string, write: (rows: Rows, out: Writable, signal?: AbortSignal) => Promise<number>]>([
  [
    'xlsx',
    (rows, out, signal) =>
      writeXlsx(
        [{ heading: 'A' }, { heading: 'B', kind: 'money' }],
        rows,
        out,
        signal ? { ...options, signal } : options,
      ),
  ],
  ['csv', (rows, out, signal) => writeCsv([{ heading: 'A' }, { heading: 'B', kind: 'money' }], rows, out, signal)],
])('streaming %s', (_, write) => {
  /** Endless rows that count how many were requested, and record whether they were released. */
  function endless(): { rows: AsyncGenerator<[string, string]>; state: { requested: number; released: boolean } } {
    const state = { requested: 0, released: false };
    async function* rows(): AsyncGenerator<[string, string]> {
      try {
        // Texts that do not compress, so that the output fills.
        for (;;) yield [`${state.requested++}${Math.random()}${Math.random()}${Math.random()}`, '1.00'];
      } finally {
        state.released = true;
      }
    }
    return { rows: rows(), state };
  }

  test('requests no more rows than the reader takes', async () => {
    const { rows, state } = endless();
    const out = new PassThrough();
    const writing = write(rows, out).catch(() => {});
    await vi.waitFor(() => expect(state.requested).toBeGreaterThan(0), { timeout: 20_000 });
    let seen = -1;
    while (seen !== state.requested) {
      seen = state.requested;
      for (let turn = 0; turn < 200; turn++) await tick();
    }
    expect(state.requested).toBeLessThan(20_000);
    expect(state.released).toBe(false);
    out.destroy();
    await writing;
    await vi.waitFor(() => expect(state.released).toBe(true), { timeout: 20_000 });
  });

  test('stops when the signal aborts', async () => {
    const { rows, state } = endless();
    const abort = new AbortController();
    const out = new PassThrough();
    out.on('data', () => state.requested > 100 && abort.abort());
    await expect(write(rows, out, abort.signal)).rejects.toThrow(/abort/i);
    await vi.waitFor(() => expect(state.released).toBe(true), { timeout: 20_000 });
  });

  test('passes on an error of the rows, and leaves no incomplete file', async () => {
    async function* rows(): AsyncGenerator<[string]> {
      yield ['a'];
      throw new Error('the database went away');
    }
    const out = new PassThrough().resume();
    await expect(write(rows(), out)).rejects.toThrow('the database went away');
    expect(out.destroyed).toBe(true);
    expect(out.writableFinished).toBe(false);
  });

  test('200,000 rows take bounded memory', async () => {
    let peak = 0;
    let bytes = 0;
    const before = process.memoryUsage().rss;
    const out = new Writable({
      write(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        peak = Math.max(peak, process.memoryUsage().rss);
        done();
      },
    });
    function* rows(): Generator<[string, string]> {
      for (let row = 0; row < 200_000; row++) yield [`row ${row} ${'x'.repeat(200)}`, `${row}.50`];
    }
    expect(await write(rows(), out)).toBe(200_000);
    expect(bytes).toBeGreaterThan(500_000);
    expect(peak - before).toBeLessThan(120_000_000);
  });
});

test('more rows than the limit of a sheet are refused, not cut', async () => {
  function* rows(): Generator<[]> {
    for (let row = 0; row <= MAX_XLSX_ROWS; row++) yield [];
  }
  const out = new PassThrough().resume();
  await expect(writeXlsx([{ heading: 'A' }], rows(), out, options)).rejects.toMatchObject({ key: 'MSG_upload_0041' });
  expect(out.destroyed).toBe(true);
});
