import { Decimal, divide, round } from '../../../generator/language/decimal.ts';

/**
 * Splits a premium in proportion to days. Each part is rounded half up; the last part is the remainder, so that the
 * total is exact (domain.md, "Stages"). A negative premium (a return) is split in the same way.
 *
 * @param weights the days of each part, in order; non-negative integers
 * @param places decimal places of the currency
 */
export function splitByDays(premium: Decimal, weights: readonly number[], places: number): Decimal[] {
  const totalDays = new Decimal(weights.reduce((sum, days) => sum + days, 0));
  let remainder = premium;
  return weights.map((days, index) => {
    if (index === weights.length - 1) return remainder;
    const part = round(divide(premium.times(days), totalDays) ?? new Decimal(0), places);
    remainder = remainder.minus(part);
    return part;
  });
}

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
