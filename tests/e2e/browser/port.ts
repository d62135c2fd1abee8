/**
 * The port of the products that a worker starts one after the other: the address stays the same, so that the browser
 * finds the scripts in its cache. Unknown until the first product has chosen one.
 */
let known = '0';

/** The port for the next product. */
export const nextPort = (): string => known;

/** Remembers the port of a product that has started at this address. */
export function rememberPort(url: string): void {
  known = new URL(url).port;
}
