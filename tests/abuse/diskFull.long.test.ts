/*
 * Attack: files are uploaded until the disk, the quota or the bucket is full; a limit on the size of files (ulimit
 *   -f) does the same to a process without privileges.
 * Before: an upload that did not fit answered "choose one file" (400) or 500; a partial file and a row stayed.
 * Now: it answers 503 with the reason and the time to wait, nothing of it stays, and what fits is stored afterwards.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD } from '../adminPassword.ts';
import { pdf, png } from '../fixtures/attachments.ts';
import { FIXTURES, startTestServer, type Answer, type Json, type TestServer } from '../http/server.ts';
import { SCHEMAS } from '../../server/start.ts';

const FULL = {
  code: 1,
  key: 'MSG_upload_0114',
  message: 'There is no space left for files. Contact your administrator',
};
const BIG = png(3_000_000);
/** Files of up to 2 MB, in blocks of 1 KiB. */
const LIMITED = 'ulimit -f 2000; exec "$0" "$@"';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bordereau-full-'));
  server = await startTestServer({ referenceData: false });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const filesIn = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
function databaseUrl(): string {
  const { host, port, user, database } = server.connection as {
    host: string;
    port: number;
    user: string;
    database: string;
  };
  return `postgresql:///${database}?${new URLSearchParams({ host, port: String(port), user })}`;
}

const rows = async (): Promise<string[]> =>
  (await server.pool.query('select name from kernel.file order by name')).rows.map(({ name }: Json) => name);

function upload(name: string, bytes: Buffer, url: string): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return server.call('POST', '/api/files', { body: form, url });
}

/** Runs a module in a process that cannot write files over 2 MB. */
const runLimited = (source: string, env: Record<string, string> = {}) =>
  spawn('bash', ['-c', LIMITED, process.execPath, '--input-type=module', '-e', source], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });

test('a server whose disk is full refuses uploads and leaves nothing of them', async () => {
  const [temporary, files] = [join(folder, 'tmp'), join(folder, 'files')];
  const env = {
    PORT: '0',
    DATA_DIR: folder,
    FILES_DIR: files,
    DATABASE_URL: databaseUrl(),
    ADMIN_PASSWORD,
    LOG_LEVEL: 'silent',
  };
  const child = runLimited(
    `
    import { mkdirSync } from 'node:fs';
    mkdirSync(process.env.TMPDIR);
    const { startServer } = await import(${JSON.stringify(join(SCHEMAS, '../server/start.ts'))});
    const { readConfig } = await import(${JSON.stringify(join(SCHEMAS, '../server/config.ts'))});
    const running = await startServer({ config: readConfig(${JSON.stringify(env)}), schemaRoots: ${JSON.stringify([SCHEMAS, FIXTURES])}, web: false });
    process.stdin.on('end', () => running.stop()).resume();
    console.log(running.url);`,
    { TMPDIR: temporary },
  );
  const ended = once(child, 'exit');
  const url = String(await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended])).trim();
  const refused = await upload('big.png', BIG, url);
  expect(refused).toMatchObject({ status: 503, ...FULL });
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await filesIn(files)).toEqual([]);
  expect(await readdir(temporary)).toEqual([]);
  expect(await rows()).toEqual([]);
  expect(await upload('small.pdf', pdf(), url)).toMatchObject({ status: 201 });
  expect(await rows()).toEqual(['small.pdf']);
  expect(await filesIn(files)).toHaveLength(1);
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
  await server.pool.query('delete from kernel.file');
});

test('a folder without space keeps nothing of a file that does not fit, and takes the next', async () => {
  const place = join(folder, 'store');
  const child = runLimited(`
    const { DiskStore } = await import(${JSON.stringify(join(SCHEMAS, '../server/storage/diskStore.ts'))});
    const store = await DiskStore.open(${JSON.stringify(place)});
    await store.put('${'ab'.repeat(16)}', Buffer.alloc(3_000_000)).catch(({ code }) => console.log(code));
    await store.put('${'cd'.repeat(16)}', Buffer.alloc(1_000_000));`);
  expect(await text(child.stdout)).toBe('EFBIG\n');
  expect(await filesIn(place)).toEqual(['cd'.repeat(15)]);
});

describe('a bucket without space', () => {
  let s3: Server;
  let isFull = true;
  const methods: string[] = [];
  beforeAll(async () => {
    s3 = createServer((request, response) => {
      request.resume().on('end', () => {
        methods.push(request.method!);
        response.writeHead(request.method === 'PUT' && isFull ? 507 : request.method === 'DELETE' ? 204 : 200).end();
      });
    }).listen(0, '127.0.0.1');
    await once(s3, 'listening');
  });
  afterAll(() => {
    s3.close();
  });

  test('keeps nothing of a file that does not fit, and takes the next', async () => {
    const { url } = await server.startAnother({
      S3_URL: `s3://key:secret@127.0.0.1:${(s3.address() as AddressInfo).port}/claims?ssl=false`,
      LOG_LEVEL: 'silent',
    });
    expect(await upload('big.png', BIG, url)).toMatchObject({ status: 503, ...FULL });
    expect(methods.at(-1)).toBe('DELETE');
    expect(await rows()).toEqual([]);
    isFull = false;
    expect(await upload('big.png', BIG, url)).toMatchObject({ status: 201 });
    expect(await rows()).toEqual(['big.png']);
  });
});
