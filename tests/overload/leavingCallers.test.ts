import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLASSES } from '../../server/routes/admission/classes.ts';
import { startTestServer, type TestServer } from '../http/server.ts';
import { lockWaits } from '../lockWaits.ts';
import { whileLocked } from './whileLocked.ts';

/*
 * Attack: somebody who may import or export starts such calls and closes the connections at once, again and again.
 *   Each costs the caller nothing, and the server a session of the database, locks and a temporary file.
 * Before: an import whose caller had left went on and was written, without a message to anybody. An export whose
 *   caller had left before its first row kept its session, one of five, until its statement ran into its limit: five
 *   such calls, 30 s without exports for anybody.
 * Now: the import is undone before its next row, the statement of the export is cancelled at once, and no file stays
 *   behind.
 */
let server: TestServer;
let folder: string;
const before = process.env['TMPDIR'];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaving-'));
  server = await startTestServer({ allSessions: true });
  process.env['TMPDIR'] = folder;
});
afterAll(async () => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** How many sessions wait for a lock. */
const waiting = (): Promise<number> => lockWaits(server.pool);

const headers = (): Record<string, string> => ({ authorization: `Bearer ${server.token}` });

test('an import whose caller leaves writes nothing and leaves no file', async () => {
  await server.create('berth', { berthCde: 'L1', berthName: 'Old' });
  const footprint = await server.footprint();
  const form = new FormData();
  form.append('file', new Blob(['berthCde,berthName\nL1,New\nL2,Second\n']), 'rows.csv');
  const leaving = new AbortController();
  const options = { method: 'POST', headers: headers(), body: form, signal: leaving.signal };
  await whileLocked(server.pool, 'select from berth for update', async () => {
    const call = fetch(`${server.url}/api/berth/import?dryRun=false`, options);
    await expect.poll(waiting).toBe(1);
    expect(await readdir(folder)).toHaveLength(1);
    leaving.abort();
    await expect(call).rejects.toThrow();
    // the server notices the disconnect in the next turn of the event loop, which both share
    await setTimeout(100);
  });
  await expect.poll(() => readdir(folder)).toEqual([]);
  expect(await server.footprint()).toBe(footprint);
});

test('the statement of an export whose caller leaves is cancelled, even while it waits for a lock', async () => {
  await whileLocked(server.pool, 'lock table berth in access exclusive mode', async () => {
    const leaving = Array.from({ length: 5 }, () => new AbortController());
    const calls = leaving.map(({ signal }) =>
      fetch(`${server.url}/api/berth/export?format=csv`, { headers: headers(), signal }),
    );
    await expect.poll(waiting).toBe(CLASSES.export.perPerson);
    for (const one of leaving) one.abort();
    for (const call of calls) await expect(call).rejects.toThrow();
    await expect.poll(waiting).toBe(0);
    expect((await server.download('/api/pilot/export?format=csv')).status, 'exports of others have sessions').toBe(200);
  });
});
