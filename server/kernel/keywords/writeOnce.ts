import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { SaveKeyword } from '../core.ts';

/** `x-writeOnce`, and the fields of an `x-unique` with `forever`: a stored value cannot change. */
export const writeOnce: SaveKeyword = {
  word: 'x-writeOnce',
  concerns: ({ fields }) => fields.some((field) => field.writeOnce),
  checkInput({ runtime, body: { values, violations } }, before) {
    for (const field of runtime.entity.fields) {
      const { name, label } = field;
      if (field.writeOnce && before[name] != null && name in values && values[name] !== before[name])
        violations.push({ field: name, key: MESSAGE.writeOnce, params: { label } });
    }
  },
};
