/*
 * Attack: one person sends 120 previews at once, each of which takes long at the database; any account can.
 * Before: they took all 20 sessions of the pool, and for as long as they ran colleagues got 503 after 5 s. The call
 *   that was one too many for the time of the others waited 10 s for its 429.
 * Now: four run, 96 wait for their turn, the others get 429 with Retry-After at once, and colleagues are served. A
 *   preview that would wait for more than 10 s, by the time that the others take, gets its 429 when it arrives. A
 *   preview whose caller disconnects is cancelled at the database.
 */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Answer, type TestServer } from '../http/server.ts';
import { lockWaits } from '../lockWaits.ts';
import { whileLocked } from './whileLocked.ts';

const PREVIEWS = 120;
/** Running and waiting previews. */
const ADMITTED = 100;

let server: TestServer;
let colleague: string;
beforeAll(async () => {
  server = await startTestServer({ allSessions: true, referenceData: false });
  await server.create('role', {
    roleName: 'Watcher',
    allSeeingEye: 'Y',
    'role-permission': [{ permissionId: 'harbour.berth', actionEntitySet: ['query', 'export'] }],
  });
  colleague = await server.logInAs('colleague', 'Watcher');
});
afterAll(() => server.close());

/** Locks the table, so that each preview of a pilot takes as long as `work`. */
const withSlowPilots = (work: () => Promise<void>): Promise<void> =>
  whileLocked(server.pool, 'lock table pilot in access exclusive mode', work);

/** Sessions whose statement waits for the table. */
const stuck = (): Promise<number> => lockWaits(server.pool);

const preview = (n: number): Promise<Answer> =>
  server.call('POST', '/api/pilot/preview', { body: { pilotCde: `P${n}`, pilotName: 'Slow' } });

test('120 slow previews of one person leave colleagues their sessions', async () => {
  let answers: Promise<Answer[]> | undefined;
  const early: Answer[] = [];
  await withSlowPilots(async () => {
    answers = Promise.all(
      Array.from({ length: PREVIEWS }, (_, n) =>
        preview(n).then((answer) => {
          early.push(answer);
          return answer;
        }),
      ),
    );
    await expect.poll(stuck).toBe(4);
    const calls = [
      '/api/berth',
      '/api/berth?pageSize=1&sort=-berthCde',
      '/api/search?q=berth',
      '/api/berth/export?format=csv',
    ];
    for (const path of calls) expect((await server.call('GET', path, { token: colleague })).status, path).toBe(200);
    expect(await stuck()).toBeLessThanOrEqual(4);
    expect(early.length).toBeGreaterThanOrEqual(PREVIEWS - ADMITTED);
  });
  expect(new Set(early.slice(0, PREVIEWS - ADMITTED).map(({ status }) => status))).toEqual(new Set([429]));
  expect(early[0]).toMatchObject({ key: 'MSG_generic_0429', code: 1, result: null });
  expect(Number(early[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  const refused = (await answers!).filter(({ status }) => status === 429);
  expect(refused).toHaveLength(PREVIEWS - ADMITTED);
});

test('a preview that would wait too long is refused at once, while others keep waiting', async () => {
  await withSlowPilots(async () => {
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ pilotCde: 'W', pilotName: 'Waits' });
    const waiting = Array.from({ length: 90 }, () =>
      fetch(`${server.url}/api/pilot/preview`, { method: 'POST', signal: leaving.signal, headers, body }).catch(
        () => undefined,
      ),
    );
    await expect.poll(stuck).toBe(4);
    // the running previews have taken long already
    await setTimeout(1000);
    const refused = await preview(91);
    expect(refused).toMatchObject({ status: 429, key: 'MSG_generic_0429' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(10);
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(
      /^heavy_calls\{class="query",state="waiting"\} 86$/m,
    );
    expect((await server.call('GET', '/api/search?q=berth', { token: colleague })).status).toBe(200);
    leaving.abort();
    await Promise.all(waiting);
  });
});

test('a preview whose caller disconnected is cancelled in the database, and its turn is released', async () => {
  await withSlowPilots(async () => {
    const leaving = new AbortController();
    const cancelled = Array.from({ length: 20 }, () =>
      fetch(`${server.url}/api/pilot/preview`, {
        method: 'POST',
        signal: leaving.signal,
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ pilotCde: 'L', pilotName: 'Left' }),
      }).catch(() => undefined),
    );
    await expect.poll(stuck).toBe(4);
    leaving.abort();
    await Promise.all(cancelled);
    await expect.poll(stuck).toBe(0);
    expect((await server.call('POST', '/api/berth/preview', { body: { berthCde: 'X', berthName: 'X' } })).status).toBe(
      200,
    );
  });
});
