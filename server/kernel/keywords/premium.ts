import type { SaveKeyword } from '../core.ts';
import { totalBeforeCommit } from '../approval/premiumTotal.ts';

/** `x-premium`: a written amount changes the total of its version (`x-approval.amount.premiums`). */
export const premium: SaveKeyword = {
  word: 'x-premium',
  concerns: (entity) => entity.premium !== undefined,
  needs: 'transaction',
  afterWrite: ({ kernel, runtime, row, before, context }) =>
    totalBeforeCommit(kernel, runtime, [{ ...(before && { before }), after: row }], context),
};
