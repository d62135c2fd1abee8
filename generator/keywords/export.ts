import { isRaw } from '../compile/source.ts';
import type { Keyword } from './keyword.ts';

/** `x-export`: whether the rows can be exported, and the maximum number of rows of an export. */
export const exportKeyword: Keyword = {
  word: 'x-export',
  layers: [],
  compile(word, entity) {
    if (word === false) delete entity.export;
    else entity.export = isRaw(word) ? word : {};
  },
  diff(before, after, notes) {
    if (before.export && !after.export) notes.break('api', 'rows can no longer be exported');
    if (!before.export && after.export) notes.add('staff', 'rows can be exported');
  },
};
