import { specOf } from '../compile/field.ts';
import type { Keyword } from './keyword.ts';

/** `x-spec`: the sections of the specification that the entity implements. */
export const spec: Keyword = {
  word: 'x-spec',
  layers: [],
  compile(word, entity) {
    entity.spec = specOf({ 'x-spec': word });
  },
};
