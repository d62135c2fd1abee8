/*
 * Attack: somebody without an account opens 10,000 connections from one machine and keeps each alive with a call a
 *   minute.
 * Before: one address could take all connections that the server accepts, which are 10,000. Of a server that accepts
 *   8, it got 8 of 10 that it tried, and another address none.
 * Now: an address has as many connections as are still free, so half of all; others find room. A trusted proxy is
 *   not bounded.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { BlockList, connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { limitConnections } from '../../server/connectionLimit.ts';

const MAX_CONNECTIONS = 8;

const sockets: Socket[] = [];
let server: Server;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
  await once(server, 'close');
});

async function listen(trustedProxies = new BlockList()): Promise<void> {
  server = createServer((_, response) => {
    response.end('ok');
  });
  limitConnections(server, { trustedProxies }, MAX_CONNECTIONS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** Opens a connection and calls once. @returns whether there was an answer */
async function isAnswered(localAddress: string): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, localAddress });
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
}

async function answered(localAddress: string, calls: number): Promise<number> {
  let count = 0;
  for (let n = 0; n < calls; n++) if (await isAnswered(localAddress)) count++;
  return count;
}

test('one address gets half of all connections, and another one can still connect', async () => {
  await listen();
  expect(await answered('127.0.0.2', MAX_CONNECTIONS)).toBe(MAX_CONNECTIONS / 2);
  expect(await answered('127.0.0.3', 1)).toBe(1);
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => isAnswered('127.0.0.2')).toBe(true);
});

test('a trusted proxy may have all of them', async () => {
  const trusted = new BlockList();
  trusted.addAddress('127.0.0.2');
  await listen(trusted);
  expect(await answered('127.0.0.2', MAX_CONNECTIONS + 1)).toBe(MAX_CONNECTIONS);
});
