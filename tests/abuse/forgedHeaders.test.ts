/*
 * Attack: somebody in the network connects to the server directly, without the proxy, and writes the headers of a
 *   proxy: `X-Forwarded-For: 10.99.0.7` makes people's administration think that the caller sits in the intranet. Or
 *   a proxy that no setting names passes the outside on with `X-Real-IP` alone.
 * Before: with TRUST_PROXY=true whoever connected was believed: GET /api/person with a forged address answered 200
 *   from any machine. A call with `X-Real-IP` or `X-Forwarded-Host` alone counted as from the proxy's own address:
 *   200, and 200 from /metrics.
 * Now: TRUST_PROXY=true believes a proxy on this machine alone, a list names others. Whatever anybody else says is
 *   ignored, and the call counts as from outside: 403 from people's administration, 404 from /metrics.
 */
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../http/server.ts';

/** An address of this machine that is not loopback: a connection to it comes from it. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ referenceData: false });
});
afterAll(() => server.close());

const people = async (url: string, headers: Record<string, string>): Promise<number> =>
  (await server.call('GET', '/api/person', { url, headers })).status;

test('a forged address has no effect unless the sender is a trusted proxy', async () => {
  // where the machine has no network, the test connects by loopback, which the list does not name
  const { url } = await server.startAnother({
    INTRANET_CIDRS: '10.99.0.0/16',
    ...(ownAddress === undefined ? { TRUST_PROXY: '192.0.2.1' } : { TRUST_PROXY: 'true', HOST: '0.0.0.0' }),
  });
  const direct = ownAddress === undefined ? url : url.replace('0.0.0.0', ownAddress);
  for (const headers of [
    {},
    { 'x-forwarded-for': '10.99.0.7' },
    { 'x-real-ip': '10.99.0.7' },
    { forwarded: 'for=10.99.0.7' },
    { 'x-forwarded-for': '10.99.0.7', 'x-real-ip': '10.99.0.7' },
  ]) {
    expect(await people(direct, headers), JSON.stringify(headers)).toBe(403);
  }
});

test('a trusted proxy is believed, also if the address has a port', async () => {
  const { url } = await server.startAnother({ INTRANET_CIDRS: '10.99.0.0/16,fd99::/16', TRUST_PROXY: 'true' });
  expect(await people(url, { 'x-forwarded-for': '10.99.0.7:51234' })).toBe(200);
  expect(await people(url, { 'x-forwarded-for': '[fd99::7]:443' })).toBe(200);
  expect(await people(url, { 'x-forwarded-for': '10.99.0.7, 203.0.113.9:51234' })).toBe(403);
});

test.each([
  { 'x-real-ip': '203.0.113.9' },
  { 'x-forwarded-host': 'bordereau.example' },
  { 'x-forwarded-proto': 'https' },
  { via: '1.1 proxy' },
])('a call that an unknown proxy forwards with %j does not count as from the intranet', async (headers) => {
  expect(await people(server.url, headers)).toBe(403);
  expect((await server.call('GET', '/metrics', { token: null, headers })).status).toBe(404);
});

test('without these headers the address of the connection counts', async () => {
  expect(await people(server.url, {})).toBe(200);
  expect((await server.call('GET', '/metrics', { token: null })).status).toBe(200);
});
