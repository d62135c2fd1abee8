import { Decimal, parseDecimal } from '../../../generator/language/decimal.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { type Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { EffectInput, Effect, Kernel, LocksOf, RowToLock } from '../../kernel/core.ts';
import { locking } from '../../kernel/domain.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Row } from '../../kernel/row.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { createRow, updateRow } from '../../kernel/write/save.ts';
import { usableAccount } from '../billing/usableAccount.ts';
import { withCharges } from './chargesOfBill.ts';
import { changeDetail, detailFor, type Detail } from './details.ts';
import { amountOf } from '../amount.ts';
import { ALL_STEPS, LINES, lockRow, money, numberOf, type Line, unapportioned } from './lines.ts';
import { syncChargesOfBill, syncLine } from './sync.ts';

/** The line of an allocation, to be locked after its bank flow. */
const lineOfAllocation: LocksOf = async (kernel, { row }, context) => {
  const lines = LINES.filter(({ reference }) => row[reference] != null);
  const targets = lines.map(({ entity, reference }) => ({
    runtime: entityNamed(kernel, entity),
    id: String(row[reference]),
  }));
  return withCharges(kernel, targets, context);
};

/**
 * Claims money of a bank flow for a line of a case (2§4 Fund claim), or for a settlement bill.
 *
 * Allocates the amount of the input, or without one the smallest of the open amounts of flow, detail and line. The flow
 * is locked, so concurrent claims cannot exceed it. A line that is claimed in full becomes ToBeConfirmed.
 *
 * @throws Refusal 409 for a flow that is no longer ToBeClaim; 400 for another currency or billing company, or above the
 *   open amount of the flow or the line
 */
export const claimFunds: Effect = locking(flowOfInput, async (kernel, { runtime, row, input }, context) => {
  const line = LINES.find(({ entity }) => entity === runtime.entity.name)!;
  const slip = await lockClaimableFlow(kernel, input['memoId'], { row, line }, context);
  const currency = row[line.currency];
  const systemContext = asSystem(context);
  const detail = await detailFor({ slip, row, input }, systemContext);
  const amount = amountToClaim({ slip, row, line, detail }, parseDecimal(input['allocatedAmt']));
  const target = { caseId: row['caseId'] ?? null, [line.reference]: row['id'] };
  await allocate(
    kernel,
    {
      memoId: slip['id'],
      detailId: await changeDetail(kernel, { slip, detail, amount }, systemContext),
      ...target,
      allocatedAmt: money(amount),
    },
    systemContext,
  );
  await recompute(kernel, slip['id'], systemContext);
  const claimed = amountOf(row, 'claimedAmt').plus(amount);
  const isComplete = claimed.eq(amountOf(row, line.amount));
  if (isComplete && line.reference === 'billId')
    await syncChargesOfBill(kernel, { id: String(row['id']), target: 1 }, systemContext);
  return {
    values: {
      claimedAmt: money(claimed),
      ...(isComplete && line.steps === ALL_STEPS ? { [line.state]: 'ToBeConfirmed' } : {}),
    },
    message: {
      key: 'MSG_bank_0111',
      params: { amount: money(amount), currency, flow: slip['bnkSeqNum'], line: await numberOf(target, systemContext) },
    },
  };
});

/** Locks a bank flow and checks that money of it can be claimed for a line. @throws Refusal */
async function lockClaimableFlow(
  kernel: Kernel,
  memoId: unknown,
  { row, line }: { row: Row; line: Line },
  context: Context,
): Promise<Row> {
  const slip = await lockRow(kernel, entityNamed(kernel, 'bank-slip'), memoId, context);
  if (!slip)
    throw refuseFields([
      { field: 'memoId', key: MESSAGE.referenceMissing, params: { label: { en: 'Bank flow', zh: '银行流水' } } },
    ]);
  if (slip['status'] !== 'ToBeClaim')
    throw refuseFields([{ field: 'memoId', key: 'MSG_bank_0104', params: {} }], 'conflict');
  const operationType = line.isPayment(row) ? 'PAYMENT' : 'RECEIPT';
  if (slip['operationType'] !== operationType)
    throw refuseFields([{ field: 'memoId', key: 'MSG_bank_0122', params: {} }], 'conflict');
  const currency = slip['origCcyCde'];
  if (row[line.currency] !== currency)
    throw refuseFields([
      { field: 'memoId', key: 'MSG_bank_0115', params: { flow: currency, line: row[line.currency] } },
    ]);
  if (row['billCompany'] !== slip['compCde'])
    throw refuseFields([
      { field: 'memoId', key: 'MSG_bank_0116', params: { flow: slip['compCde'], line: row['billCompany'] } },
    ]);
  const isPremium = line.reference === 'billId' && row['billType'] !== 'CLAIM';
  if (slip['businessType'] === (isPremium ? 'CLAIM' : 'PREMIUM'))
    throw refuseFields([{ field: 'memoId', key: 'MSG_bank_0127', params: {} }], 'conflict');
  // a payment needs an account of the paying company (2§8 Supplier and bank)
  if (line.isPayment(row) && !(await usableAccount.first(context.db, { companyCde: slip['compCde'] as string })))
    throw refuseFields([{ field: 'memoId', key: 'MSG_bill_0115', params: {} }]);
  return slip;
}

