import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf } from '../fixtures/attachments.ts';
import { startTestServer, type Json, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ referenceData: false });
});
afterAll(() => server.close());

let senders = 0;
const ATTACHMENT = '/api/files';
const SHEET = '/api/berth/import?dryRun=true';
const FILES: Record<string, File> = {
  [ATTACHMENT]: new File([new Uint8Array(pdf())], 'a.pdf'),
  [SHEET]: new File(['berthCde,berthName\nA1,Alpha\n'], 'rows.csv'),
};

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
  const countFiles = async () => Number((await server.pool.query('select count(*) from kernel.file')).rows[0].count);
  const before = await countFiles();
  expect((await server.call('POST', path, { body: form })).status).toBe(status);
  expect(await countFiles()).toBe(before + (status === 201 ? 1 : 0));
});

test.each<[string, Json[] | undefined, number]>([
  ['no role', undefined, 403],
  ['a role that only reads', [{ permissionId: '*.*', actionEntitySet: ['query', 'export'] }], 403],
  ['a role that changes only what has no files', [{ permissionId: 'harbour.pilot', actionEntitySet: ['*'] }], 403],
  [
    'a role that changes what has files',
    [{ permissionId: 'harbour.logbook', actionEntitySet: ['query', 'edit'] }],
    201,
  ],
])('a user with %s uploads a file', async (name, permissions, status) => {
  if (permissions) await server.create('role', { roleName: name, 'role-permission': permissions });
  const token = await server.logInAs(`sender${++senders}`, permissions && name);
  const countFiles = async () => Number((await server.pool.query('select count(*) from kernel.file')).rows[0].count);
  const before = await countFiles();
  const form = new FormData();
  form.append('file', FILES[ATTACHMENT]!);
  const answer = await server.call('POST', ATTACHMENT, { token, body: form });
  expect([answer.status, answer.key], answer.text).toEqual([status, status === 403 ? 'MSG_generic_0403' : undefined]);
  expect(await countFiles()).toBe(before + (status === 201 ? 1 : 0));
});
