import { MESSAGE } from '../messageKeys.ts';
import { warning } from './kind.ts';
import { textKind } from './text.ts';

const SEVEN_DIGITS = /^(?:IMO ?)?([0-9]{7})$/i;

/** Computes the check digit for the first six digits of an IMO ship identification number (resolution A.1117(30)). */
export function imoCheckDigit(number: string): number {
  const sum = [7, 6, 5, 4, 3, 2].reduce((total, weight, index) => total + weight * Number(number[index]), 0);
  return sum % 10;
}

/**
 * An IMO number. The field also contains numbers of other registers, so only values of seven digits are checked, and an
 * invalid check digit is only a warning.
 */
export const imo = textKind({
  format: (text, field) => {
    const number = SEVEN_DIGITS.exec(text)?.[1];
    return number === undefined || imoCheckDigit(number) === Number(number[6])
      ? undefined
      : warning(field, MESSAGE.imoCheck);
  },
  samples: { valid: ['9074729', 'IMO 9074729', 'TBA'], invalid: [{ value: '9074728', key: MESSAGE.imoCheck }] },
});
