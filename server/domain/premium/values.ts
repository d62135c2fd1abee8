import { Decimal, parseDecimal, printDecimal, round } from '../../../generator/language/decimal.ts';
import type { Effect } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';

const RATE_DECIMALS = 8;

/**
 * Reduces rates of a premium by a percentage: those of the chosen covers, or all if the input names no covers
 * (`x-premium.rates`). Formulas then compute the premiums (1§2 Buttons).
 */
export const discount: Effect = async (_kernel, { runtime, row, input }) => {
  const rates = runtime.entity.premium?.rates ?? {};
  const covers = (input['covers'] ?? Object.keys(rates)) as string[];
  const factor = new Decimal(100).minus(parseDecimal(input['discountPct'])!).div(100);
  const values: Row = {};
  for (const name of covers.map((cover) => rates[cover]!)) {
    const rate = parseDecimal(row[name]);
    if (rate) values[name] = printDecimal(round(rate.times(factor), RATE_DECIMALS));
  }
  return { values };
};

/** Sets the special limit of a vessel, or removes it if the input has none (1§2 Dialogs). */
export const specialLimit: Effect = async (_kernel, { input }) => ({
  values: { specialLimit: input['specialLimit'] ?? null },
});

/** Sets the insurer's policy and endorsement numbers. Numbers that the input omits are not changed (1§3 H&M). */
export const policyNumbers: Effect = async (_kernel, { input }) => ({ values: input });
