/**
 * The port of the products that a worker starts one after the other. The address stays the same, so that the browser
 * finds the scripts in its cache. With 0, the first product gets a free port.
 */
let known = '0';

/** The port for the next product, which must start after the one before has stopped. */
export const nextPort = (): string => known;

/** Remembers the port of a product that has started at this address. */
export function rememberPort(url: string): void {
  known = new URL(url).port;
}
