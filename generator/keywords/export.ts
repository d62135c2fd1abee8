import { isRaw } from '../compile/source.ts';
import type { Keyword } from './keyword.ts';

/** `x-export`: maximum number of rows of an export. */
export const exportKeyword: Keyword = {
  word: 'x-export',
  layers: [],
  compile(word, entity) {
    entity.export = isRaw(word) ? word : {};
  },
};
