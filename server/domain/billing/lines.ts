import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules, Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { lockInOrder } from '../../kernel/write/locks.ts';
import { updateRow } from '../../kernel/write/save.ts';

const billNumber = prepared<{ id: string }>()(($) =>
  build.selectFrom('settlement_bill').select('settlementBill').where('id', '=', $('id')),
);

const stageState = prepared<{ id: string }>()(($) =>
  build.selectFrom('premium_stage').select(['rev', 'recordStatus']).where('id', '=', $('id')),
);

/** States in which an instalment can be put on a bill (domain/billing-bank.md, Settlement bill 2). */
const BILLABLE: readonly (string | null)[] = ['Confirm', 'Unbill'];

/** An instalment on a bill is in the state Bill and names the bill; taken off, it is in the state Unbill. */
export const lineRules = (kernel: Kernel): DomainRules => ({
  afterWrite: async ({ row, before }, context) => {
    if (row['stageId'] == null) return;
    const id = String(row['stageId']);
    if (row['delFlag'] === 'Y')
      await moveStage(kernel, { id, action: 'takeOffBill', to: 'Unbill', bill: null }, context);
    else if (!before) {
      const bill = await billNumber.first(context.db, { id: String(row['headId']) });
      await moveStage(kernel, { id, action: 'putOnBill', to: 'Bill', bill: bill!.settlementBill }, context);
    }
  },
});

/** A transition of an instalment that follows from a line. */
interface StageMove {
  /** of the instalment */
  id: string;
  action: 'putOnBill' | 'takeOffBill';
  to: 'Bill' | 'Unbill';
  /** the number of the bill on which it is then */
  bill: string | null;
}

/** @throws Refusal (409) if the instalment was changed meanwhile and cannot be billed */
async function moveStage(kernel: Kernel, { id, action, to, bill }: StageMove, context: Context): Promise<void> {
  const runtime = entityNamed(kernel, 'premium-stage');
  await lockInOrder(kernel, [{ runtime, id }], context);
  const { rev, recordStatus } = (await stageState.first(context.db, { id }))!;
  if (action === 'putOnBill' && !BILLABLE.includes(recordStatus))
    throw refuseFields([{ field: 'stageId', key: 'MSG_bill_0150', params: {} }], 'conflict');
  const values = { recordStatus: to, settlementBill: bill };
  const system = { action, values, isAuthorized: true } as const;
  await updateRow(kernel, { runtime, id, rev: Number(rev), input: {}, system }, asSystem(context));
}
