import type { Precedence } from '../model/version.ts';

/** The precedence of a version by its code in the field of `x-version.precedence`; 0 for a code that is not listed. */
export const precedenceOf = (precedence: Precedence | undefined, code: unknown): number =>
  precedence ? precedence.codes.indexOf(String(code)) + 1 : 0;
