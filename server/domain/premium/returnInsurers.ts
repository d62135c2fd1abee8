import { Refusal } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { updateRow } from '../../kernel/write/save.ts';
import { readVisibleRows } from './rows.ts';

/**
 * Stores the insurer of returns from before they had one, so that no day of a cover is returned twice. A return that
 * fits several covers keeps none until somebody chooses.
 */
export async function storeMissingInsurers(kernel: Kernel, context: Context): Promise<void> {
  const runtime = entityNamed(kernel, 'premium-return');
  const rows = await readVisibleRows(kernel, { name: 'premium-return', conditions: {}, sort: [] }, context);
  for (const { id, rev } of rows.filter(({ insurer }) => insurer == null)) {
    const change = { runtime, id: String(id), rev: Number(rev), input: {}, system: { isAuthorized: true as const } };
    try {
      await context.transaction((inside) => updateRow(kernel, change, inside));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
