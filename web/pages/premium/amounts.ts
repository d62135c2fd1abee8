import { Decimal, printDecimal } from '../../../generator/language/decimal.ts';
import { decimalOf } from '../../fields/decimal/decimalOf.ts';
import { countOf, type Group } from '../../records/list/group.ts';
import { differenceOf, sumOf, totalOf } from '../dashboard/sums.ts';
import type { PremiumKind } from './kinds.ts';

/** An amount in one currency, as decimal text, and the number of rows that it totals. */
export interface Amount {
  currency: string;
  amount: string;
  count: number;
}

/** The currency of a group's totals; '' for rows without a currency. */
export const currencyOfGroup = ({ currency }: Pick<PremiumKind, 'currency'>, group: Group): string =>
  'code' in currency ? currency.code : (group.currency ?? '');

/** The totals of the amount due in groups of a kind's rows, for each currency, in the order of the codes. */
export const amountsOf = (kind: Pick<PremiumKind, 'currency' | 'due'>, groups: readonly Group[]): Amount[] =>
  [...Map.groupBy(groups, (group) => currencyOfGroup(kind, group))]
    .map(([currency, own]) => ({ currency, amount: totalOf(own, kind.due), count: countOf(own) }))
    .toSorted(byCurrency);

/** Totals of amounts for each currency, in the order of the codes. Amounts in different currencies are never added. */
export const addAmounts = (amounts: readonly Amount[]): Amount[] =>
  [...Map.groupBy(amounts, ({ currency }) => currency)]
    .map(([currency, own]) => ({
      currency,
      amount: printDecimal(own.reduce((sum, { amount }) => sum.plus(decimalOf(amount)), new Decimal(0))),
      count: own.reduce((sum, { count }) => sum + count, 0),
    }))
    .toSorted(byCurrency);

/** Compares amounts in one currency, the largest first. */
export const largestFirst = (a: { amount: string }, b: { amount: string }): number =>
  decimalOf(b.amount).comparedTo(decimalOf(a.amount));

const byCurrency = (a: Amount, b: Amount): number => a.currency.localeCompare(b.currency);

/** An estimated and an actual amount in one currency, and the actual minus the estimate. */
export interface Compared {
  currency: string;
  estimate: string;
  actual: string;
  difference: string;
}

/** Compares the totals of amounts for each currency; a total that one side does not have is 0. */
export function compareAmounts(estimates: readonly Amount[], actuals: readonly Amount[]): Compared[] {
  const totalIn = (amounts: readonly Amount[], currency: string): string =>
    addAmounts(amounts.filter((one) => one.currency === currency))[0]?.amount ?? '0';
  return addAmounts([...estimates, ...actuals]).map(({ currency }) => {
    const [estimate, actual] = [totalIn(estimates, currency), totalIn(actuals, currency)];
    return { currency, estimate, actual, difference: differenceOf(actual, estimate) };
  });
}

/**
 * Whether the parts of a total add up to it in each group. They do not if some of them are due only under a condition,
 * such as a call that is not made yet.
 */
export const addUp = (groups: readonly Group[], parts: readonly string[], total: string): boolean =>
  parts.length > 0 &&
  groups.every((group) =>
    parts
      .reduce((sum, part) => sum.plus(decimalOf(sumOf(group, part))), new Decimal(0))
      .equals(decimalOf(sumOf(group, total))),
  );
