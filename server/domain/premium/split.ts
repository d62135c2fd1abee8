import { Decimal, divide, round } from '../../../generator/language/decimal.ts';

/**
 * Splits a premium in proportion to days. Each part is rounded half up; the last part is the remainder, so that the
 * total is exact (domain.md, "Stages"). A negative premium (a return) is split in the same way.
 *
 * @param weights the days of each part, in order; non-negative integers
 * @param places decimal places of the currency
 */
export const splitByDays = (premium: Decimal, weights: readonly number[], places: number): Decimal[] =>
  splitByWeights(
    premium,
    weights.map((days) => new Decimal(days)),
    places,
  );

/**
 * Splits an amount in proportion to weights. Each part is rounded half up, but no more than what is left of the amount,
 * which rounded parts of a few cents can exceed. The last one is the remainder, so that the total is exact.
 *
 * @param weights not negative
 * @param places decimal places of the parts
 */
export function splitByWeights(amount: Decimal, weights: readonly Decimal[], places: number): Decimal[] {
  const total = weights.reduce((sum, weight) => sum.plus(weight), new Decimal(0));
  let remainder = amount;
  return weights.map((weight, index) => {
    if (index === weights.length - 1) return remainder;
    const rounded = round(divide(amount.times(weight), total) ?? new Decimal(0), places);
    const part = rounded.abs().gt(remainder.abs()) ? remainder : rounded;
    remainder = remainder.minus(part);
    return part;
  });
}

/** Splits an amount into `count` equal parts, as `splitByWeights` does. */
export const splitEqually = (amount: Decimal, count: number, places: number): Decimal[] =>
  splitByWeights(
    amount,
    Array.from({ length: count }, () => new Decimal(1)),
    places,
  );

/** A period from one day to another, both included; days as `YYYY-MM-DD`. */
export interface Period {
  from: string;
  to: string;
}

/** The overlap of two periods; undefined if they do not overlap. */
export function overlapOf(a: Period, b: Period): Period | undefined {
  const [from, to] = [a.from > b.from ? a.from : b.from, a.to < b.to ? a.to : b.to];
  return from <= to ? { from, to } : undefined;
}
