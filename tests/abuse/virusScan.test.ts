/*
 * Attack: a file with malware that no rule of the product knows is uploaded for colleagues to open, also while the
 *   virus scanner is down or does not answer.
 * Before: there was no scanner; every file that looked like one of its type was given out.
 * Now: with a scanner, only files that it found clean are given out; infected ones are refused and kept in
 *   quarantine, and while the scanner is down files wait. Without one, a file says that it was not scanned.
 */
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { openFileStore } from '../../server/storage/openFileStore.ts';
import { FileScans } from '../../server/kernel/files/scan/fileScans.ts';
import { openScanner } from '../../server/kernel/files/scan/openScanner.ts';
import { MALWARE, openTestClamd, type TestClamd } from '../fixtures/clamd.ts';
import { pdf } from '../fixtures/attachments.ts';
import { startTestServer, type Answer, type Json, type TestServer } from '../http/server.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bordereau-scanned-'));
  server = await startTestServer({
    referenceData: false,
    env: { FILES_DIR: join(folder, 'files'), LOG_LEVEL: 'silent' },
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const startWith = async (env: Record<string, string>): Promise<string> =>
  (await server.startAnother({ FILES_DIR: join(folder, 'files'), LOG_LEVEL: 'silent', ...env })).url;
const upload = (url: string, bytes = pdf(), language?: string): Promise<Answer> => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.pdf');
  return server.call('POST', '/api/files', { body: form, url, ...(language === undefined ? {} : { language }) });
};
const fetchFile = (url: string, id: string): Promise<Answer> => server.call('GET', `/api/files/${id}`, { url });
const states = async (): Promise<string[]> =>
  (await server.pool.query('select scan from kernel.file order by at')).rows.map(({ scan }: Json) => scan);
const forget = (): Promise<unknown> => server.pool.query('delete from kernel.file');
const INFECTED = pdf(MALWARE);
const DUE = {
  status: 503,
  key: 'MSG_upload_0125',
  message: 'The file has not been scanned for viruses yet. Try again in a minute',
};
const BLOCKED = { status: 403, key: 'MSG_upload_0124' };

const command = async (name: string, script: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o700);
  return path;
};

describe.each<[string, () => Promise<{ env: Record<string, string>; close(): Promise<void> }>]>([
  [
    'a command that reads the file at its path',
    async () => ({
      env: { SCAN_COMMAND: await command('by-path', `! grep -q ${MALWARE} "$1"`) },
      close: async () => {},
    }),
  ],
  [
    'a command that reads standard input',
    async () => ({ env: { SCAN_COMMAND: await command('by-input', `! grep -q ${MALWARE}`) }, close: async () => {} }),
  ],
  ['clamd at an address', async () => ofClamd(await openTestClamd())],
  ['clamd at a socket', async () => ofClamd(await openTestClamd({ path: join(folder, 'clamd.sock') }))],
])('with %s', (_, open) => {
  test('a clean file is delivered, an infected one is refused, stays in quarantine, and belongs to no record', async () => {
    const { env, close } = await open();
    const url = await startWith(env);
    const clean = await upload(url);
    expect(clean).toMatchObject({ status: 201, result: { scan: 'clean' } });
    expect((await fetchFile(url, clean.result.id)).status).toBe(200);
    const refused = { status: 400, key: 'MSG_upload_0123', errors: [{ field: 'file', key: 'MSG_upload_0123' }] };
    expect(await upload(url, INFECTED)).toMatchObject(refused);
    expect((await upload(url, INFECTED, 'zh-CN')).message).toBe(
      '病毒扫描发现该文件含有恶意程序，已拒绝上传，请联系系统管理员',
    );
    expect(await states()).toEqual(['clean', 'infected', 'infected']);
    const [{ id }] = (await server.pool.query(`select id from kernel.file where scan = 'infected' limit 1`)).rows as [
      { id: string },
    ];
    expect(await fetchFile(url, id)).toMatchObject(BLOCKED);
    expect(await fetchFile(server.url, id)).toMatchObject(BLOCKED);
    expect(await server.call('POST', '/api/logbook', { body: { logbookNo: 'SCAN', scan: id } })).toMatchObject({
      status: 400,
      errors: [{ field: 'scan', key: 'MSG_upload_0107' }],
    });
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('bordereau-scan-'))).toEqual([]);
    await forget();
    await close();
  });
});

const ofClamd = (clamd: TestClamd) => ({ env: { CLAMD_SOCKET: clamd.address }, close: () => clamd.close() });

