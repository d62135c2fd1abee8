import type { Context, User } from './context.ts';
import { Rights } from './roleRights.ts';

/** The system user: the server acting by itself, or for a person on that person's own record. */
export const SYSTEM: User = {
  userCde: 'system',
  userName: 'Bordereau',
  role: '',
  roleId: null,
  companyCde: null,
  allSeeingEye: true,
  rights: Rights.all,
  isSystem: true,
};

/**
 * The call with unrestricted rights, in the caller's name and transaction: for consequences of an operation that the
 * caller may perform.
 */
export function asSystem(context: Context): Context {
  const { userCde, userName, companyCde } = context.user;
  return {
    ...context,
    user: { ...SYSTEM, userCde, userName, companyCde },
    intranet: true,
    transaction: (work) => context.transaction((inside) => work(asSystem(inside))),
    separately: (work) => context.separately((inside) => work(asSystem(inside))),
  };
}
