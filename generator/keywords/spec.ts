import { specOf } from '../compile/field.ts';
import type { Keyword } from './keyword.ts';

/** `x-spec`: the requirement's place in the specification. */
export const spec: Keyword = {
  word: 'x-spec',
  layers: [],
  compile(word, entity) {
    entity.spec = specOf({ 'x-spec': word });
  },
};
