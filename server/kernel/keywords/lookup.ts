import type { SaveKeyword } from '../core.ts';

/** `x-lookup` of rows of the same entity: a row is computed from rows saved before it. */
export const lookup: SaveKeyword = {
  word: 'x-lookup',
  concerns: ({ name, lookups }) => lookups.some(({ entity }) => entity === name),
  rowByRow: () => ['update'],
  addsRowByRow: () => true,
};
