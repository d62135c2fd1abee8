import { MESSAGE } from '../messageKeys.ts';
import { problem, type ConditionType } from './kind.ts';
import { listKind } from './list.ts';
import { textKind } from './text.ts';

const ONE_OF: readonly ConditionType[] = ['equal', 'ne', 'array', 'isNull', 'notNull'];
/**
 * Conditions of a list: `equal` matches if the list contains the value, `array` if it contains any of several values.
 */
const ANY_OF: readonly ConditionType[] = ['equal', 'array', 'isNull', 'notNull'];

/**
 * One code of a closed list; an alias is read as its code. Inline options are validated here; the server validates
 * codes of a dictionary list.
 */
export const choice = textKind({
  fold: (text, { options }) => options?.find(({ aliases }) => aliases?.includes(text))?.code ?? text,
  conditions: ONE_OF,
});

/** Several codes of a closed list. */
export const multiChoice = listKind(choice, ANY_OF);

/** Y or N, in any case. */
export const yesNo = {
  ...textKind({
    fold: (text) => text.toUpperCase(),
    format: (text, field) => (text === 'Y' || text === 'N' ? undefined : problem(field, MESSAGE.yesNo)),
    conditions: ONE_OF,
    schema: { enum: ['Y', 'N'] },
    samples: { valid: ['Y', 'N'], invalid: ['X', 'Yes', '1'].map((value) => ({ value, key: MESSAGE.yesNo })) },
  }),
  typeScript: () => `'Y' | 'N'`,
};
