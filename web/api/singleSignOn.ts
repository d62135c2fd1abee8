import { startSession } from './session.ts';

/** Storage key, set by the click that starts a sign-on. A token without it comes from a forged link. */
const KEY = 'single-sign-on';
const REFUSALS = ['failed', 'away', 'noAccount', 'otherAccount'] as const;

/** Result of a sign-on: the address to go to with the new session, or the reason of a refusal. */
export type SignOnResult = { to: string } | { refused: (typeof REFUSALS)[number] };

/** Goes to the identity provider; `to` is the address to go to afterwards. */
export function beginSignOn(to: string): void {
  sessionStorage.setItem(KEY, to);
  window.location.assign('/account/oidc/login');
}

/**
 * Reads the result of a sign-on from the fragment of the address and clears it; undefined without a result, or if the
 * sign-on was not started in this window.
 */
export function endSignOn(): SignOnResult | undefined {
  const { pathname, search, hash } = window.location;
  const fragment = new URLSearchParams(hash.slice(1));
  const token = fragment.get('token');
  const reason = fragment.get('refused');
  if (token === null && reason === null) return undefined;
  window.history.replaceState(window.history.state, '', pathname + search);
  const to = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (reason !== null) return { refused: REFUSALS.find((refusal) => refusal === reason) ?? 'failed' };
  if (token === null || to === null) return undefined;
  startSession(token);
  return { to };
}
