import type { Config } from '../config.ts';
import type { Caller } from '../kernel/kernel.ts';
import { addressGroup, isWithin, readAddress } from './address.ts';
import type { Http } from './environment.ts';
import { headerOf } from './header.ts';

/** Who calls, as the kernel wants to know it. */
export function callerOf(http: Http, config: Config): Caller {
  const ending = http.get('heavyCall')?.ending;
  return {
    user: http.get('session').user,
    language: http.get('language'),
    requestId: http.get('requestId'),
    intranet: isFromIntranet(http, config),
    ...(ending === undefined ? {} : { ending }),
  };
}

/** Where a call comes from: an address, and whether it is certain that the caller is there. */
export interface Origin {
  address: string;
  isCertain: boolean;
}

/** The headers by which a proxy, or somebody who plays one, says that it passes a call on. */
const PROXY_HEADERS = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-client-ip',
  'via',
] as const;

/**
 * Where a call comes from. Headers count only when the connection comes from a trusted proxy (setting TRUST_PROXY):
 * then `X-Forwarded-For` is read from the right, and the first address that is no trusted proxy is the caller's. A call
 * that an unknown proxy passed on, or for which a trusted one names no caller, comes from the proxy's address, without
 * certainty.
 *
 * @param socket address of the connection  @param header reads a header by its name in lower case
 */
export function originOf(
  socket: string,
  header: (name: string) => string | undefined,
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
): Origin {
  if (!PROXY_HEADERS.some((name) => header(name) !== undefined)) return { address: socket, isCertain: true };
  const uncertain = { address: socket, isCertain: false };
  const forwarded = header('x-forwarded-for');
  if (forwarded === undefined || !isWithin(socket, trustedProxies)) return uncertain;
  let address = socket;
  for (const part of forwarded.split(',').toReversed()) {
    const next = readAddress(part);
    if (next === undefined) return uncertain;
    address = next;
    if (!isWithin(address, trustedProxies)) break;
  }
  return { address, isCertain: true };
}

const origin = (http: Http, config: Config): Origin =>
  originOf(socketAddress(http), (name) => headerOf(http, name), config);

/** Whether a call certainly comes from the intranet (setting INTRANET_CIDRS). */
function isFromIntranet(http: Http, config: Config): boolean {
  const { address, isCertain } = origin(http, config);
  return isCertain && isIntranet(address, config);
}

/** Whether a proxy, or somebody who plays one, passed the call on. */
export const isPassedOn = (http: Http): boolean => PROXY_HEADERS.some((name) => headerOf(http, name) !== undefined);

/** Whether an address is one of the intranet's (setting INTRANET_CIDRS). */
export const isIntranet = (address: string, { intranet }: Config): boolean => isWithin(address, intranet);

/**
 * `https://host:port`, as the caller's browser knows this server: by the request, or by what a trusted proxy says of
 * it.
 */
export function publicOrigin(http: Http, { trustedProxies }: Config): string {
  const { protocol, host } = new URL(http.req.url);
  const isTrusted = isWithin(socketAddress(http), trustedProxies);
  const said = (name: string): string | undefined =>
    isTrusted ? headerOf(http, name)?.split(',').at(-1)?.trim() || undefined : undefined;
  const proto = said('x-forwarded-proto');
  return `${proto === 'http' || proto === 'https' ? proto : protocol.slice(0, -1)}://${said('x-forwarded-host') ?? host}`;
}

/**
 * The caller's address as limits count it: the socket's or the one that a trusted proxy names; of an IPv6 address its
 * /64.
 */
export const callerAddress = (http: Http, config: Config): string => addressGroup(origin(http, config).address);

/** Where the connection comes from: the caller, or the proxy next to this server. */
export const socketAddress = (http: Http): string => readAddress(http.env.incoming.socket.remoteAddress ?? '') ?? '';
