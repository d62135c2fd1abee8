import { call, callWithMessage, type Answer } from './client.ts';
import { clearTabs } from '../shell/tabs/stored.ts';
import { applyPreferences } from './preferences.ts';
import { endSession, keepUser, sessionToken, startSession } from './session.ts';

/** What log-in answers. */
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
  /** ids of the roles whose part the person can take in approvals */
  heldRoles?: string[];
  /** what the person chose for the screens, wherever they log in */
  language?: string | null;
  theme?: string | null;
  mustChangePassword?: boolean;
  /** the call came from the intranet, as the server judges */
  intranet?: boolean;
  /** says what day is today for the business */
  businessTimeZone?: string;
  [field: string]: unknown;
}

/** @throws ApiError when name and password don't match, or too many were tried */
export async function logIn(username: string, password: string): Promise<Session> {
  const session = await call<Session>('POST', '/account/login', { body: { username, password } });
  startSession(session.token, { userCde: username, userName: username });
  return session;
}

/** Forgets the session here, with what was open in it, and then ends it on the server if that can be reached. */
export async function logOut(): Promise<void> {
  const token = sessionToken();
  clearTabs();
  endSession();
  try {
    await call('GET', '/account/logout', { headers: { Authorization: `Bearer ${token}` } });
  } catch {
    // already dead, or the server is away: it is forgotten here all the same
  }
}

export async function getPerson(): Promise<Person> {
  const person = await call<Person>('POST', '/account/getUserInfo', { body: {} });
  keepUser(person);
  return person;
}

/** The person is the same for the whole session; the screens are shown as that person wants them. */
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
 * Changes the password. All sessions of the person end; the one here goes on under the token that is answered. @throws
 * ApiError
 */
export async function changePassword(oldPassword: string, newPassword: string): Promise<Answer<{ token: string }>> {
  const told = await callWithMessage<{ token: string }>('POST', '/account/changePassword', {
    body: { oldPassword, newPassword },
  });
  // another window may have asked with the dead token before the new one was here, and ended the session for all
  // windows
  if (sessionToken() === null) startSession(told.result.token);
  return told;
}
