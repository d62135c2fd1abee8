import type { Unique } from '../../../generator/model/rule.ts';
import { areEqualIn } from '../neighbours.ts';
import type { RowConflict } from './rowConflict.ts';

/** `x-unique`: another row has the same values. */
export const unique: RowConflict<Unique> = {
  word: 'x-unique',
  rules: (entity) => entity.unique,
  exists: (rule, row, others, isCompared) =>
    others.some((other) => areEqualIn(rule.fields, row, other, rule) && isCompared(other)),
};
