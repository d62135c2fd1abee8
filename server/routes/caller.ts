import { isIP } from 'node:net';
import type { Config } from '../config.ts';
import type { Caller } from '../kernel/kernel.ts';
import type { Http } from './environment.ts';
import { headerOf } from './header.ts';

/** Who calls, as the kernel wants to know it. */
export const callerOf = (http: Http, config: Config): Caller =>
  ({ user: http.get('session').user, language: http.get('language'), requestId: http.get('requestId'), intranet: isFromIntranet(http, config) });

/**
 * Whether a call comes from the intranet. One that a proxy passed on comes from where the proxy says, where the proxy is
 * trusted and says so in `X-Forwarded-For`; else nobody knows from where, and it does not.
 */
const isFromIntranet = (http: Http, config: Config): boolean =>
  !(config.trustProxy ? headerOf(http, 'x-forwarded-for') === undefined && isPassedOn(http) : isPassedOn(http)) && isIntranet(callerAddress(http, config), config);

/** Whether a proxy, or somebody who plays one, passed the call on. */
export const isPassedOn = (http: Http): boolean => headerOf(http, 'x-forwarded-for') !== undefined || headerOf(http, 'forwarded') !== undefined;

/** Whether an address is one of the intranet's (setting INTRANET_CIDRS). */
export function isIntranet(address: string, { intranet }: Config): boolean {
  const answers = known.get(intranet) ?? new Map<string, boolean>();
  known.set(intranet, answers);
  let answer = answers.get(address);
  if (answer === undefined) {
    const family = isIP(address);
    answer = family !== 0 && intranet.check(address, family === 6 ? 'ipv6' : 'ipv4');
    if (answers.size >= MOST_KNOWN) answers.clear();
    answers.set(address, answer);
  }
  return answer;
}

/** Addresses that were looked up before; the ranges never change while the server runs. */
const known = new WeakMap<Config['intranet'], Map<string, boolean>>();
const MOST_KNOWN = 10_000;

/** `https://host:port`, as the caller's browser knows this server: by the request, or by what a trusted proxy says of it. */
export function publicOrigin(http: Http, { trustProxy }: Config): string {
  const { protocol, host } = new URL(http.req.url);
  const said = (name: string): string | undefined => (trustProxy ? headerOf(http, name)?.split(',').at(-1)?.trim() || undefined : undefined);
  const proto = said('x-forwarded-proto');
  return `${proto === 'http' || proto === 'https' ? proto : protocol.slice(0, -1)}://${said('x-forwarded-host') ?? host}`;
}

/** The caller's address: the socket's, or what a trusted proxy says of it. */
export function callerAddress(http: Http, { trustProxy }: Config): string {
  const forwarded = trustProxy ? headerOf(http, 'x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded ? withoutPrefix(forwarded) : socketAddress(http);
}

/** Where the connection comes from: the caller, or the proxy next to this server. */
export const socketAddress = (http: Http): string => withoutPrefix(http.env.incoming.socket.remoteAddress ?? '');

/** An IPv4 address as it is, which a socket of both families writes as an IPv6 one. */
const withoutPrefix = (address: string): string => address.replace(/^::ffff:/, '');
