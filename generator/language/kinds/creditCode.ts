import type { Field } from '../../model/field.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Problem } from '../violation.ts';
import { problem, warning } from './kind.ts';
import { textKind } from './text.ts';

/** Characters of GB 32100-2015: digits and capitals without I, O, S, V, Z. The value of a character is its index. */
const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
const FORMAT = /^[0-9A-HJ-NP-RTUWXY]{18}$/;

/** Computes the check character for the first 17 characters of a code (GB 32100-2015, 5.5). */
export function creditCheckCharacter(code: string): string {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * ALPHABET.indexOf(code[index]!), 0);
  return ALPHABET[(31 - (sum % 31)) % 31]!;
}

/**
 * A unified social credit code. It is stored in capitals without blanks, so that a company has one code. An invalid
 * check character is a warning, because a few issued codes have one (domain.md, General 8).
 */
export const creditCode = textKind({
  fold: (text) => text.replace(/[ \u00a0\u3000]+/g, '').toUpperCase(),
  format: checkCreditCode,
  samples: {
    valid: ['91350100M000100Y43'],
    invalid: [
      { value: '91350100M000100Y4', key: MESSAGE.creditCode },
      { value: '91350100M000100Y433', key: MESSAGE.creditCode },
      { value: '91350100I000100Y43', key: MESSAGE.creditCode },
      { value: '91350100M000100Y44', key: MESSAGE.creditCodeCheck },
    ],
  },
});

function checkCreditCode(code: string, field: Field): Problem | undefined {
  if (!FORMAT.test(code)) return problem(field, MESSAGE.creditCode);
  return creditCheckCharacter(code) === code[17] ? undefined : warning(field, MESSAGE.creditCodeCheck);
}
