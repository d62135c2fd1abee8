import type { SaveKeyword } from '../core.ts';

/** `x-premium`: a written amount changes the total of its version (`x-approval.amount.premiums`). */
export const premium: SaveKeyword = {
  word: 'x-premium',
  concerns: (entity) => entity.premium !== undefined,
  needs: 'transaction',
  afterWrite: (save) => save.kernel.premiumTotals.totalBeforeCommit(save.kernel, save.runtime, [save], save.context),
  afterWriteMany: ({ kernel, runtime, rows, context }) =>
    kernel.premiumTotals.totalBeforeCommit(kernel, runtime, rows, context),
};
