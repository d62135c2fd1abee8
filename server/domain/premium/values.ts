import { Decimal, parseDecimal, printDecimal, round } from '../../../generator/language/decimal.ts';
import type { Context } from '../../kernel/context.ts';
import type { Change, Effect, EntityRuntime, Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { bodyOf, prepareMany, type RowUpdate } from '../../kernel/write/many/saveMany.ts';
import { isSameValue } from '../../kernel/write/isSameValue.ts';
import { conflict } from './conflict.ts';

const RATE_DECIMALS = 8;

/** A hundredth of a rate: a premium that depends on the rate changes with it, if it has any amount. */
const HUNDREDTH = new Decimal('0.01');

/**
 * Reduces rates of a premium by a percentage: those of the chosen covers, or all if the input names no covers
 * (`x-premium.rates`). Formulas then compute the premiums (1§2 Buttons).
 *
 * @throws Refusal 409 if the row has none of these rates, or if the premium does not change
 */
export const discount: Effect = async (kernel, { runtime, row, input }, context) => {
  const { due, rates = {} } = runtime.entity.premium!;
  const covers = (input['covers'] ?? Object.keys(rates)) as string[];
  const names = covers.map((cover) => rates[cover]!);
  const factor = new Decimal(100).minus(parseDecimal(input['discountPct'])!).div(100);
  const values = reducedRates(row, names, factor);
  if (Object.keys(values).length === 0) throw conflict('MSG_premium_0241');
  return {
    values,
    verify: async (saved) => {
      if (!(parseDecimal(row[due]) ?? new Decimal(0)).isZero() && isSameValue(saved[due], row[due])) {
        const further = { before: saved, values: reducedRates(saved, names, HUNDREDTH) };
        throw conflict(
          (await keepsPremium(kernel, runtime, further, context)) ? 'MSG_premium_0242' : 'MSG_premium_0243',
        );
      }
    },
  };
};

/** Those of the rates that a row has, multiplied by a factor. */
function reducedRates(row: Row, names: readonly string[], factor: Decimal): Row {
  const values: Row = {};
  for (const name of names) {
    const rate = parseDecimal(row[name]);
    if (rate) values[name] = printDecimal(round(rate.times(factor), RATE_DECIMALS));
  }
  return values;
}

/** Whether new values do not change the premium of a row, for example because a person entered it. */
async function keepsPremium(
  kernel: Kernel,
  runtime: EntityRuntime,
  { before, values }: RowUpdate,
  context: Context,
): Promise<boolean> {
  const { due } = runtime.entity.premium!;
  const change: Change = {
    runtime,
    operation: 'update',
    before,
    body: bodyOf(values, true),
    system: { isAuthorized: true },
  };
  const [computed] = await prepareMany(kernel, runtime, { changes: [change], onRefused: () => undefined }, context);
  return computed !== undefined && isSameValue(computed.save.row[due], before[due]);
}

/** Sets the special limit of a vessel, or removes it if the input has none (1§2 Dialogs). */
export const specialLimit: Effect = async (_kernel, { input }) => ({
  values: { specialLimit: input['specialLimit'] ?? null },
});

/** Sets the insurer's policy and endorsement numbers. Numbers that the input omits are not changed (1§3 H&M). */
export const policyNumbers: Effect = async (_kernel, { input }) => ({ values: input });
