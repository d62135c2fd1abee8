/*
 * Attack: somebody who may upload, or an outsider with a mail code, sends many Word files of 0.9 MB at once, each
 *   with a list of content types that unpacks to 250 MB.
 * Before: each list became one string in memory; 18 uploads at once ended the process within 20 s (heap limit of 4
 *   GB).
 * Now: a list is read up to 1 MB, in one thread with a heap limit, four uploads of a caller at a time; 64 MB for all
 *   18.
 */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf, zipOf } from '../fixtures/attachments.ts';
import { startTestServer, type Answer, type TestServer } from '../http/server.ts';

const UPLOADS = 18;
const MAX_GROWTH = 500_000_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ allSessions: true, referenceData: false });
});
afterAll(() => server.close());

function upload(name: string, bytes: Buffer): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return server.call('POST', '/api/files', { body: form });
}

/** A .docx whose list of content types unpacks to 250 MB, at just less than the ratio that is refused unread. */
function bomb(): Promise<Buffer> {
  const block = Buffer.alloc(1_000_000, ' ');
  for (let at = 0; at < block.length; at += 2600) block.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at);
  return zipOf('[Content_Types].xml', Array<Buffer>(250).fill(block));
}

/** The peak of additional memory while `work` runs. */
async function growthDuring(work: Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let peak = before;
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    peak = Math.max(peak, process.memoryUsage.rss());
    await setTimeout(20);
  }
  await over;
  return peak - before;
}

test('18 files that unpack to 250 MB each are refused within bounded memory', async () => {
  const bytes = await bomb();
  expect(bytes.length).toBeLessThan(1_000_000);
  await upload('warm.pdf', pdf());
  const answers: Answer[] = [];
  const growth = await growthDuring(
    Promise.all(
      Array.from({ length: UPLOADS }, async () => {
        answers.push(await upload('bomb.docx', bytes));
      }),
    ),
  );
  expect(answers.map(({ key }) => key)).toEqual(Array(UPLOADS).fill('MSG_upload_0007'));
  expect(growth).toBeLessThan(MAX_GROWTH);
  expect((await upload('good.pdf', pdf())).status).toBe(201);
  expect((await server.pool.query('select name from kernel.file order by name')).rows).toEqual([
    { name: 'good.pdf' },
    { name: 'warm.pdf' },
  ]);
});
