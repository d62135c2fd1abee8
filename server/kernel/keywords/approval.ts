import { clearReturned } from '../approval/returned.ts';
import type { SaveKeyword } from '../core.ts';

/** `x-approval`: the to-dos of a deleted row are closed. */
export const approval: SaveKeyword = {
  word: 'x-approval',
  concerns: (entity) => entity.approval !== undefined,
  needs: 'transaction',
  rowByRow: () => ['deleteWithParent'],
  async after({ kernel, runtime, change, before, context }) {
    if (change.operation === 'delete') await clearReturned(kernel, runtime, before!['id'], context);
  },
};
