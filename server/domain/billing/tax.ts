import { sql } from 'kysely';
import { build, prepared } from '../../db/statement.ts';
import type { Effect } from '../../kernel/core.ts';
import { effectOfSelection } from '../../kernel/domain.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { updateRow } from '../../kernel/write/save.ts';

/** Lines with their bills. The operation has locked both. */
const selected = prepared<{ ids: string[] }>()(($) =>
  build
    .selectFrom('bill_line as l')
    .innerJoin('settlement_bill as b', 'b.id', 'l.headId')
    .select(['l.id', 'l.rev', 'l.headId', 'b.rev as billRev'])
    .where('l.id', '=', sql<string>`any(${$('ids')}::bigint[])`)
    .orderBy('l.headId')
    .orderBy('l.id'),
);

/**
 * Sets for the selected lines whether their price includes tax, and the rate (domain/billing-bank.md, Settlement bill
 * 3). The lines of a bill are saved with it, so that it is totalled once.
 */
export const selectTax: Effect = effectOfSelection(
  async (kernel, { ids, input: { taxIncldInd, taxRate } }, context) => {
    const lines = await selected.all(context.db, { ids: [...ids] });
    for (const [id, ofBill] of Map.groupBy(lines, ({ headId }) => String(headId))) {
      const input = { 'bill-line': ofBill.map((line) => ({ id: line.id, rev: line.rev, taxIncldInd, taxRate })) };
      const system = { action: 'selectTax', isAuthorized: true } as const;
      const rev = Number(ofBill[0]!.billRev);
      await updateRow(kernel, { runtime: entityNamed(kernel, 'settlement-bill'), id, rev, input, system }, context);
    }
  },
);
