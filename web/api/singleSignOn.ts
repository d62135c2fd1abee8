import { startSession } from './session.ts';

/** Set by the click that begins a sign-on: a token that comes without it is somebody else's, put into a link. */
const BEGUN = 'single-sign-on';
const REFUSALS = ['failed', 'away', 'noAccount', 'otherAccount'] as const;

/** How a sign-on came back: where to go with the session that it opened, or why there is none. */
export type Returned = { to: string } | { refused: (typeof REFUSALS)[number] };

/** Leaves for the provider; `to` is where to go afterwards. */
export function beginSignOn(to: string): void {
  sessionStorage.setItem(BEGUN, to);
  window.location.assign('/account/oidc/login');
}

/**
 * Takes what a sign-on left in the fragment of the address, which is cleared at once; undefined where there is nothing
 * of ours.
 */
export function endSignOn(): Returned | undefined {
  const { pathname, search, hash } = window.location;
  const fragment = new URLSearchParams(hash.slice(1));
  const token = fragment.get('token');
  const reason = fragment.get('refused');
  if (token === null && reason === null) return undefined;
  window.history.replaceState(window.history.state, '', pathname + search);
  const to = sessionStorage.getItem(BEGUN);
  sessionStorage.removeItem(BEGUN);
  if (reason !== null) return { refused: REFUSALS.find((one) => one === reason) ?? 'failed' };
  if (token === null || to === null) return undefined;
  startSession(token);
  return { to };
}
