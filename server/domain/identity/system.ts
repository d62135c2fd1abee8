import type { Context, User } from '../../kernel/context.ts';
import { SYSTEM } from '../../kernel/systemUser.ts';
import { openContext } from '../../kernel/kernel.ts';
import type { Kernel } from '../../kernel/core.ts';

/**
 * The context of the system user.
 *
 * @param as the person in whose name changes are recorded, with the unrestricted rights of the system user; `requestId`
 *   is the id of the call for logs
 */
export const systemContext = (
  kernel: Kernel,
  { requestId = 'start', ...as }: Partial<Pick<User, 'userCde' | 'userName'>> & { requestId?: string } = {},
): Context => openContext(kernel, { user: { ...SYSTEM, ...as }, language: 'en-US', requestId, intranet: true });
