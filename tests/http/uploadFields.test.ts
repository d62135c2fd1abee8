import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf } from '../fixtures/attachments.ts';
import { startTestServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => { server = await startTestServer({ referenceData: false }); });
afterAll(() => server.close());

const ATTACHMENT = '/api/files';
const SHEET = '/api/berth/import?dryRun=true';
const FILES: Record<string, File> = { [ATTACHMENT]: new File([new Uint8Array(pdf())], 'a.pdf'), [SHEET]: new File(['berthCde,berthName\nA1,Alpha\n'], 'rows.csv') };

test.each<[string, number, number, number]>([
  [ATTACHMENT, 5, 200, 201],
  [ATTACHMENT, 5, 1020, 413],
  [ATTACHMENT, 1, 1024, 413],
  [ATTACHMENT, 6, 1, 413],
  [ATTACHMENT, 40, 1, 413],
  [SHEET, 20, 100_000, 200],
  [SHEET, 21, 1, 413],
  [SHEET, 2, 2_200_000, 413],
])('%s with %i fields of %i bytes beside the file answers %i', async (path, count, bytes, status) => {
  const form = new FormData();
  for (let n = 0; n < count; n++) form.append(`f${n}`, 'x'.repeat(bytes));
  form.append('file', FILES[path]!);
  const kept = async () => Number((await server.pool.query('select count(*) from kernel.file')).rows[0].count);
  const before = await kept();
  expect((await server.call('POST', path, { body: form })).status).toBe(status);
  expect(await kept()).toBe(before + (status === 201 ? 1 : 0));
});
