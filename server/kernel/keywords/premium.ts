import type { SaveKeyword } from '../core.ts';
import { totalBeforeCommit } from '../approval/premiumTotal.ts';

/** `x-premium`: a written amount changes the total of its version (`x-approval.amount.premiums`). */
export const premium: SaveKeyword = {
  word: 'x-premium',
  concerns: (entity) => entity.premium !== undefined,
  needs: 'transaction',
  afterWrite: (save) => totalBeforeCommit(save.kernel, save.runtime, [save], save.context),
  afterWriteMany: ({ kernel, runtime, rows, context }) => totalBeforeCommit(kernel, runtime, rows, context),
};
