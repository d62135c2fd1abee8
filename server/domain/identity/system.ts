import { openContext, type Kernel } from '../../kernel/kernel.ts';
import type { Context, User } from '../../kernel/context.ts';
import { Rights } from '../../kernel/rights.ts';

/** The server acting by itself, or in the name of a person on that person's own record. */
export const SYSTEM: User = { userCde: 'system', userName: 'Bordereau', role: '', companyCde: null, allSeeingEye: true, rights: Rights.all, isSystem: true };

/** A context with every right, for what nobody's rights are asked for. */
export const systemContext = (kernel: Kernel, { requestId = 'start', ...as }: Partial<Pick<User, 'userCde' | 'userName'>> & { requestId?: string } = {}): Context =>
  openContext(kernel, { user: { ...SYSTEM, ...as }, language: 'en-US', requestId, intranet: true });

/** The same call with every right, still in the caller's name and transaction: for what follows from a step that the caller may take. */
export function withEveryRight(context: Context): Context {
  const { userCde, userName } = context.user;
  return {
    ...context,
    user: { ...SYSTEM, userCde, userName },
    intranet: true,
    transaction: (work) => context.transaction((inside) => work(withEveryRight(inside))),
    separately: (work) => context.separately((inside) => work(withEveryRight(inside))),
  };
}
