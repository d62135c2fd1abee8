import type { Keyword } from './keyword.ts';

/** `x-include`: bodies of `schemas/bodies/` that the file takes over; they are merged before the file is compiled. */
export const include: Keyword<string[]> = {
  word: 'x-include',
  layers: [],
  compile(word, entity) {
    if (word !== undefined) entity.includes = word;
  },
};
