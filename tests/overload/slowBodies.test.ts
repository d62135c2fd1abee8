/*
 * Attack: users of three accounts send four previews each, but only the beginning of each body.
 * Before: the twelve calls used all eight turns of previews and searches while the server waited for their bodies, for
 *   up to 30 s; a fourth person's preview waited 10 s and got 503.
 * Now: a call requests a turn only after its body is complete, so the fourth person's preview is answered.
 */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../http/server.ts';

const ATTACKERS = 3;
const EACH = 4;

let server: TestServer;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await startTestServer({ allSessions: true, referenceData: false });
  await server.create('role', {
    roleName: 'Watcher',
    allSeeingEye: 'Y',
    'role-permission': [{ permissionId: 'harbour.berth', actionEntitySet: ['query', 'add'] }],
  });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

/** Begins a preview whose body does not end. */
function beginPreview(token: string): void {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.write(
    `POST /api/berth/preview HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"berthCde":`,
  );
  sockets.push(socket);
}

const metrics = async (): Promise<string> => (await fetch(`${server.url}/metrics`)).text();
const inFlight = async (): Promise<number> => Number(/^http_requests_in_flight (\d+)$/m.exec(await metrics())![1]);

test('previews with incomplete bodies do not delay the preview of another user', async () => {
  const colleague = await server.logInAs('colleague', 'Watcher');
  for (let n = 0; n < ATTACKERS; n++) {
    const token = await server.logInAs(`attacker${n}`, 'Watcher');
    for (let call = 0; call < EACH; call++) beginPreview(token);
  }
  await expect.poll(inFlight).toBe(ATTACKERS * EACH);
  const body = { berthCde: 'X', berthName: 'X' };
  expect((await server.call('POST', '/api/berth/preview', { token: colleague, body })).status).toBe(200);
  expect(await metrics()).toMatch(/^heavy_calls\{class="query",state="running"\} 0$/m);
});
