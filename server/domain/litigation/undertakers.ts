import { Refusal } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { quote } from '../../kernel/statement.ts';
import { updateRow } from '../../kernel/write/save.ts';

/**
 * Saves the undertakers whose last day has passed, so that they no longer edit their cases (domain/litigation.md, 5).
 * Those of closed cases keep their rows, because nobody edits a closed case.
 */
export async function endUndertakers(kernel: Kernel, context: Context): Promise<void> {
  const runtime = entityNamed(kernel, 'undertaker');
  const text = `select id::text as id, rev from ${quote(runtime.entity.table)} where "delFlag" = 'N' and "ended" = 'N' and "to" < $1 order by id`;
  const { rows } = await context.db.query({ text, values: [context.today] });
  for (const { id, rev } of rows as { id: string; rev: number }[]) {
    const change = { runtime, id, rev, input: {} };
    try {
      await context.transaction((inside) => updateRow(kernel, change, inside));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
