import { syncReminders } from '../remind/reminders.ts';
import type { SaveKeyword } from '../core.ts';

/** `x-remind`: open reminders are updated with their record. */
export const remind: SaveKeyword = {
  word: 'x-remind',
  concerns: (entity) => entity.reminders.length > 0,
  needs: 'lock',
  rowByRow: () => ['update', 'updateWithParent', 'deleteWithParent'],
  async afterSave({ kernel, runtime, operation, before, saved, context }) {
    if (!before) return;
    const row = operation === 'delete' ? { ...before, delFlag: 'Y' } : saved.row;
    await syncReminders(kernel, runtime, { before, after: row }, context);
  },
};
