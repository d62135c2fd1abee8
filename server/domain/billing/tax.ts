import type { Effect } from '../../kernel/core.ts';

/** Sets for a line whether its price includes tax, and the rate (domain/billing-bank.md, Settlement bill 3). */
export const selectTax: Effect = async (_kernel, { input: { taxIncldInd, taxRate } }) => ({
  values: { taxIncldInd, taxRate },
});
