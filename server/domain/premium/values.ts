import { Decimal, parseDecimal, printDecimal, round } from '../../../generator/language/decimal.ts';
import type { Effect } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';

/** Cover → the rate that a discount reduces. */
const RATES: Readonly<Record<string, string>> = { HM: 'hmRate', IV: 'ivRate', WAR: 'warRate' };
const RATE_DECIMALS = 8;

/** Reduces the rates of the chosen covers by a percentage. Formulas then compute the premiums (1§2 Buttons). */
export const discount: Effect = async (_kernel, { row, input }) => {
  const factor = new Decimal(100).minus(parseDecimal(input['discountPct'])!).div(100);
  const values: Row = {};
  for (const cover of input['covers'] as string[]) {
    const rate = parseDecimal(row[RATES[cover]!]);
    if (rate) values[RATES[cover]!] = printDecimal(round(rate.times(factor), RATE_DECIMALS));
  }
  return { values };
};

/** Sets the special limit of a vessel, or removes it if the input has none (1§2 Dialogs). */
export const specialLimit: Effect = async (_kernel, { input }) => ({
  values: { specialLimit: input['specialLimit'] ?? null },
});

/** Sets the insurer's policy and endorsement numbers. Numbers that the input omits are not changed (1§3 H&M). */
export const policyNumbers: Effect = async (_kernel, { input }) => ({ values: input });
