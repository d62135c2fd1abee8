import { Decimal, parseDecimal, printDecimal, round } from '../../../generator/language/decimal.ts';
import type { Context } from '../../kernel/context.ts';
import type { Change, Effect, EntityRuntime, Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { bodyOf, prepareMany, type RowUpdate } from '../../kernel/write/saveMany.ts';
import { sameValue } from '../../kernel/write/sameValue.ts';
import { conflict } from './conflict.ts';

const RATE_DECIMALS = 8;

/**
 * Reduces rates of a premium by a percentage: those of the chosen covers, or all if the input names no covers
 * (`x-premium.rates`). Formulas then compute the premiums (1§2 Buttons).
 *
 * @throws Refusal 409 if the row has none of these rates, or a premium that does not depend on them
 */
export const discount: Effect = async (kernel, { runtime, row, input }, context) => {
  const rates = runtime.entity.premium?.rates ?? {};
  const covers = (input['covers'] ?? Object.keys(rates)) as string[];
  const factor = new Decimal(100).minus(parseDecimal(input['discountPct'])!).div(100);
  const values: Row = {};
  for (const name of covers.map((cover) => rates[cover]!)) {
    const rate = parseDecimal(row[name]);
    if (rate) values[name] = printDecimal(round(rate.times(factor), RATE_DECIMALS));
  }
  if (Object.keys(values).length === 0) throw conflict('MSG_premium_0241');
  if (await keepsPremium(kernel, runtime, { before: row, values }, context)) throw conflict('MSG_premium_0242');
  return { values };
};

/** Whether a row has a premium that new values do not change, for example because a person entered it. */
async function keepsPremium(
  kernel: Kernel,
  runtime: EntityRuntime,
  { before, values }: RowUpdate,
  context: Context,
): Promise<boolean> {
  const { due } = runtime.entity.premium!;
  const premium = parseDecimal(before[due]);
  if (!premium || premium.isZero()) return false;
  const change: Change = {
    runtime,
    operation: 'update',
    before,
    body: bodyOf(values, true),
    system: { isAuthorized: true },
  };
  const [computed] = await prepareMany(kernel, runtime, { changes: [change], onRefused: () => undefined }, context);
  return computed !== undefined && sameValue(computed.save.row[due], before[due]);
}

/** Sets the special limit of a vessel, or removes it if the input has none (1§2 Dialogs). */
export const specialLimit: Effect = async (_kernel, { input }) => ({
  values: { specialLimit: input['specialLimit'] ?? null },
});

/** Sets the insurer's policy and endorsement numbers. Numbers that the input omits are not changed (1§3 H&M). */
export const policyNumbers: Effect = async (_kernel, { input }) => ({ values: input });
