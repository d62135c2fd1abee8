import { build, prepared } from '../../db/statement.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/domainRules.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { updateRow } from '../../kernel/write/save.ts';

const linesOfBill = prepared<{ headId: string }>()(($) =>
  build
    .selectFrom('bill_line')
    .select(['id', 'rev'])
    .where('headId', '=', $('headId'))
    .where('delFlag', '=', 'N')
    .orderBy('id'),
);

/** Rules of a bill over other tables. The schema has the others. */
export const billRules = (kernel: Kernel): DomainRules => ({
  afterWrite: async ({ row, before }, context) => {
    if (before && before['monthOfExchangeRate'] !== row['monthOfExchangeRate'])
      await convertLines(kernel, String(row['id']), context);
  },
});

/** Converts the amounts to be paid of all lines at the rate of the new month. */
async function convertLines(kernel: Kernel, headId: string, context: Context): Promise<void> {
  const runtime = entityNamed(kernel, 'bill-line');
  const system = { action: 'update', isAuthorized: true } as const;
  for (const { id, rev } of await linesOfBill.all(context.db, { headId }))
    await updateRow(kernel, { runtime, id, rev: Number(rev), input: {}, system }, asSystem(context));
}
