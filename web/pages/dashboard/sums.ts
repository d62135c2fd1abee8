import { Decimal, printDecimal } from '../../../generator/language/decimal.ts';
import { decimalOf } from '../../fields/decimal/decimalOf.ts';
import type { Group } from '../../records/list/group.ts';

/** Total of an amount in a group of rows, as decimal text. */
export const sumOf = (group: Group | undefined, name: string): string => group?.sums?.[name] ?? '0';

/** Exact total of an amount in several groups, as decimal text. */
export const totalOf = (groups: readonly Group[], name: string): string =>
  printDecimal(groups.reduce((sum, group) => sum.plus(decimalOf(sumOf(group, name))), new Decimal(0)));

/** Exact difference `a - b` of two amounts, as decimal text. */
export const differenceOf = (a: string, b: string): string => printDecimal(decimalOf(a).minus(decimalOf(b)));
