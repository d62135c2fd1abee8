import { Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Kernel } from '../core.ts';
import { asSystem } from '../systemUser.ts';

/** The exchange rate of a pair. @throws Refusal (400) at the currency field if there is none */
export async function rateOf(
  kernel: Kernel,
  pair: { fromCur: string; toCur: string; date: string },
  field: string,
  context: Context,
): Promise<string> {
  try {
    return (await kernel.conversionRate(pair, asSystem(context))).rate;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw refuseFields([{ field, key: error.key, params: error.params }]);
  }
}
