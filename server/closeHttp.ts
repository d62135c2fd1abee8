import type { ServerType } from '@hono/node-server';
import type { Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How the HTTP server closes; times in milliseconds. */
export interface ClosingTimes {
  /** how long further calls are still accepted, each answered with `Connection: close`; 0 for a server that nobody calls any more */
  drainMs: number;
  /** how long calls in flight may take from then on */
  finishMs: number;
}

/** Enough for a request on a connection that was accepted just before. */
const SETTLE_MS = 250;
const LOOK_MS = 20;

/**
 * Closes an HTTP server without cutting calls: clients leave it by themselves after an answer with `Connection: close`, then it accepts
 * no more connections, then calls in flight finish. Whoever takes longer than `finishMs` is cut.
 *
 * @returns whether all calls were finished
 */
export async function closeHttp(server: ServerType, { drainMs, finishMs }: ClosingTimes): Promise<boolean> {
  const http = server as HttpServer;
  await until(async () => await connectionsOf(http) === 0, drainMs);
  let isClosed = false;
  // Node's own close() of an HTTP server would at once destroy connections on which a request is on its way
  NetServer.prototype.close.call(http, () => { isClosed = true; });
  if (drainMs > 0) await until(() => isClosed, SETTLE_MS);
  const isFinished = await until(() => {
    http.closeIdleConnections();
    return isClosed;
  }, finishMs);
  http.closeAllConnections();
  return isFinished;
}

/** Looks until a condition holds; false if it did not in time. */
async function until(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  for (;;) {
    if (await holds()) return true;
    if (performance.now() >= end) return false;
    await sleep(LOOK_MS);
  }
}

const connectionsOf = (server: HttpServer): Promise<number> =>
  new Promise((done) => { server.getConnections((error, count) => done(error ? 0 : count)); });
