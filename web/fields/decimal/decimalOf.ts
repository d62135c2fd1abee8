import { Decimal, parseDecimal } from '../../../generator/language/decimal.ts';

/** The number of a decimal text; 0 for a value that is none, such as null. */
export const decimalOf = (value: unknown): Decimal => parseDecimal(value) ?? new Decimal(0);
