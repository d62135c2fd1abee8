import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/domainRules.ts';
import type { Kernel } from '../../kernel/core.ts';
import type { SystemInput } from '../../kernel/systemInput.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Row } from '../../kernel/row.ts';
import { isId } from '../../kernel/read/conditions.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { lockInOrder } from '../../kernel/write/locks.ts';
import { updateRow } from '../../kernel/write/save.ts';
import { billNumber } from '../bank/lines.ts';
import { requireDecision } from '../claims/decision.ts';
import { requireInvoices } from '../claims/invoices.ts';

const stageState = prepared<{ id: string }>()(($) =>
  build.selectFrom('premium_stage').select(['rev', 'recordStatus']).where('id', '=', $('id')),
);

const linesOfBill = prepared<{ headId: string }>()(($) =>
  build
    .selectFrom('bill_line')
    .select(['stageId', 'chargeId'])
    .where('headId', '=', $('headId'))
    .where('delFlag', '=', 'N'),
);

const chargeState = prepared<{ id: string }>()(($) =>
  build.selectFrom('paid_charge').select(['rev', 'caseId']).where('id', '=', $('id')),
);

/** States in which an instalment can be put on a bill (domain/billing-bank.md, Settlement bill 2). */
const BILLABLE: readonly (string | null)[] = ['Confirm', 'Unbill'];

/**
 * An instalment on a bill is in the state Bill and names the bill; taken off, it is in the state Unbill. A charge on a
 * bill names the bill, and must be approved and have its invoices.
 */
export const lineRules = (kernel: Kernel): DomainRules => ({
  locks: billedRows,
  afterWrite: async ({ row, before }, context) => {
    if (row['chargeId'] != null) await moveCharge(kernel, { row, isNew: !before }, context);
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

/** The instalments and charges that the stored and the submitted lines of a bill refer to. */
async function billedRows(
  { parent, rows }: { parent: string; rows: readonly Row[] },
  { db }: Context,
): Promise<{ entity: string; id: string }[]> {
  const lines: readonly Row[] = [...rows, ...(await linesOfBill.all(db, { headId: parent }))];
  return lines.flatMap(({ stageId, chargeId }) => [
    ...(isId(stageId) ? [{ entity: 'premium-stage', id: String(stageId) }] : []),
    ...(isId(chargeId) ? [{ entity: 'paid-charge', id: String(chargeId) }] : []),
  ]);
}

/** Puts the charge of a new line on its bill, or takes that of a deleted line off. @throws Refusal (409) */
async function moveCharge(
  kernel: Kernel,
  { row: { chargeId, headId, delFlag }, isNew }: { row: Row; isNew: boolean },
  context: Context,
): Promise<void> {
  if (!isNew && delFlag !== 'Y') return;
  const [runtime, id] = [entityNamed(kernel, 'paid-charge'), String(chargeId)];
  await lockInOrder(kernel, [{ runtime, id }], context);
  const { rev, caseId } = (await chargeState.first(context.db, { id }))!;
  if (isNew) {
    await requireDecision(kernel, caseId, context);
    await requireInvoices(id, context);
  }
  const bill = isNew ? (await billNumber.first(context.db, { id: String(headId) }))!.settlementBill : null;
  const system: SystemInput = { values: { settlementBill: bill }, isAuthorized: true };
  // a charge is released in every state of its case
  if (!isNew) system.isDerived = true;
  await updateRow(kernel, { runtime, id, rev, input: {}, system }, asSystem(context));
}

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
