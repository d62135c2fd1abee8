import { MESSAGE } from '../messageKeys.ts';
import { problem } from './kind.ts';
import { textKind } from './text.ts';

const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;

const compact = (text: string): string => text.replace(/[ \u00a0\u3000]+/g, '').toUpperCase();

/**
 * Whether the check digits of an IBAN are right: moved to the end, letters as 10…35, the number leaves 1 over 97 (ISO
 * 13616).
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

/** A bank's identifier code, ISO 9362: 8 or 11 characters. */
export const bic = textKind({
  fold: compact,
  format: (text, field) => (BIC.test(text) ? undefined : problem(field, MESSAGE.bic)),
  samples: {
    valid: ['DEUTDEFF', 'BKCHCNBJ300'],
    invalid: ['DEUTDEF', 'DEUTDEFF5', '12345678', 'DEUT-EFF'].map((value) => ({ value, key: MESSAGE.bic })),
  },
});

/** An international account number, ISO 13616, kept without the blanks that paper shows. */
export const iban = textKind({
  fold: compact,
  format: (text, field) => (isIban(text) ? undefined : problem(field, MESSAGE.iban)),
  samples: {
    valid: ['DE89370400440532013000', 'GB29NWBK60161331926819'],
    invalid: ['DE89370400440532013001', 'DE8937040044', '89370400440532013000'].map((value) => ({
      value,
      key: MESSAGE.iban,
    })),
  },
});
