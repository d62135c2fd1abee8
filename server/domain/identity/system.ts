import type { Context, User } from '../../kernel/context.ts';
import { SYSTEM } from '../../kernel/systemUser.ts';
import { openContext } from '../../kernel/kernel.ts';
import type { Kernel } from '../../kernel/core.ts';

/** The context of the system user, or of a person with unrestricted rights. */
export const systemContext = (
  kernel: Kernel,
  { requestId = 'start', ...as }: Partial<Pick<User, 'userCde' | 'userName'>> & { requestId?: string } = {},
): Context => openContext(kernel, { user: { ...SYSTEM, ...as }, language: 'en-US', requestId, intranet: true });
