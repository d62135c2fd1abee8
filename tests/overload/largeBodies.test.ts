/*
 * Attack: a stranger sends 40 bodies of a log-in at once, of 80,000 short keys (752 KB) or of a million brackets.
 * Before: each was read and parsed on the only thread: colleagues waited 4 to 24 s (keys) or 1.4 to 13 s (brackets).
 * Now: without a session a body may have 16 KB, which its header says before anything is read; with one, depth, keys
 *   and parts are counted before the text is parsed: at most 8 ms for 1 MB, while each of these texts took
 *   JSON.parse 50 to 174 ms.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Answer, type TestServer } from '../http/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ allSessions: true, referenceData: false });
});
afterAll(() => server.close());

const KEYS = `{${Array.from({ length: 80_000 }, (_, n) => `"${n.toString(36)}":1`).join(',')}}`;
const BRACKETS = '['.repeat(1_000_000);
/** A stream, which is sent in chunks without Content-Length. */
const inChunks = (text: string): ReadableStream => new Blob([text]).stream();

const post = (path: string, body: unknown, token?: string | null): Promise<Answer> =>
  server.call('POST', path, {
    body,
    headers: { 'content-type': 'application/json' },
    ...(token === undefined ? {} : { token }),
  });

test.each([
  ['keys', KEYS],
  ['brackets', BRACKETS],
])('40 large bodies of %s without a session are refused unread', async (_, text) => {
  const flood = Promise.all(Array.from({ length: 40 }, () => post('/account/login', text, null)));
  expect((await server.call('GET', '/api/berth')).status).toBe(200);
  for (const { status, key } of await flood)
    expect([status, key]).toEqual(status === 503 ? [503, 'MSG_generic_0503'] : [413, 'MSG_generic_0024']);
});

test('a body of unknown length is read up to the limit', async () => {
  expect(await post('/account/login', inChunks('[' + ' '.repeat(20_000)), null)).toMatchObject({ status: 413 });
});

test('a body within the limit is read as before', async () => {
  const body = { username: 'unknown', password: 'x', more: 'x'.repeat(16_000) };
  expect((await post('/account/login', body, null)).status).toBe(401);
});

test.each([
  ['keys', KEYS],
  ['brackets', BRACKETS],
])('with a session, %s are refused before the text is parsed', async (_, text) => {
  expect(await post('/api/berth/search', text)).toMatchObject({ status: 400, key: 'MSG_generic_0021' });
});
