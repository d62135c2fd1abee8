import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ATTACHMENT_MESSAGE as KEY } from '../../../generator/language/attachment.ts';
import type { Turn } from '../../../server/kernel/fairQueue.ts';
import { FileInspector, type InspectorOptions } from '../../../server/kernel/files/inspect/inspector.ts';
import { docx, pdf } from '../../fixtures/attachments.ts';

let folder: string;
let inspector: FileInspector;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bordereau-inspect-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => inspector.close());

const open = (options: Partial<InspectorOptions> = {}): FileInspector => (inspector = new FileInspector(options));

/** A worker that behaves as the extension of the "file" says, and counts its files. */
const ODD_WORKER = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads';
  let files = 0;
  parentPort.on('message', ({ path }) => {
    files++;
    if (path === 'loop') for (;;);
    if (path === 'memory') { const kept = []; for (;;) kept.push(new Array(100_000).fill(files)); }
    if (path === 'throw') throw new Error('broken');
    if (path === 'exit') process.exit(0);
    if (path !== 'never') parentPort.postMessage({ problem: { key: 'files', params: { files } } });
  });`)}`,
);
const odd = (path: string, turn = STAFF) => inspector.inspect({ path, extension: 'pdf' }, turn);
const STAFF: Turn = { lane: 'trusted', key: 'anna' };
const outsider = (address: string): Turn => ({ lane: 'untrusted', key: address });

/** Enough for the first answer of a new thread on a busy machine. */
const FIRST_ANSWER_MS = 2_000;

test('inspects a file in a thread', async () => {
  open();
  const [good, bad] = [join(folder, 'good'), join(folder, 'bad')];
  await writeFile(good, await docx());
  await writeFile(bad, pdf());
  expect(await inspector.inspect({ path: good, extension: 'docx' }, STAFF)).toBeUndefined();
  expect(await inspector.inspect({ path: bad, extension: 'docx' }, STAFF)).toEqual({
    key: KEY.wrongContent,
    params: { extension: 'docx' },
  });
  await expect(inspector.inspect({ path: join(folder, 'none'), extension: 'pdf' }, STAFF)).rejects.toThrow(
    /cannot be inspected: ENOENT/,
  );
});

test('reuses a thread for the next file', async () => {
  open({ workers: 1, module: ODD_WORKER });
  const seen = await Promise.all(['a', 'b', 'c'].map((path) => odd(path)));
  expect(seen.map((problem) => problem?.params['files'])).toEqual([1, 2, 3]);
});

test.each([
  ['takes too long', 'loop', KEY.tooSlow],
  ['fills the heap of its thread', 'memory', KEY.unreadable],
  ['breaks its thread', 'throw', KEY.unreadable],
  ['ends its thread', 'exit', KEY.unreadable],
])('refuses a file that %s, and inspects waiting files in a new thread', async (_, path, key) => {
  open({ workers: 1, heapMb: 16, timeLimitMs: path === 'loop' ? FIRST_ANSWER_MS : 60_000, module: ODD_WORKER });
  const [refused, next] = await Promise.all([odd(path), odd('a')]);
  expect(refused).toEqual({ key, params: {} });
  expect(next).toEqual({ key: 'files', params: { files: 1 } });
});

test('refuses a file at once if the queue is full, with the time to wait', async () => {
  open({ workers: 1, maxWaiting: 2, timeLimitMs: FIRST_ANSWER_MS, module: ODD_WORKER });
  const accepted = ['never', 'a', 'b'].map((path) => odd(path));
  await expect(odd('c')).rejects.toMatchObject({ family: 'unavailable', key: KEY.busy, retryAfter: 5 });
  expect((await Promise.all(accepted)).map((problem) => problem?.key)).toEqual([KEY.tooSlow, 'files', 'files']);
});

test('limits the files of outsiders, so that staff wait for one of them at the longest', async () => {
  open({ workers: 1, maxWaiting: 3, maxWaitingEach: 2, timeLimitMs: 300, module: ODD_WORKER });
  const ends: string[] = [];
  const settled = (name: string, file: Promise<unknown>) =>
    file.then(
      () => ends.push(name),
      (error: { key: string }) => ends.push(`${name} ${error.key}`),
    );
  const addresses = ['1', '1', '1', '1', '2', '3', '4'];
  const files = addresses.map((address) => settled(address, odd('a', outsider(address))));
  await Promise.all([...files, settled('staff', odd('a'))]);
  // One runs and three wait. The fourth of address 1 is refused, its third is dropped for address 3, address 4 is
  // refused.
  expect(ends).toEqual([...[1, 1, 4].map((address) => `${address} ${KEY.busy}`), '1', 'staff', '1', '2', '3']);
});

test('ends the threads on closing and refuses the waiting files', async () => {
  open({ workers: 1, module: ODD_WORKER });
  const files = ['never', 'a'].map((path) => odd(path).catch((error: { key: string }) => error.key));
  await inspector.close();
  expect(await Promise.all(files)).toEqual([KEY.busy, KEY.busy]);
  await expect(odd('a')).rejects.toMatchObject({ key: KEY.busy });
});
