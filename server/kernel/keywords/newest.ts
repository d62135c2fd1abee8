import type { SaveKeyword } from './keyword.ts';

/** `x-newest`: a save may move the flag of the latest row. */
export const newest: SaveKeyword = {
  word: 'x-newest',
  concerns: (entity) => entity.newest !== undefined,
  needs: 'lock',
  rowByRow: () => ['updateWithParent', 'deleteWithParent'],
};
