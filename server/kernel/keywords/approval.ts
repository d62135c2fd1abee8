import type { SaveKeyword } from './keyword.ts';

/** `x-approval`: the to-dos of a deleted row are closed. */
export const approval: SaveKeyword = {
  word: 'x-approval',
  concerns: (entity) => entity.approval !== undefined,
  needs: 'transaction',
  rowByRow: () => ['deleteWithParent'],
};
