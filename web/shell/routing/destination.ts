import { HOME, type RouteTable } from './table.ts';

/** Destination of an address. */
export type Destination =
  /** the page of the address, if there is one */
  | { to: 'page' }
  | { to: 'redirect'; address: string }
  /** reload of the page at another address */
  | { to: 'refresh'; address: string };

const REDIRECT = '/redirect';

/** Static redirects (1§2). */
const REDIRECTS = new Map([
  ['/', HOME],
  ['/dashboard', HOME],
  ['/error', '/error/404'],
]);

/**
 * Resolves an address (1§2, static and dynamic routes, "Navigation guard"). Static addresses and paths of menu names
 * are redirected. An address that only menus of other users contain is redirected to the first page.
 */
export function destinationOf(
  { pathname, search }: { pathname: string; search: string },
  table: RouteTable,
  known: ReadonlySet<string>,
): Destination {
  if (pathname.startsWith(`${REDIRECT}/`)) return { to: 'refresh', address: pathname.slice(REDIRECT.length) + search };
  const fixed = REDIRECTS.get(pathname);
  if (fixed !== undefined) return { to: 'redirect', address: fixed };
  const moved = table.moved.get(pathname);
  if (moved !== undefined) return { to: 'redirect', address: moved + search };
  if (pathname === HOME || table.screens.some(({ path }) => path === pathname)) return { to: 'page' };
  const named = table.named.get(pathname);
  if (named !== undefined) return { to: 'redirect', address: named };
  return known.has(pathname) ? { to: 'redirect', address: HOME } : { to: 'page' };
}

/** Address that reloads the page of `address`. */
export const refreshOf = (address: string): string => REDIRECT + address;
