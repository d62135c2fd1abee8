import { Listeners } from './listeners.ts';

/**
 * The browser's session: one opaque token, shared by all tabs through local storage.
 *
 * Subscribers are called when it ends, in this tab or in another one.
 */
const KEY = 'Access-Token';
const EXPIRES = 'Access-Token-Expires';
/** Storage keys of the person's name and code, and of the lock of the screen; removed with the token (1§4, 1§9). */
const USER_NAME = 'Current-User';
const USER_CODE = 'userCde';
const LOCKED = 'Is-Lockscreen';

/** A token that is not renewed is valid for seven days (1§9). */
const LIFE_MS = 604_800_000;

const listeners = new Listeners();

/** The token; null if nobody is logged in or the session has expired. */
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

/** Starts a new session. After a single sign-on the person is not known yet, and the previous person is removed. */
export function startSession(token: string, user?: { userCde: string; userName: string }): void {
  // The token first, because another window that notices a new person requests the person at once.
  keepToken(token);
  if (user) return keepUser(user);
  for (const key of [USER_NAME, USER_CODE]) localStorage.removeItem(key);
  announce();
}

/** Stores who is logged in. */
export function keepUser({ userCde, userName }: { userCde: string; userName: string }): void {
  localStorage.setItem(USER_CODE, userCde);
  localStorage.setItem(USER_NAME, userName);
  announce();
}

let user = storedUser();
let number = 0;

/**
 * Number that changes when the person of the session changes, in this or another window, so that the data of the
 * previous person is discarded. It does not change when a person becomes known after log-in.
 */
export const sessionNumber = (): number => number;

function storedUser(): string | null {
  return sessionToken() === null ? null : localStorage.getItem(USER_CODE);
}

/**
 * Removes the token and the person; the shell then shows log-in. Keeps a session whose token is not `endedToken`,
 * because it is newer.
 */
export function endSession(endedToken: string | null = localStorage.getItem(KEY)): void {
  if (endedToken === null || localStorage.getItem(KEY) !== endedToken) return;
  for (const key of [KEY, EXPIRES, USER_NAME, USER_CODE, LOCKED]) localStorage.removeItem(key);
  announce();
}

/**
 * Calls `listener` on every start and end of the session, and when its person changes.
 *
 * @returns an unsubscribe function
 */
export const onSessionChange = listeners.subscribe;

function announce(): void {
  const now = storedUser();
  if (user !== null && now !== user) number += 1;
  user = now;
  listeners.notify();
}

window.addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === USER_CODE || event.key === null) announce();
});
