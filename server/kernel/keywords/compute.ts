import type { SaveKeyword } from './keyword.ts';

/** `x-compute.follows`: copies of a field in other rows are updated with it. */
export const compute: SaveKeyword = {
  word: 'x-compute',
  concerns: (entity) => entity.followers !== undefined,
  needs: 'lock',
};
