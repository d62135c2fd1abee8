import { build, prepared } from '../../db/statement.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { updateRow } from '../../kernel/write/save.ts';

const BATCH_SIZE = 200;

/** Instalments that an older release stored without their payee or the type of their bill. */
const withoutPayee = prepared<{ after: string }>()(($) =>
  build
    .selectFrom('premium_stage')
    .select(['id', 'rev'])
    .where((stage) => stage.or([stage('payee', 'is', null), stage('billType', 'is', null)]))
    .where('delFlag', '=', 'N')
    .where('id', '>', $('after'))
    .orderBy('id')
    .limit(BATCH_SIZE),
);

/**
 * Stores payee and type of bill of instalments from before these fields, in every state, with audit lines. Bills are
 * made by them. An instalment that breaks a rule today keeps none until somebody corrects it.
 */
export async function storeMissingPayees(kernel: Kernel, context: Context): Promise<void> {
  const runtime = entityNamed(kernel, 'premium-stage');
  const system = { isAuthorized: true, isDerived: true, keepsRev: true } as const;
  for (let after = '0'; ;) {
    const stages = await withoutPayee.all(context.db, { after });
    for (const { id, rev } of stages)
      try {
        await context.transaction((inside) => updateRow(kernel, { runtime, id, rev, input: {}, system }, inside));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    const last = stages.at(-1);
    if (!last) return;
    after = last.id;
  }
}
