import { serve, type ServerType } from '@hono/node-server';
import {
  createServer as createHttpServer,
  type RequestListener,
  type Server as HttpServer,
  type ServerOptions,
} from 'node:http';
import { BadSetting, type Config } from './config.ts';
import { limitConnections } from './connectionLimit.ts';
import type { Admission } from './routes/admission/admission.ts';

/**
 * Longer than proxies and browsers keep an idle connection. If the server closed it first, the next call on it would
 * fail.
 */
const IDLE_CONNECTION_MS = 75_000;
/** Time limits for receiving the headers and the whole request; a late request is answered 408. */
const HEADERS_MS = 20_000;
const REQUEST_MS = 300_000;
const CHECK_INTERVAL_MS = 5000;

/** Serves HTTP at the configured address. @throws BadSetting if the address cannot be used */
export function listenOn(
  fetch: Parameters<typeof serve>[0]['fetch'],
  config: Config,
  admission: Admission,
): Promise<{ server: ServerType; port: number }> {
  const { host, port } = config;
  return new Promise((done, fail) => {
    const createServer = (options: ServerOptions, listener: RequestListener) =>
      createHttpServer(options, admission.wrap(listener));
    const serverOptions = {
      keepAliveTimeout: IDLE_CONNECTION_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    };
    const options = {
      fetch,
      hostname: host,
      port,
      createServer: createServer as typeof createHttpServer,
      serverOptions,
    };
    const server = serve(options, (info) => done({ server, port: info.port }));
    limitConnections(server as HttpServer, config);
    server.once('error', (error: NodeJS.ErrnoException) => fail(toBadSetting(error, config) ?? error));
  });
}

/** Names the setting that caused an error of `listen`. */
function toBadSetting({ code }: NodeJS.ErrnoException, { host, port }: Config): BadSetting | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return new BadSetting('PORT', `${port} is in use by another program`);
    case 'EACCES':
      return new BadSetting('PORT', `${port} cannot be opened by this user`);
    case 'EADDRNOTAVAIL':
      return new BadSetting('HOST', `"${host}" is no address of this machine`);
    default:
      return undefined;
  }
}
