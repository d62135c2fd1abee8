import type { Keyword } from './keyword.ts';

/** `x-id`: the name by which the database knew the entity first, so that a rename keeps its rows. */
export const id: Keyword<string> = {
  word: 'x-id',
  layers: [],
  bindsTable: true,
  compile(word, entity) {
    if (word !== undefined) entity.id = word;
  },
};
