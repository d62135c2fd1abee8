import type { Context, User } from '../../kernel/context.ts';
import { SYSTEM } from '../../kernel/systemUser.ts';
import { openContext } from '../../kernel/kernel.ts';
import type { Kernel } from '../../kernel/core.ts';

/** A context with every right, for what nobody's rights are asked for. */
export const systemContext = (
  kernel: Kernel,
  { requestId = 'start', ...as }: Partial<Pick<User, 'userCde' | 'userName'>> & { requestId?: string } = {},
): Context => openContext(kernel, { user: { ...SYSTEM, ...as }, language: 'en-US', requestId, intranet: true });
