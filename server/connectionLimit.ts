import type { Server } from 'node:http';
import type { Config } from './config.ts';
import { addressGroup, isWithin, readAddress } from './routes/address.ts';

/** Further connections are closed at once, so that their memory and file handles stay bounded. */
export const MOST_CONNECTIONS = 10_000;

/**
 * Bounds the connections of all callers, and those of one address: it may have as many as are still free. So one
 * address gets half of them, and a second one always finds room. A trusted proxy brings many callers and is not
 * bounded.
 */
export function limitConnections(
  server: Server,
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
  most = MOST_CONNECTIONS,
): void {
  server.maxConnections = most;
  /** address → connections */
  const open = new Map<string, number>();
  let total = 0;
  server.on('connection', (socket) => {
    const address = readAddress(socket.remoteAddress ?? '');
    const key = address === undefined || isWithin(address, trustedProxies) ? '' : addressGroup(address);
    const own = (open.get(key) ?? 0) + 1;
    if (key !== '' && own > most - total) {
      socket.destroy();
      return;
    }
    total++;
    open.set(key, own);
    socket.once('close', () => {
      total--;
      const left = open.get(key)! - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    });
  });
}
