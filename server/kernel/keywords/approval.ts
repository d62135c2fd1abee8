import { clearReturned } from '../approval/returned.ts';
import type { SaveKeyword } from '../core.ts';

/** `x-approval`: deleting a row clears the notice of its rejection. */
export const approval: SaveKeyword = {
  word: 'x-approval',
  concerns: (entity) => entity.approval !== undefined,
  needs: 'transaction',
  rowByRow: () => ['deleteWithParent'],
  async afterSave({ kernel, runtime, operation, before, context }) {
    if (operation === 'delete') await clearReturned(kernel, runtime, before['id'], context);
  },
};
