import type { Config } from '../config.ts';
import type { Caller } from '../kernel/kernel.ts';
import { addressGroup, isWithin, readAddress } from './address.ts';
import type { Http } from './environment.ts';
import { headerOf } from './header.ts';

/** The caller of a request, for the kernel. */
export function callerOf(http: Http, config: Config): Caller {
  const signal = http.get('heavyCall')?.signal;
  return {
    user: http.get('session').user,
    language: http.get('language'),
    requestId: http.get('requestId'),
    intranet: isFromIntranet(http, config),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** Address of a call, and whether it is certainly the caller's. */
export interface Origin {
  address: string;
  isCertain: boolean;
}

/** Headers of forwarded calls, which a caller can also forge. */
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
 * Determines the origin of a call. Headers count only if the connection comes from a trusted proxy (setting
 * TRUST_PROXY): `X-Forwarded-For` is read from the right, and the first address that is not a trusted proxy is the
 * caller's. If the proxy is not trusted, or sends no valid `X-Forwarded-For`, the origin is the address of the proxy,
 * without certainty.
 *
 * @param socket address of the connection
 * @param header reads a header by its name in lower case
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

/** Whether the call has headers of a proxy. */
export const isForwarded = (http: Http): boolean => PROXY_HEADERS.some((name) => headerOf(http, name) !== undefined);

/** Whether an address belongs to the intranet (setting INTRANET_CIDRS). */
export const isIntranet = (address: string, { intranet }: Config): boolean => isWithin(address, intranet);

/** The public address of this server, `https://host:port`: from the request, or from the headers of a trusted proxy. */
export function publicOrigin(http: Http, { trustedProxies }: Config): string {
  const { protocol, host } = new URL(http.req.url);
  const isTrusted = isWithin(socketAddress(http), trustedProxies);
  const forwarded = (name: string): string | undefined =>
    isTrusted ? headerOf(http, name)?.split(',').at(-1)?.trim() || undefined : undefined;
  const proto = forwarded('x-forwarded-proto');
  return `${proto === 'http' || proto === 'https' ? proto : protocol.slice(0, -1)}://${forwarded('x-forwarded-host') ?? host}`;
}

/** The caller's address for limits, from the socket or a trusted proxy; for IPv6 its /64 network. */
export const callerAddress = (http: Http, config: Config): string => addressGroup(origin(http, config).address);

/** Address of the connection: of the caller, or of the proxy next to this server. */
export const socketAddress = (http: Http): string => readAddress(http.env.incoming.socket.remoteAddress ?? '') ?? '';
