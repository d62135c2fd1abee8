import type { AuthProvider } from '@refinedev/core';
import { getPerson, logIn, logOut } from './account.ts';
import { loadRights } from '../rights/load.ts';
import { ApiError } from './error.ts';
import { sessionToken } from './session.ts';

/**
 * Gives Refine access to the session. The API client ends the session when the server does; the shell then shows
 * log-in.
 */
export const authProvider: AuthProvider = {
  async login({ username, password }: { username: string; password: string }) {
    await logIn(username, password);
    return { success: true };
  },
  async logout() {
    await logOut();
    return { success: true, redirectTo: '/login' };
  },
  async check() {
    return sessionToken() ? { authenticated: true } : { authenticated: false, redirectTo: '/login' };
  },
  async onError(error: unknown) {
    return error instanceof ApiError && error.statusCode === 401 ? { logout: true, redirectTo: '/login', error } : {};
  },
  getIdentity: getPerson,
  getPermissions: loadRights,
};
