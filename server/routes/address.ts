import { isIP, SocketAddress, type BlockList } from 'node:net';

/**
 * Read an IP address as proxies and sockets write it, in its one canonical form: without port, brackets and zone id, an
 * IPv4-mapped IPv6 address as IPv4.
 *
 * @returns undefined for text that is not an address
 */
export function readAddress(text: string): string | undefined {
  const trimmed = text.trim().replace(/^"(.*)"$/, '$1');
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1] ?? trimmed;
  const address = bare.replace(/%.*$/, '');
  const family = isIP(address);
  if (family === 0) return undefined;
  if (family === 4) return address;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  return canonical.startsWith('::ffff:') && canonical.includes('.') ? canonical.slice('::ffff:'.length) : canonical;
}

/**
 * The group that shares a limit: one IPv4 address, or the /64 of an IPv6 address, which one subscriber holds entirely.
 */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail === undefined ? 0 : 8 - first!.length - last!.length;
  return `${[...first!, ...Array.from({ length: zeros }, () => '0'), ...last!].slice(0, 4).join(':')}::/64`;
}

/** Whether an address lies within ranges. Recent answers are cached: ranges never change while the server runs. */
export function isWithin(address: string, ranges: BlockList): boolean {
  const answers = known.get(ranges) ?? new Map<string, boolean>();
  known.set(ranges, answers);
  let answer = answers.get(address);
  if (answer === undefined) {
    const family = isIP(address);
    answer = family !== 0 && ranges.check(address, family === 6 ? 'ipv6' : 'ipv4');
    if (answers.size >= MAX_KNOWN) answers.clear();
    answers.set(address, answer);
  }
  return answer;
}

const known = new WeakMap<BlockList, Map<string, boolean>>();
const MAX_KNOWN = 10_000;
