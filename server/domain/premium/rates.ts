import { Decimal, parseDecimal, printDecimal, round } from '../../../generator/language/decimal.ts';
import type { Effect } from '../../kernel/domain.ts';
import type { Row } from '../../kernel/write/body.ts';

/** The cover of a discount → the rate that it lowers. */
const RATES: Readonly<Record<string, string>> = { HM: 'hmRate', IV: 'ivRate', WAR: 'warRate' };
/** Places of a rate. */
const RATE_PLACES = 8;

/**
 * Lowers the rates of a row by some points of a hundred, each at a rate's places; the premiums follow by their formulae
 * (1§2 Buttons).
 */
export const discount: Effect = async (_kernel, { row, input }) => {
  const factor = new Decimal(100).minus(parseDecimal(input['discountPct'])!).div(100);
  const values: Row = {};
  for (const cover of input['covers'] as string[]) {
    const rate = parseDecimal(row[RATES[cover]!]);
    if (rate) values[RATES[cover]!] = printDecimal(round(rate.times(factor), RATE_PLACES));
  }
  return { values };
};

/** Sets, or with nothing given takes away, the most for which a vessel is insured in all (1§2 Dialogs). */
export const specialLimit: Effect = async (_kernel, { input }) => ({
  values: { specialLimit: input['specialLimit'] ?? null },
});
