import { isRaw } from '../compile/source.ts';
import type { Keyword } from './keyword.ts';

/** `x-export`: the most rows of a list that may be exported at once. */
export const exportKeyword: Keyword = {
  word: 'x-export',
  layers: [],
  compile(word, entity) {
    entity.export = isRaw(word) ? word : {};
  },
};
