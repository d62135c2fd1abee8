/*
 * Attack: six accounts send four files each, and of each only the beginning; or ask for four files each and do not
 *   read them. Anybody with an account can.
 * Before: they held all 24 slots of uploads, or of downloads, for five minutes; everybody else's file waited as
 *   long, without an answer.
 * Now: only files in memory are few, and no file waits there for its sender or reader; a seventh person's upload and
 *   download go through. A body that brings less than 60 KB within 30 s is ended with 408.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../fixtures/attachments.ts';
import { startTestServer, type Answer, type TestServer } from '../http/server.ts';
import { callsInFlight } from './inFlight.ts';

const ATTACKERS = 6;
const EACH = 4;
/** More than the buffers of a connection take. */
const LARGE = 7_800_000;
const TIMEOUT_MS = 30_000;

let server: TestServer;
let tokens: string[];
let folder: string;
const before = process.env['TMPDIR'];
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await startTestServer({ allSessions: true, referenceData: false });
  await server.create('role', {
    roleName: 'Sender',
    'role-permission': [{ permissionId: 'harbour.logbook', actionEntitySet: ['add'] }],
  });
  folder = await mkdtemp(join(tmpdir(), 'slow-'));
  process.env['TMPDIR'] = folder;
  tokens = [];
  for (let n = 0; n < ATTACKERS; n++) tokens.push(await server.logInAs(`attacker${n}`, 'Sender'));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends a request, or the beginning of one, and reads nothing. */
function send(line: string, token: string, rest: string): void {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined).pause();
  socket.write(`${line} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n${rest}`);
  sockets.push(socket);
}

function upload(bytes: Buffer, token = server.token): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'picture.png');
  return server.call('POST', '/api/files', { body: form, token });
}

const inFlight = (): Promise<number> => callsInFlight(server.url);

async function leave(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(inFlight).toBe(0);
}

test(
  'slow senders do not block uploads of others',
  async () => {
    const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nslow';
    for (const token of tokens) {
      for (let n = 0; n < EACH; n++)
        send(
          'POST /api/files',
          token,
          `content-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n${body}`,
        );
    }
    // all uploads are in progress
    await expect.poll(() => readdir(folder)).toHaveLength(ATTACKERS * EACH);
    expect((await upload(png())).status).toBe(201);
    await leave();
    await expect.poll(() => readdir(folder)).toEqual([]);
    expect((await upload(png(), tokens[0]!)).status, 'callers who disconnected hold no turn').toBe(201);
  },
  TIMEOUT_MS,
);

test(
  'slow readers do not block downloads of others',
  async () => {
    const { result: small } = await upload(png());
    for (const token of tokens) {
      const { result: large } = await upload(png(LARGE), token);
      for (let n = 0; n < EACH; n++) send(`GET /api/files/${large.id}`, token, '\r\n');
    }
    await expect.poll(inFlight).toBe(ATTACKERS * EACH);
    const { status, headers, bytes } = await server.download(`/api/files/${small.id}`);
    expect([status, headers.get('content-type'), headers.get('content-length')]).toEqual([
      200,
      'image/png',
      String(png().length),
    ]);
    expect(bytes.equals(png())).toBe(true);
    await leave();
  },
  TIMEOUT_MS,
);
