import { Decimal, divide, round } from '../../../generator/language/decimal.ts';

/**
 * A premium in parts by their days, each rounded half-up; the last takes the rest, so that the parts total the whole to
 * the cent (domain.md, "Stages"). A return is split alike, as a premium below zero.
 *
 * @param weights the days of each part, in order; whole numbers, none below zero
 * @param places the minor units of the currency
 */
export function splitByDays(premium: Decimal, weights: readonly number[], places: number): Decimal[] {
  const all = new Decimal(weights.reduce((sum, days) => sum + days, 0));
  let rest = premium;
  return weights.map((days, index) => {
    if (index === weights.length - 1) return rest;
    const part = round(divide(premium.times(days), all) ?? new Decimal(0), places);
    rest = rest.minus(part);
    return part;
  });
}

/** A period, both ends included; days as `YYYY-MM-DD`. */
export interface Period {
  from: string;
  to: string;
}

/** The days that two periods share; undefined where they share none. */
export function shared(a: Period, b: Period): Period | undefined {
  const [from, to] = [a.from > b.from ? a.from : b.from, a.to < b.to ? a.to : b.to];
  return from <= to ? { from, to } : undefined;
}
