import type { ServerType } from '@hono/node-server';
import type { Server as HttpServer, RequestListener } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time limits of closing, in milliseconds. */
export interface CloseTimes {
  /** how long further calls are still accepted, each answered with `Connection: close`; 0 if no client is left */
  drainMs: number;
  /** how long calls in flight may take after that */
  finishMs: number;
}

/** Time for a request on a connection that was accepted just before. */
const SETTLE_MS = 250;
const POLL_MS = 20;
/** The listener closes after this time without a new connection, at the latest after `MAX_QUEUE_MS`. */
const QUIET_MS = 40;
const MAX_QUEUE_MS = 250;

/**
 * Closes an HTTP server without cutting calls. First, answers with `Connection: close` make the clients leave; then the
 * server accepts no more connections; then calls in flight finish. Calls that take longer than `finishMs` are cut.
 *
 * @returns whether all calls finished
 */
export async function closeHttp(server: ServerType, { drainMs, finishMs }: CloseTimes): Promise<boolean> {
  const http = server as HttpServer;
  // covers calls that are refused before the application, which sets the header on its own answers
  http.prependListener('request', (_, response) => {
    response.setHeader('connection', 'close');
  });
  await waitUntil(async () => (await countConnections(http)) === 0, drainMs);
  let isClosed = false;
  // close() of an HTTP server would destroy connections with a request on the way
  const closeListener = () =>
    void NetServer.prototype.close.call(http, () => {
      isClosed = true;
    });
  if (drainMs > 0) {
    await closeWhenQuiet(http, closeListener);
    await waitUntil(() => isClosed, SETTLE_MS);
  } else {
    closeListener();
  }
  const isFinished = await waitUntil(() => {
    http.closeIdleConnections();
    return isClosed;
  }, finishMs);
  http.closeAllConnections();
  // stops the timer that checks for late requests, which would keep the server in memory
  http.close(() => undefined);
  return isFinished;
}

/**
 * Closes the listener at a moment without pending connections. The operating system resets connections that it has
 * accepted but that Node has not fetched yet. So requests are queued for a moment: meanwhile Node fetches every pending
 * connection, and clients that wait for an answer open no new one.
 */
async function closeWhenQuiet(http: HttpServer, closeListener: () => void): Promise<void> {
  const handlers = http.listeners('request');
  const queued: Parameters<RequestListener>[] = [];
  http.removeAllListeners('request').on('request', (...request) => {
    queued.push(request);
  });
  let last = performance.now();
  const onConnection = () => {
    last = performance.now();
  };
  http.on('connection', onConnection);
  await waitUntil(() => performance.now() - last >= QUIET_MS, MAX_QUEUE_MS);
  // runs after the phase of the event loop that fetches connections
  await new Promise((done) => {
    setImmediate(done);
  });
  closeListener();
  http.off('connection', onConnection).removeAllListeners('request');
  for (const handler of handlers) http.on('request', handler as RequestListener);
  for (const request of queued) http.emit('request', ...request);
}

/** Polls a condition until it is true. @returns false after the time limit */
async function waitUntil(isTrue: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  for (;;) {
    if (await isTrue()) return true;
    if (performance.now() >= end) return false;
    await sleep(POLL_MS);
  }
}

const countConnections = (server: HttpServer): Promise<number> =>
  new Promise((done) => {
    server.getConnections((error, count) => done(error ? 0 : count));
  });
