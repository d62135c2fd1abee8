import type { ServerType } from '@hono/node-server';
import type { Server as HttpServer, RequestListener } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How the HTTP server closes; times in milliseconds. */
export interface ClosingTimes {
  /**
   * how long further calls are still accepted, each answered with `Connection: close`; 0 for a server that nobody calls
   * any more
   */
  drainMs: number;
  /** how long calls in flight may take from then on */
  finishMs: number;
}

/** Enough for a request on a connection that was accepted just before. */
const SETTLE_MS = 250;
const LOOK_MS = 20;
/** The listener closes when no connection came for so long, at the latest after the longer time. */
const QUIET_MS = 40;
const MAX_HOLD_MS = 250;

/**
 * Closes an HTTP server without cutting calls: clients leave it by themselves after an answer with `Connection: close`,
 * then it accepts no more connections, then calls in flight finish. Whoever takes longer than `finishMs` is cut.
 *
 * @returns whether all calls were finished
 */
export async function closeHttp(server: ServerType, { drainMs, finishMs }: ClosingTimes): Promise<boolean> {
  const http = server as HttpServer;
  // also where a call is refused before it reaches the application, which sets this header on its own answers
  http.prependListener('request', (_, response) => {
    response.setHeader('connection', 'close');
  });
  await until(async () => (await connectionsOf(http)) === 0, drainMs);
  let isClosed = false;
  // Node's own close() of an HTTP server would at once destroy connections on which a request is on its way
  const closeListener = () =>
    void NetServer.prototype.close.call(http, () => {
      isClosed = true;
    });
  if (drainMs > 0) {
    await inQuiet(http, closeListener);
    await until(() => isClosed, SETTLE_MS);
  } else {
    closeListener();
  }
  const isFinished = await until(() => {
    http.closeIdleConnections();
    return isClosed;
  }, finishMs);
  http.closeAllConnections();
  // also ends the timer that looks for late requests, which keeps the server in memory
  http.close(() => undefined);
  return isFinished;
}

/**
 * Closes the listener while this process does nothing else. The system has accepted connections that Node has not
 * fetched yet, and resets them when the listener closes. So requests are held back for a moment: then there is none,
 * for every connection is fetched at once, and whoever waits for an answer opens no other.
 */
async function inQuiet(http: HttpServer, closeListener: () => void): Promise<void> {
  const handlers = http.listeners('request');
  const held: Parameters<RequestListener>[] = [];
  http.removeAllListeners('request').on('request', (...request) => {
    held.push(request);
  });
  let last = performance.now();
  const onConnection = () => {
    last = performance.now();
  };
  http.on('connection', onConnection);
  await until(() => performance.now() - last >= QUIET_MS, MAX_HOLD_MS);
  // after the phase of the event loop that fetches connections
  await new Promise((done) => {
    setImmediate(done);
  });
  closeListener();
  http.off('connection', onConnection).removeAllListeners('request');
  for (const handler of handlers) http.on('request', handler as RequestListener);
  for (const request of held) http.emit('request', ...request);
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
  new Promise((done) => {
    server.getConnections((error, count) => done(error ? 0 : count));
  });