describe('while the scanner', () => {
  test('is down, files are stored, wait, and are scanned when a user requests them', async () => {
    const { address, close } = await openTestClamd();
    await close();
    const url = await startWith({ CLAMD_SOCKET: address });
    const [clean, infected] = [await upload(url), await upload(url, INFECTED)];
    expect(clean).toMatchObject({ status: 201, result: { scan: 'waiting' } });
    const row = await server.create('logbook', { logbookNo: 'WAITING', scan: infected.result.id });
    const refused = await fetchFile(url, clean.result.id);
    expect(refused).toMatchObject(DUE);
    expect(refused.headers.get('retry-after')).toBe('60');
    const clamd = await openTestClamd({ host: '127.0.0.1', port: Number(address.split(':')[1]) });
    expect((await fetchFile(url, clean.result.id)).status).toBe(200);
    expect(await fetchFile(url, infected.result.id)).toMatchObject(BLOCKED);
    expect(
      (await server.call('GET', `/api/files?id=${row['scan']},${clean.result.id}`)).result
        .map(({ scan }: Json) => scan)
        .toSorted(),
    ).toEqual(['clean', 'infected']);
    await clamd.close();
    await forget();
  });

  test('refuses to scan a file, the file waits', async () => {
    const clamd = await openTestClamd();
    clamd.mode = 'tooLarge';
    const url = await startWith({ CLAMD_SOCKET: clamd.address });
    const file = await upload(url, pdf('x'.repeat(1_000_000)));
    expect(file).toMatchObject({ status: 201, result: { scan: 'waiting' } });
    expect(await fetchFile(url, file.result.id)).toMatchObject(DUE);
    await clamd.close();
    await forget();
  });

  test('ends with an error, the file waits', async () => {
    const url = await startWith({ SCAN_COMMAND: await command('broken', 'echo no database >&2; exit 2') });
    const file = await upload(url);
    expect(file).toMatchObject({ status: 201, result: { scan: 'waiting' } });
    expect(await fetchFile(url, file.result.id)).toMatchObject(DUE);
    await forget();
  });

  test('does not answer, the scan times out', async () => {
    const clamd = await openTestClamd();
    clamd.mode = 'silent';
    const path = join(folder, 'file');
    await writeFile(path, pdf());
    for (const settings of [
      { command: await command('slow', 'sleep 600') },
      { clamd: { host: '127.0.0.1', port: Number(clamd.address.split(':')[1]) } },
    ]) {
      await expect(openScanner(settings)!.scan(path, AbortSignal.timeout(300))).rejects.toThrow(
        /ended with SIGKILL|does not answer/,
      );
    }
    await clamd.close();
  });
});

describe('files from before a scanner was set up', () => {
  test('wait and are scanned in the background; if the scanner is removed, waiting files count as unscanned', async () => {
    const [clean, infected] = [await upload(server.url), await upload(server.url, INFECTED)];
    expect(clean).toMatchObject({ status: 201, result: { scan: 'unscanned' } });
    expect((await fetchFile(server.url, clean.result.id)).status).toBe(200);
    const clamd = await openTestClamd();
    const store = await openFileStore(readConfig({ FILES_DIR: join(folder, 'files') }));
    const scanner = openScanner({ clamd: { host: '127.0.0.1', port: Number(clamd.address.split(':')[1]) } });
    const stop = await new FileScans({
      pool: server.pool,
      store,
      scanner,
      log: { warn: () => undefined },
      retryEveryMs: 50,
    }).start();
    await expect.poll(states).toEqual(['clean', 'infected']);
    await stop();
    expect(await fetchFile(server.url, infected.result.id)).toMatchObject(BLOCKED);
    await server.pool.query(`update kernel.file set scan = 'waiting' where id = $1`, [clean.result.id]);
    await (
      await new FileScans({ pool: server.pool, store, scanner: undefined, log: { warn: () => undefined } }).start()
    )();
    expect(await states()).toEqual(['unscanned', 'infected']);
    await clamd.close();
    await forget();
  });
});

test.each<[NodeJS.ProcessEnv, string | object]>([
  [{ SCAN_COMMAND: 'scan --quiet' }, { command: 'scan --quiet' }],
  [{ CLAMD_SOCKET: '/run/clamav/clamd.ctl' }, { clamd: { path: '/run/clamav/clamd.ctl' } }],
  [{ CLAMD_SOCKET: 'scanner:3310' }, { clamd: { host: 'scanner', port: 3310 } }],
  [{ CLAMD_SOCKET: '[::1]:3310' }, { clamd: { host: '::1', port: 3310 } }],
  [
    { CLAMD_SOCKET: 'scanner' },
    'CLAMD_SOCKET: "scanner" is neither the path of a socket nor an address such as scanner:3310',
  ],
  [{ CLAMD_SOCKET: 'scanner:0' }, 'CLAMD_SOCKET: "scanner:0" is neither'],
  [{ CLAMD_SOCKET: 'scanner:1', SCAN_COMMAND: 'x' }, 'SCAN_COMMAND: and CLAMD_SOCKET cannot both be set'],
])('the settings %j', (env, expected) => {
  if (typeof expected === 'string') expect(() => readConfig(env)).toThrow(expected);
  else expect(readConfig(env).scan).toEqual(expected);
});
