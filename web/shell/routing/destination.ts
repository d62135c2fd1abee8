import { HOME, type RouteTable } from './table.ts';

/** What an address asks the frame for. */
export type Destination =
  /** something to draw, if there is a page of that path */
  | { to: 'page' }
  | { to: 'elsewhere'; address: string }
  /** the page of that address, anew */
  | { to: 'refresh'; address: string };

const REDIRECT = '/redirect';

/** The static addresses that lead on (1§2). */
const LEADING_ON = new Map([
  ['/', HOME],
  ['/dashboard', HOME],
  ['/error', '/error/404'],
]);

/**
 * Where an address leads (1§2, static and dynamic routes, "Navigation guard"): a screen of the reader's, what a name of
 * the menu stands for, or the first page where the name is known and the reader's table lacks it.
 */
export function destinationOf(
  { pathname, search }: { pathname: string; search: string },
  table: RouteTable,
  known: ReadonlySet<string>,
): Destination {
  if (pathname.startsWith(`${REDIRECT}/`)) return { to: 'refresh', address: pathname.slice(REDIRECT.length) + search };
  const leadsOn = LEADING_ON.get(pathname);
  if (leadsOn !== undefined) return { to: 'elsewhere', address: leadsOn };
  const moved = table.moved.get(pathname);
  if (moved !== undefined) return { to: 'elsewhere', address: moved + search };
  if (pathname === HOME || table.screens.some(({ path }) => path === pathname)) return { to: 'page' };
  const named = table.named.get(pathname);
  if (named !== undefined) return { to: 'elsewhere', address: named };
  return known.has(pathname) ? { to: 'elsewhere', address: HOME } : { to: 'page' };
}

/** The address that draws the page of `address` anew. */
export const refreshOf = (address: string): string => REDIRECT + address;
