/*
 * Attack: a scanner that takes long, while the server stops or another release takes over its database.
 * Before: an upload that was being scanned kept the stop waiting for 10 s and was cut without an answer, its file
 *   lost. A file that was scanned in the background was clean 32 s after the next start. A server whose model was
 *   replaced went on scanning, and wrote to the database of the other release.
 * Now: every scan is broken off and its process killed at once; the upload is answered, the file waits, and the next
 *   start scans it.
 */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MODEL_CHANNEL } from '../../server/db/migrate/migrate.ts';
import { pdf } from '../fixtures/attachments.ts';
import { startTestServer, type Answer, type Json, type TestServer } from '../http/server.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bordereau-stopped-scan-'));
  server = await startTestServer({
    referenceData: false,
    env: { FILES_DIR: join(folder, 'files'), LOG_LEVEL: 'silent' },
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const startWith = (command: string) =>
  server.startAnother({ FILES_DIR: join(folder, 'files'), LOG_LEVEL: 'silent', SCAN_COMMAND: command });
const upload = (url: string): Promise<Answer> => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pdf())]), 'a.pdf');
  return server.call('POST', '/api/files', { body: form, url });
};
const states = async (): Promise<string[]> =>
  (await server.pool.query('select scan from kernel.file order by at')).rows.map(({ scan }: Json) => scan);
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Waits until the processes have ended: a killed process exists until its parent or init collects it. */
async function expectKilled(started: () => Promise<number[]>): Promise<void> {
  await expect.poll(async () => (await started()).filter(isAlive)).toEqual([]);
}

/** A scanner that does not end, and the processes that it started so far. */
async function slowScanner(name: string): Promise<{ command: string; started(): Promise<number[]> }> {
  const [command, log] = [join(folder, name), join(folder, `${name}.log`)];
  await writeFile(log, '');
  await writeFile(command, `#!/bin/sh\necho $$ >> ${log}\nsleep 600\n`);
  await chmod(command, 0o700);
  return {
    command,
    started: async () =>
      (await readFile(log, 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map(Number),
  };
}

test('a stop ends the scan of an upload, which is answered, and the next start scans the file', async () => {
  const { command, started } = await slowScanner('upload');
  const slow = await startWith(command);
  const answer = upload(slow.url);
  await expect.poll(started).toHaveLength(1);
  await slow.stop();
  expect(await answer).toMatchObject({ status: 201, result: { scan: 'waiting' } });
  await expectKilled(started);
  expect(await states()).toEqual(['waiting']);
});

test('a stop ends a scan in the background, and the next start scans the file at once', async () => {
  const { command, started } = await slowScanner('background');
  const slow = await startWith(command);
  await expect.poll(started).toHaveLength(1);
  await slow.stop();
  await expectKilled(started);
  expect((await server.pool.query('select scan, "scannedAt" from kernel.file')).rows).toEqual([
    { scan: 'waiting', scannedAt: null },
  ]);
  const quick = await startWith('true');
  await expect.poll(states).toEqual(['clean']);
  await quick.stop();
});

test('a server whose model was replaced ends its scans', async () => {
  await server.pool.query(`update kernel.file set scan = 'waiting', "scannedAt" = null`);
  const { command, started } = await slowScanner('replaced');
  const slow = await startWith(command);
  await expect.poll(started).toHaveLength(1);
  await server.pool.query(`select pg_notify($1, 'another')`, [MODEL_CHANNEL]);
  await expectKilled(started);
  await expect
    .poll(
      async () =>
        (await server.pool.query(`select from kernel.file where scan = 'waiting' and "scannedAt" is null`)).rowCount,
    )
    .toBe(1);
  await slow.stop();
  expect(await started()).toHaveLength(1);
});
