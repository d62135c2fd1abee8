import { call, callTold, type Told } from './client.ts';
import { applyPreferences } from './preferences.ts';
import { endSession, keepToken } from './session.ts';

/** What log-in answers. */
export interface Session { token: string; expiresAt: string; mustChangePassword: boolean }

/** The person who is logged in. */
export interface Person {
  userCde: string;
  userName: string;
  companyCde?: string | null;
  role?: { roleName: string; allSeeingEye: 'Y' | 'N' } | null;
  /** what the person chose for the screens, wherever they log in */
  language?: string | null;
  theme?: string | null;
  mustChangePassword?: boolean;
  /** says what day is today for the business */
  businessTimeZone?: string;
  [field: string]: unknown;
}

/** @throws ApiError when name and password don't match, or too many were tried */
export async function logIn(username: string, password: string): Promise<Session> {
  const session = await call<Session>('POST', '/account/login', { body: { username, password } });
  keepToken(session.token);
  return session;
}

/** Ends the session here, and on the server if it can be reached: its token is worth nothing either way. */
export async function logOut(): Promise<void> {
  try {
    await call('GET', '/account/logout');
  } catch {
    // already dead, or the server is away: forgetting it is all that is left to do
  } finally {
    endSession();
  }
}

export const getPerson = (): Promise<Person> => call<Person>('POST', '/account/getUserInfo', { body: {} });

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

export const changePassword = (oldPassword: string, newPassword: string): Promise<Told<unknown>> =>
  callTold('POST', '/account/changePassword', { body: { oldPassword, newPassword } });
