import type { Config } from '../config.ts';
import type { Http } from './environment.ts';

/** The caller's address: the socket's, or what a trusted proxy says of it. */
export function callerAddress(http: Http, { trustProxy }: Config): string {
  const socket = http.env.incoming.socket.remoteAddress ?? '';
  const forwarded = trustProxy ? http.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return (forwarded || socket).replace(/^::ffff:/, '');
}
