import type { Keyword } from './keyword.ts';

/** `x-id`: the first name of the entity in the database, so that a rename keeps its rows. */
export const id: Keyword<string> = {
  word: 'x-id',
  layers: [],
  bindsTable: true,
  compile(word, entity) {
    if (word !== undefined) entity.id = word;
  },
};
