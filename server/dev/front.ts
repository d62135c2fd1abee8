import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';

/** What the browser is told of the schemas: how often they came alive, and what is wrong with them now. */
export interface News {
  version: number;
  problems: string[];
}

const OVERLAY = readFileSync(new URL('overlay.js', import.meta.url));
const SCRIPT = '/dev/overlay.js';
const NEWS = '/dev/news';

/**
 * What stands before the product while schemas are written: it hands calls on to the server that has the newest model,
 * and tells pages when that changes.
 */
export interface Front {
  server: Server;
  /** hands on to that server from now on */
  turnTo(url: string): void;
  tell(news: News): void;
}

/**
 * The page with the script that reloads it, and shows what is wrong. It is a file of ours: the page's own policy lets
 * no other run.
 */
export const withOverlay = (page: string): string =>
  page.replace('</head>', `<script type="module" src="${SCRIPT}"></script></head>`);

export function openFront(): Front {
  let target: URL | undefined;
  let news: News = { version: 0, problems: [] };
  const listeners = new Set<ServerResponse>();
  const send = (to: ServerResponse) => to.write(`data: ${JSON.stringify(news)}\n\n`);

  const server = createServer((incoming, outgoing) => {
    if (incoming.url === SCRIPT) {
      outgoing
        .writeHead(200, { 'content-type': 'text/javascript; charset=UTF-8', 'cache-control': 'no-cache' })
        .end(OVERLAY);
    } else if (incoming.url === NEWS) {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
      listeners.add(outgoing);
      outgoing.once('close', () => listeners.delete(outgoing));
      send(outgoing);
    } else if (target === undefined) {
      outgoing
        .writeHead(503, { 'content-type': 'text/html; charset=UTF-8' })
        .end(withOverlay('<!doctype html><html lang="en"><head><title>Bordereau</title></head><body></body></html>'));
    } else {
      handOn(target, incoming, outgoing);
    }
  });
  server.once('close', () => listeners.clear());
  return {
    server,
    turnTo: (url) => {
      target = new URL(url);
    },
    tell: (next) => {
      news = next;
      for (const listener of listeners) send(listener);
    },
  };
}

function handOn(target: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { 'accept-encoding': _, ...headers } = incoming.headers;
  const call = request(
    { host: target.hostname, port: target.port, method: incoming.method, path: incoming.url, headers },
    (answer) => {
      // a page that lets no script run gets none
      const mayRun = !String(answer.headers['content-security-policy'] ?? '').startsWith("default-src 'none'");
      const isPage =
        mayRun && answer.headers['content-type']?.startsWith('text/html') === true && incoming.method === 'GET';
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
