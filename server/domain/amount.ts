import { Decimal, parseDecimal } from '../../generator/language/decimal.ts';
import type { Row } from '../kernel/row.ts';

/** The amount in a field of a row; 0 without one. */
export const amountOf = (row: Row, field: string): Decimal => parseDecimal(row[field]) ?? new Decimal(0);
