import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';

/** State of the schemas, as sent to open pages. */
export interface SchemaStatus {
  /** number of successful reloads; 0 before the first one */
  version: number;
  /** problems of the latest reload: a summary, then one line for each reason */
  problems: string[];
}

const OVERLAY = readFileSync(new URL('overlay.js', import.meta.url));
const SCRIPT_PATH = '/dev/overlay.js';
const STATUS_PATH = '/dev/news';

/** A reverse proxy to the server with the latest model, which also sends the state of the schemas to open pages. */
export interface DevProxy {
  server: Server;
  /** Forwards later calls to this server. */
  forwardTo(url: string): void;
  /** Sends the state of the schemas to open pages. */
  publish(status: SchemaStatus): void;
}

/**
 * Adds the script to a page that reloads it and shows problems. The script is a file of this server, because the
 * content security policy of the page forbids inline scripts.
 */
export const withOverlay = (page: string): string =>
  page.replace('</head>', `<script type="module" src="${SCRIPT_PATH}"></script></head>`);

/** Opens the proxy. Until `forwardTo` it answers 503 with a page that only shows problems. */
export function openDevProxy(): DevProxy {
  let target: URL | undefined;
  let status: SchemaStatus = { version: 0, problems: [] };
  const listeners = new Set<ServerResponse>();
  const send = (to: ServerResponse) => to.write(`data: ${JSON.stringify(status)}\n\n`);

  const server = createServer((incoming, outgoing) => {
    if (incoming.url === SCRIPT_PATH) {
      outgoing
        .writeHead(200, { 'content-type': 'text/javascript; charset=UTF-8', 'cache-control': 'no-cache' })
        .end(OVERLAY);
    } else if (incoming.url === STATUS_PATH) {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
      listeners.add(outgoing);
      outgoing.once('close', () => listeners.delete(outgoing));
      send(outgoing);
    } else if (target === undefined) {
      outgoing
        .writeHead(503, { 'content-type': 'text/html; charset=UTF-8' })
        .end(withOverlay('<!doctype html><html lang="en"><head><title>Bordereau</title></head><body></body></html>'));
    } else {
      forward(target, incoming, outgoing);
    }
  });
  server.once('close', () => listeners.clear());
  return {
    server,
    forwardTo: (url) => {
      target = new URL(url);
    },
    publish: (next) => {
      status = next;
      for (const listener of listeners) send(listener);
    },
  };
}

/** Forwards a call, and adds the script to an HTML page. */
function forward(target: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { 'accept-encoding': _, ...headers } = incoming.headers;
  const call = request(
    { host: target.hostname, port: target.port, method: incoming.method, path: incoming.url, headers },
    (answer) => {
      // pages whose policy forbids scripts stay as they are
      const allowsScript = !String(answer.headers['content-security-policy'] ?? '').startsWith("default-src 'none'");
      const isPage =
        allowsScript && answer.headers['content-type']?.startsWith('text/html') === true && incoming.method === 'GET';
      if (!isPage) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const { 'content-length': _length, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, rest).end(withOverlay(Buffer.concat(parts).toString()));
      });
    },
  );
  call.once('error', () => {
    if (!outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end();
  });
  incoming.pipe(call);
}
