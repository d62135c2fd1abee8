import type { Weightier } from '../model/version.ts';

/**
 * What a version weighs against others, by what it has in the field of `x-version.weightier`; 0 for what the schema
 * does not name.
 */
export const weightOf = (weightier: Weightier | undefined, code: unknown): number =>
  weightier ? weightier.codes.indexOf(String(code)) + 1 : 0;
