import type { SaveKeyword } from './keyword.ts';

/** `x-sequence`: a new row draws the next number of its series, and keeps it. */
export const sequence: SaveKeyword = {
  word: 'x-sequence',
  concerns: (entity) => entity.sequence !== undefined,
  needs: 'lock',
  rowByRow: () => ['create', 'createWithParent', 'update'],
};
