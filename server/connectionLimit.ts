import type { Server } from 'node:http';
import type { Config } from './config.ts';
import { addressGroup, isWithin, readAddress } from './routes/address.ts';

/** Limit of all connections, which bounds memory and file handles. Further ones are closed at once. */
const MAX_CONNECTIONS = 10_000;

/**
 * Limits the connections of the server and of each address. An address can have as many connections as are still free,
 * so one address gets at most half, and others can always connect. Trusted proxies forward many callers and have no
 * limit of their own.
 */
export function limitConnections(
  server: Server,
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
  max = MAX_CONNECTIONS,
): void {
  server.maxConnections = max;
  const countByAddress = new Map<string, number>();
  let total = 0;
  server.on('connection', (socket) => {
    const address = readAddress(socket.remoteAddress ?? '');
    const key = address === undefined || isWithin(address, trustedProxies) ? '' : addressGroup(address);
    const count = (countByAddress.get(key) ?? 0) + 1;
    if (key !== '' && count > max - total) {
      socket.destroy();
      return;
    }
    total++;
    countByAddress.set(key, count);
    socket.once('close', () => {
      total--;
      const left = countByAddress.get(key)! - 1;
      if (left === 0) countByAddress.delete(key);
      else countByAddress.set(key, left);
    });
  });
}
