import type { Effect } from '../../kernel/domain.ts';

/** Enters what the insurer's policies and endorsements are numbered; what is left empty stays (1§3 H&M). */
export const policyNumbers: Effect = async (_kernel, { input }) => ({ values: input });
