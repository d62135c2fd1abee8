/**
 * The session as the browser keeps it: one opaque token, shared by all tabs through local storage.
 *
 * Whoever wants to know that the session ended (here or in another tab) subscribes.
 */
const KEY = 'Access-Token';
const listeners = new Set<() => void>();

/** The token, or null when nobody is logged in. */
export const sessionToken = (): string | null => localStorage.getItem(KEY);

/** Starts or renews the session. */
export function keepToken(token: string): void {
  if (localStorage.getItem(KEY) === token) return;
  localStorage.setItem(KEY, token);
  announce();
}

/** Forgets the token; the shell then shows the log-in page. A session that was opened since `dead` was sent stays. */
export function endSession(dead: string | null = sessionToken()): void {
  if (dead === null || localStorage.getItem(KEY) !== dead) return;
  localStorage.removeItem(KEY);
  announce();
}

/** Calls `listener` on every start and end of the session; answers how to stop that. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener();
}

window.addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) announce();
});
