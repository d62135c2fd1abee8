import type { SaveKeyword } from './keyword.ts';

/** `x-remind`: open reminders are updated with their record. */
export const remind: SaveKeyword = {
  word: 'x-remind',
  concerns: (entity) => entity.remind !== undefined,
  needs: 'lock',
  rowByRow: () => ['update', 'updateWithParent', 'deleteWithParent'],
};
