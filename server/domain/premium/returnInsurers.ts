import { Refusal } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { updateRow } from '../../kernel/write/save.ts';
import { updateReturnTotals } from './returns.ts';
import { readVisibleRows } from './rows.ts';

/**
 * Stores the insurer of returns from before they had one. A return that fits several covers keeps none until somebody
 * chooses: it counts for the first of them only, while it once counted for all.
 */
export async function storeMissingInsurers(kernel: Kernel, context: Context): Promise<void> {
  const runtime = entityNamed(kernel, 'premium-return');
  const rows = await readVisibleRows(kernel, { name: 'premium-return', conditions: {}, sort: [] }, context);
  for (const row of rows.filter(({ insurer }) => insurer == null)) {
    const { id, rev } = row;
    const change = { runtime, id: String(id), rev: Number(rev), input: {}, system: { isAuthorized: true as const } };
    try {
      await context.transaction((inside) => updateRow(kernel, change, inside));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await context.transaction((inside) => updateReturnTotals(kernel, row, inside));
    }
  }
}