/** What the amount of a claim must not exceed. */
interface Claim {
  slip: Row;
  row: Row;
  line: Line;
  detail: Detail | undefined;
}

/** The open amount of a flow. What its details apportion is open only for claims against them. */
function openFor(slip: Row, detail: Detail | undefined): Decimal {
  const open = amountOf(slip, 'openAmount');
  if (detail?.id !== undefined || !Number(slip['detailCount'])) return open;
  return Decimal.min(open, unapportioned(slip));
}

/**
 * The amount to claim.
 *
 * @param input amount in the input, if any
 * @throws Refusal (400) above the open amount of the flow, the detail or the line
 */
function amountToClaim({ slip, row, line, detail }: Claim, input: Decimal | undefined): Decimal {
  const open = openFor(slip, detail);
  const needed = amountOf(row, line.amount).minus(amountOf(row, 'claimedAmt'));
  const apportioned = detail?.id === undefined ? undefined : detail.left;
  const amount = input ?? Decimal.min(open, needed, apportioned ?? open);
  const tooMuch = (key: string, left: Decimal): Refusal =>
    refuseFields([{ field: 'allocatedAmt', key, params: { left: money(left), currency: row[line.currency] } }]);
  if (amount.gt(open) || open.isZero()) throw tooMuch('MSG_bank_0113', open);
  if (amount.gt(needed) || needed.isZero()) throw tooMuch('MSG_bank_0114', needed);
  if (apportioned && (amount.gt(apportioned) || apportioned.isZero())) throw tooMuch('MSG_bank_0128', apportioned);
  return amount;
}

/**
 * Reverses a claim by an allocation of the negative amount, so that the amount is open again in flow and line. No
 * allocation is deleted.
 */
export const reverseFunds: Effect = locking(lineOfAllocation, async (kernel, { row, input }, context) => {
  const systemContext = asSystem(context);
  const slip = (await lockRow(kernel, entityNamed(kernel, 'bank-slip'), row['memoId'], context))!;
  const line = LINES.find(({ reference }) => row[reference] != null)!;
  const id = row[line.reference] as string;
  const amount = amountOf(row, 'allocatedAmt').negated();
  const detail = row['detailId'] == null ? undefined : { id: String(row['detailId']), left: amount };
  await allocate(
    kernel,
    {
      memoId: row['memoId'],
      detailId: await changeDetail(kernel, { slip, detail, amount }, systemContext),
      caseId: row['caseId'],
      [line.reference]: id,
      allocatedAmt: money(amount),
      reversalOf: row['id'],
      remark: input['remark'] ?? null,
    },
    systemContext,
  );
  await recompute(kernel, slip['id'], systemContext);
  await syncLine(kernel, { line, id }, systemContext);
  return {
    values: { reversedFlag: 'Y' },
    message: {
      key: 'MSG_bank_0133',
      params: {
        amount: money(amount.negated()),
        currency: row['currency'],
        flow: slip['bnkSeqNum'],
        line: await numberOf(row, systemContext),
      },
    },
  };
});

/** The bank flow of a claim's input, to be locked before the line of the case. */
async function flowOfInput(kernel: Kernel, { input }: Pick<EffectInput, 'input'>): Promise<RowToLock[]> {
  return input['memoId'] == null ? [] : [{ runtime: entityNamed(kernel, 'bank-slip'), id: String(input['memoId']) }];
}

const allocate = (kernel: Kernel, values: Row, systemContext: Context): Promise<unknown> =>
  createRow(
    kernel,
    { runtime: entityNamed(kernel, 'fund-claim'), input: {}, system: { values, isAuthorized: true } },
    systemContext,
  );

/** Recomputes the amounts of a bank flow, which is locked. */
async function recompute(kernel: Kernel, id: unknown, systemContext: Context): Promise<void> {
  const runtime = entityNamed(kernel, 'bank-slip');
  const { rev } = (await lockRow(kernel, runtime, id, systemContext))!;
  const system = { isAuthorized: true, action: 'update' } as const;
  await updateRow(kernel, { runtime, id: String(id), rev: Number(rev), input: {}, system }, systemContext);
}
