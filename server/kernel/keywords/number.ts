import type { SaveKeyword } from './keyword.ts';

/** `x-number`: a new row draws its number from a counter. */
export const number: SaveKeyword = {
  word: 'x-number',
  concerns: ({ fields }) => fields.some((field) => field.number !== undefined),
  needs: 'lock',
  rowByRow: () => ['create', 'createWithParent'],
};
