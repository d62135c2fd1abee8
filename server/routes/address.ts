import { isIP, SocketAddress, type BlockList } from 'node:net';
import { cacheByObject } from '../../generator/language/cacheByObject.ts';

/**
 * Normalises an IP address from a proxy header or socket: removes port, brackets and zone id, and turns an IPv4-mapped
 * IPv6 address into IPv4.
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
 * The unit that limits count: an IPv4 address, or the /64 network of an IPv6 address, which belongs to one subscriber.
 */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail === undefined ? 0 : 8 - first!.length - last!.length;
  return `${[...first!, ...Array.from({ length: zeros }, () => '0'), ...last!].slice(0, 4).join(':')}::/64`;
}

/** Whether an address is in `ranges`. Results are cached, because ranges do not change while the server runs. */
export function isWithin(address: string, ranges: BlockList): boolean {
  const answers = answersOf(ranges);
  let answer = answers.get(address);
  if (answer === undefined) {
    const family = isIP(address);
    answer = family !== 0 && ranges.check(address, family === 6 ? 'ipv6' : 'ipv4');
    if (answers.size >= MAX_CACHED) answers.clear();
    answers.set(address, answer);
  }
  return answer;
}

const answersOf = cacheByObject((_ranges: BlockList) => new Map<string, boolean>());
const MAX_CACHED = 10_000;
