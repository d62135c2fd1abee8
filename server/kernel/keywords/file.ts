import type { SaveKeyword } from '../core.ts';

/** Fields of kind file: the row becomes the owner of its uploads. */
export const file: SaveKeyword = {
  word: 'file',
  concerns: ({ fields }) => fields.some(({ kind }) => kind === 'file' || kind === 'files'),
  needs: 'lock',
  rowByRow: () => ['create', 'update', 'createWithParent', 'updateWithParent', 'deleteWithParent'],
};
