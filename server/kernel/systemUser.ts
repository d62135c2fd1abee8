import type { Context, User } from './context.ts';
import { Rights } from './roleRights.ts';

/** The system user, for work of the server itself, or for a person's own record. */
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
 * Gives a context unrestricted rights, in the name and transaction of the caller, for the effects of an operation that
 * the caller may perform.
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
