import { serve, type ServerType } from '@hono/node-server';
import {
  createServer as createHttpServer,
  type RequestListener,
  type Server as HttpServer,
  type ServerOptions,
} from 'node:http';
import { BadSetting, type Config } from './config.ts';
import { limitConnections } from './connectionLimit.ts';
import type { Gate } from './routes/admission/gate.ts';

/**
 * Longer than a proxy or a browser keeps a connection that it does not use: closed here first, the next call on it
 * would break.
 */
const IDLE_CONNECTION_MS = 75_000;
/**
 * How long the headers of a request may take, and the whole request; late ones are looked for every few seconds and
 * answered 408.
 */
const HEADERS_MS = 20_000;
const REQUEST_MS = 300_000;
const LOOK_FOR_LATE_MS = 5000;

/** Serves HTTP at the address that the settings name. @throws BadSetting where it cannot be used */
export function listenOn(
  fetch: Parameters<typeof serve>[0]['fetch'],
  config: Config,
  gate: Gate,
): Promise<{ server: ServerType; port: number }> {
  const { host, port } = config;
  return new Promise((done, fail) => {
    const createServer = (options: ServerOptions, listener: RequestListener) =>
      createHttpServer(options, gate.before(listener));
    const serverOptions = {
      keepAliveTimeout: IDLE_CONNECTION_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: LOOK_FOR_LATE_MS,
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
    server.once('error', (error: NodeJS.ErrnoException) => fail(badSettingOf(error, config) ?? error));
  });
}

/** The setting that an error of listening is about. */
function badSettingOf({ code }: NodeJS.ErrnoException, { host, port }: Config): BadSetting | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return new BadSetting('PORT', `${port} is in use by another program`);
    case 'EACCES':
      return new BadSetting('PORT', `${port} may not be opened by this user`);
    case 'EADDRNOTAVAIL':
      return new BadSetting('HOST', `"${host}" is no address of this machine`);
    default:
      return undefined;
  }
}
