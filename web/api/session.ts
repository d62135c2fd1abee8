/**
 * The session as the browser keeps it: one opaque token, shared by all tabs through local storage.
 *
 * Whoever wants to know that the session ended (here or in another tab) subscribes.
 */
const KEY = 'Access-Token';
const EXPIRES = 'Access-Token-Expires';
/** Who is logged in, by name and by code, and that their screen is not locked: they go with the token (1§4, 1§9). */
const USER_NAME = 'Current-User';
const USER_CODE = 'userCde';
const LOCKED = 'Is-Lockscreen';

/** A token that is not renewed is good for seven days (1§9). */
const LIFE_MS = 604_800_000;

const listeners = new Set<() => void>();

/** The token, or null when nobody is logged in, or too long ago. */
export function sessionToken(): string | null {
  const expires = localStorage.getItem(EXPIRES);
  return expires !== null && Date.now() >= Number(expires) ? null : localStorage.getItem(KEY);
}

/** Starts or renews the session. */
export function keepToken(token: string): void {
  if (sessionToken() === token) return;
  localStorage.setItem(KEY, token);
  localStorage.setItem(EXPIRES, String(Date.now() + LIFE_MS));
  localStorage.setItem(LOCKED, 'false');
  announce();
}

/**
 * Starts a session that somebody has just opened. Whose it is goes with the token, and is not known yet after a single
 * sign-on: then whoever was here before is forgotten.
 */
export function startSession(token: string, user?: { userCde: string; userName: string }): void {
  // the token first: a window that sees the person change asks at once who it is
  keepToken(token);
  if (user) return keepUser(user);
  for (const key of [USER_NAME, USER_CODE]) localStorage.removeItem(key);
  announce();
}

/** Keeps who is logged in. */
export function keepUser({ userCde, userName }: { userCde: string; userName: string }): void {
  localStorage.setItem(USER_CODE, userCde);
  localStorage.setItem(USER_NAME, userName);
  announce();
}

let user = storedUser();
let turn = 0;

/**
 * Changes with the person whose session this is, here or in another window: nothing that was shown or fetched for the
 * one before may stay. A person who becomes known is the same.
 */
export const sessionNumber = (): number => turn;

function storedUser(): string | null {
  return sessionToken() === null ? null : localStorage.getItem(USER_CODE);
}

/**
 * Forgets the token and whose it was; the shell then shows the log-in page. A session that was opened since `dead` was
 * sent stays.
 */
export function endSession(dead: string | null = localStorage.getItem(KEY)): void {
  if (dead === null || localStorage.getItem(KEY) !== dead) return;
  for (const key of [KEY, EXPIRES, USER_NAME, USER_CODE, LOCKED]) localStorage.removeItem(key);
  announce();
}

/**
 * Calls `listener` on every start and end of the session, and when it becomes another person's; answers how to stop
 * that.
 */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  const now = storedUser();
  if (user !== null && now !== user) turn += 1;
  user = now;
  for (const listener of listeners) listener();
}

window.addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === USER_CODE || event.key === null) announce();
});
