import { call, callWithMessage, type Answer } from './client.ts';
import { clearTabs } from '../shell/tabs/stored.ts';
import { applyPreferences } from './preferences.ts';
import { endSession, keepUser, sessionToken, startSession } from './session.ts';

/** Response of log-in. */
export interface Session {
  token: string;
  expiresAt: string;
  mustChangePassword: boolean;
}

/** The person who is logged in. */
export interface Person {
  userCde: string;
  userName: string;
  companyCde?: string | null;
  role?: { roleName: string; roleNameCh: string | null; allSeeingEye: 'Y' | 'N' } | null;
  /** ids of the roles that the person can act for in approvals */
  heldRoles?: string[];
  /** the person's display preferences, on every device */
  language?: string | null;
  theme?: string | null;
  mustChangePassword?: boolean;
  /** whether the server considers the call to be from the intranet */
  intranet?: boolean;
  /** determines the business day */
  businessTimeZone?: string;
  [field: string]: unknown;
}

/** Logs in and starts the session. @throws ApiError for a wrong name or password, or after too many attempts */
export async function logIn(username: string, password: string): Promise<Session> {
  const session = await call<Session>('POST', '/account/login', { body: { username, password } });
  startSession(session.token, { userCde: username, userName: username });
  return session;
}

/**
 * Removes the session and its open tabs in this browser, then ends the session on the server if the server is
 * reachable.
 */
export async function logOut(): Promise<void> {
  const token = sessionToken();
  clearTabs();
  endSession();
  try {
    await call('GET', '/account/logout', { headers: { Authorization: `Bearer ${token}` } });
  } catch {
    // The session has already ended, or the server is unreachable.
  }
}

/** Loads the person who is logged in. @throws ApiError */
export async function getPerson(): Promise<Person> {
  const person = await call<Person>('POST', '/account/getUserInfo', { body: {} });
  keepUser(person);
  return person;
}

/** Query of the person, which is loaded once in a session and whose preferences are applied. */
export const personQuery = {
  queryKey: ['person'],
  async queryFn(): Promise<Person> {
    const person = await getPerson();
    await applyPreferences(person);
    return person;
  },
  staleTime: Infinity,
} as const;

/**
 * Changes the password. All sessions of the person end; this one continues with the returned token.
 *
 * @throws ApiError
 */
export async function changePassword(oldPassword: string, newPassword: string): Promise<Answer<{ token: string }>> {
  const answer = await callWithMessage<{ token: string }>('POST', '/account/changePassword', {
    body: { oldPassword, newPassword },
  });
  // Another window may have used the old token meanwhile and so ended the session in all windows.
  if (sessionToken() === null) startSession(answer.result.token);
  return answer;
}
