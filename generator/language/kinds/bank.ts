import { MESSAGE } from '../messageKeys.ts';
import { problem } from './kind.ts';
import { textKind } from './text.ts';

const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;

const removeBlanks = (text: string): string => text.replace(/[ \u00a0\u3000]+/g, '').toUpperCase();

/**
 * Whether an IBAN has valid check digits (ISO 13616): with the first four characters moved to the end and letters
 * converted to 10…35, the number modulo 97 must be 1.
 */
export function isIban(text: string): boolean {
  if (!IBAN.test(text)) return false;
  let remainder = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** Bank identifier code (BIC), ISO 9362: 8 or 11 characters. */
export const bic = textKind({
  fold: removeBlanks,
  format: (text, field) => (BIC.test(text) ? undefined : problem(field, MESSAGE.bic)),
  samples: {
    valid: ['DEUTDEFF', 'BKCHCNBJ300'],
    invalid: ['DEUTDEF', 'DEUTDEFF5', '12345678', 'DEUT-EFF'].map((value) => ({ value, key: MESSAGE.bic })),
  },
});

/** International bank account number (IBAN), ISO 13616, stored without blanks. */
export const iban = textKind({
  fold: removeBlanks,
  format: (text, field) => (isIban(text) ? undefined : problem(field, MESSAGE.iban)),
  samples: {
    valid: ['DE89370400440532013000', 'GB29NWBK60161331926819'],
    invalid: ['DE89370400440532013001', 'DE8937040044', '89370400440532013000'].map((value) => ({
      value,
      key: MESSAGE.iban,
    })),
  },
});
