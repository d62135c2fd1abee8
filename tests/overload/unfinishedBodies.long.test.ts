/*
 * Attack: a stranger opens 300 connections from one address, sends the beginning of a log-in on each, and stops.
 * Before: the 300 calls took all the room of callers without a token: the log-in of a trusted device, of a known
 *   address and of a new one, and every other page, answered 503 for 32 s.
 * Now: a call whose body has not arrived takes no room from others, an address may have 100 of them, and each ends
 *   after 5 s. Everybody else can log in meanwhile.
 */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_PASSWORD, startTestServer, type Answer, type TestServer } from '../http/server.ts';
import { callsInFlight } from './inFlight.ts';

const CONNECTIONS = 300;
const ATTACKER = '203.0.113.66';
const OFFICE = '198.51.100.1';
const BODY_TIME_MS = 8000;

let server: TestServer;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await startTestServer({ allSessions: true, env: { TRUST_PROXY: 'true' }, referenceData: false });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

const logIn = (from: string, cookie?: string): Promise<Answer> =>
  server.call('POST', '/account/login', {
    token: null,
    body: { username: 'admin', password: ADMIN_PASSWORD },
    headers: { 'x-forwarded-for': from, ...(cookie === undefined ? {} : { cookie }) },
  });

/** Begins a log-in whose body does not end; resolves when the server has answered or has waited for the body. */
function beginLogin(): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  sockets.push(socket);
  return new Promise((resolve) => {
    socket.on('error', () => resolve('closed'));
    socket.on('close', () => resolve('closed'));
    socket.once('data', (data) => resolve(data.toString().slice(9, 12)));
    socket.write(
      `POST /account/login HTTP/1.1\r\nhost: ${hostname}\r\nx-forwarded-for: ${ATTACKER}\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"u`,
    );
  });
}

const inFlight = (): Promise<number> => callsInFlight(server.url);

test('300 unfinished bodies from one address block no other caller, and are ended soon', async () => {
  const device = (await logIn(OFFICE)).headers.get('set-cookie')!.split(';')[0]!;
  const began = Array.from({ length: CONNECTIONS }, beginLogin);
  await expect.poll(inFlight).toBeGreaterThan(0);
  const answers = await Promise.all([
    logIn('192.0.2.1', device),
    logIn(OFFICE),
    logIn('192.0.2.2'),
    server.call('GET', '/', { token: null, headers: { 'x-forwarded-for': '192.0.2.3' } }),
    server.call('POST', '/account/verificationCode', {
      token: null,
      headers: { 'x-forwarded-for': '192.0.2.4' },
      body: {},
    }),
  ]);
  expect(answers.map(({ status, key }) => [status, key === 'MSG_generic_0503'])).toEqual([
    [200, false],
    [200, false],
    [200, false],
    [404, false],
    [400, false],
  ]);
  await expect.poll(inFlight, { timeout: BODY_TIME_MS }).toBe(0);
  const results = await Promise.all(began);
  expect(results.filter((result) => result === '503').length, 'refused at once').toBe(CONNECTIONS - 100);
  expect(results.filter((result) => result === 'closed').length, 'ended').toBe(100);
  expect((await logIn(ATTACKER)).status, 'the address itself, when it is over').toBe(200);
}, 20_000);
