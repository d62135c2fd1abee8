import type { MaxRows } from '../../../generator/keywords/maxRows.ts';
import { areEqualIn } from '../neighbours.ts';
import type { RowConflict } from './rowConflict.ts';

/** `x-maxRows`: as many rows as permitted have the same values. */
export const maxRows: RowConflict<MaxRows> = {
  word: 'x-maxRows',
  rules: (entity) => entity.maxRows ?? [],
  exists: ({ by, max }, row, others, isCompared) =>
    others.filter((other) => areEqualIn(by, row, other) && isCompared(other)).length >= max,
};
