import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules, Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { updateRow } from '../../kernel/write/save.ts';
import { usableAccount } from './usableAccount.ts';

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
  afterWrite: async ({ row, before, action }, context) => {
    if (action === 'submit') await requireAccount(row['billCompany'], context);
    if (before && before['monthOfExchangeRate'] !== row['monthOfExchangeRate'])
      await convertLines(kernel, String(row['id']), context);
  },
});

/** @throws Refusal (400) if the billing company has no bank account in use (2§8 Supplier and bank) */
async function requireAccount(companyCde: unknown, { db }: Context): Promise<void> {
  if (!(await usableAccount.first(db, { companyCde: String(companyCde) })))
    throw refuseFields([{ field: 'billCompany', key: 'MSG_bill_0115', params: {} }]);
}

/** Converts the amounts to be paid of all lines at the rate of the new month. */
async function convertLines(kernel: Kernel, headId: string, context: Context): Promise<void> {
  const runtime = entityNamed(kernel, 'bill-line');
  const system = { action: 'update', isAuthorized: true } as const;
  for (const { id, rev } of await linesOfBill.all(context.db, { headId }))
    await updateRow(kernel, { runtime, id, rev: Number(rev), input: {}, system }, asSystem(context));
}
