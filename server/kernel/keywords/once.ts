import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { SaveKeyword } from '../core.ts';

/** `x-once`, and unique for ever: a value stays as it was first saved. */
export const once: SaveKeyword = {
  word: 'x-once',
  concerns: ({ fields }) => fields.some(({ lasting }) => lasting),
  checkInput({ runtime, body: { values, violations } }, before) {
    for (const { name, label, lasting } of runtime.entity.fields)
      if (lasting && before[name] != null && name in values && values[name] !== before[name])
        violations.push({ field: name, key: MESSAGE.lasting, params: { label } });
  },
};
