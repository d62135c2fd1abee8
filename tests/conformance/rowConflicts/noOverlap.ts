import type { NoOverlap } from '../../../generator/model/rule.ts';
import { areEqualIn, overlap } from '../neighbours.ts';
import type { RowConflict } from './rowConflict.ts';

/** `x-noOverlap`: another row with the same values has a period in common. */
export const noOverlap: RowConflict<NoOverlap> = {
  word: 'x-noOverlap',
  rules: (entity) => entity.noOverlap,
  exists: (rule, row, others, isCompared) =>
    others.some((other) => areEqualIn(rule.by, row, other, rule) && overlap(rule, row, other) && isCompared(other)),
};
