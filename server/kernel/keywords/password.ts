import type { SaveKeyword } from '../core.ts';

/** Fields of kind password: stored as a hash. */
export const password: SaveKeyword = {
  word: 'password',
  concerns: ({ fields }) => fields.some(({ kind }) => kind === 'password'),
  rowByRow: () => ['update', 'updateWithParent'],
};
