import type { SaveKeyword } from '../core.ts';

/** `x-guard` of deletion: its expression is evaluated for each row. */
export const guard: SaveKeyword = {
  word: 'x-guard',
  concerns: ({ guards }) => guards['delete'] !== undefined,
  rowByRow: () => ['deleteWithParent'],
};
