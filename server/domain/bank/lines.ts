import { type Decimal, printDecimal } from '../../../generator/language/decimal.ts';
import { build, prepared } from '../../db/statement.ts';
import type { Context } from '../../kernel/context.ts';
import type { EntityRuntime, Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { lockInOrder } from '../../kernel/write/locks.ts';
import { readForWrite } from '../../kernel/write/load.ts';
import { amountOf } from '../amount.ts';

/** The number of a case. */
export const caseNumber = prepared<{ id: string }>()(($) =>
  build.selectFrom('claim').select('ourRef').where('id', '=', $('id')),
);

/** The number of a bill. */
export const billNumber = prepared<{ id: string }>()(($) =>
  build.selectFrom('settlement_bill').select('settlementBill').where('id', '=', $('id')),
);

/** The number by which staff know what money is allocated to: that of the bill, otherwise that of the case. */
export async function numberOf({ billId, caseId }: Row, { db }: Context): Promise<string> {
  if (billId != null) return (await billNumber.first(db, { id: String(billId) }))!.settlementBill!;
  return (await caseNumber.first(db, { id: String(caseId) }))!.ourRef!;
}

/**
 * What a bank flow pays, a line of a case or a settlement bill: the names of its fields, and the field of an allocation
 * that refers to it.
 */
export interface Line {
  entity: string;
  reference: 'paidChargeId' | 'recoveryId' | 'reimbursementId' | 'billId';
  amount: string;
  currency: string;
  state: string;
  steps: Steps;
  /** whether money goes out for a row */
  isPayment(row: Row): boolean;
}

/** The states through which bank flows lead a line, in order, and the action from each to the next. */
export interface Steps {
  states: readonly State[];
  actions: readonly string[];
  /** the action one step back */
  back: string;
}

/** States of a bank flow, in order. */
const STATES = ['ToBeClaim', 'ToBeConfirmed', 'NotWriteOff', 'WrittenOff'] as const;
/** A state of a bank flow, and of a line that is paid by bank flows. */
export type State = (typeof STATES)[number];

/** Machine `charge`: a line that is claimed in full has the state of its earliest flow. */
export const ALL_STEPS: Steps = { states: STATES, actions: ['fundClaim', 'confirm', 'writeOff'], back: 'refuse' };
/** Machine `receivable`: bank flows only write a confirmed line off. */
const LAST_STEP: Steps = { states: ['NotWriteOff', 'WrittenOff'], actions: ['writeOff'], back: 'cancelWriteOff' };

/** The entities whose rows bank flows pay. */
export const LINES: readonly Line[] = [
  {
    entity: 'paid-charge',
    reference: 'paidChargeId',
    amount: 'totalAmt',
    currency: 'cur',
    state: 'chargeStatus',
    steps: ALL_STEPS,
    isPayment: () => true,
  },
  {
    entity: 'recovery-charge',
    reference: 'recoveryId',
    amount: 'compensationAmt',
    currency: 'cur',
    state: 'chargeStatus',
    steps: LAST_STEP,
    isPayment: () => false,
  },
  {
    entity: 'reimbursement',
    reference: 'reimbursementId',
    amount: 'compensationAmt',
    currency: 'claimCur',
    state: 'claimStatus',
    steps: LAST_STEP,
    isPayment: () => false,
  },
  {
    entity: 'settlement-bill',
    reference: 'billId',
    amount: 'settleAmt',
    currency: 'cur',
    state: 'payStatus',
    steps: ALL_STEPS,
    isPayment: ({ billType }) => billType !== 'RETURN',
  },
];

/** The amount of a flow that neither its details nor claims without one take. */
export const unapportioned = (flow: Row): Decimal =>
  amountOf(flow, 'origTtlAmt').minus(amountOf(flow, 'apportionedAmt'));

/** Prints an amount of money with 2 decimal places. */
export const money = (amount: Decimal): string => printDecimal(amount, 2);

const revision = (table: 'bank_slip' | 'paid_charge' | 'recovery_charge' | 'reimbursement' | 'settlement_bill') =>
  prepared<{ id: string }>()(($) =>
    build
      .selectFrom(table as 'bank_slip')
      .select('rev')
      .where('id', '=', $('id'))
      .where('delFlag', '=', 'N'),
  );
const revisions = {
  bank_slip: revision('bank_slip'),
  paid_charge: revision('paid_charge'),
  recovery_charge: revision('recovery_charge'),
  reimbursement: revision('reimbursement'),
  settlement_bill: revision('settlement_bill'),
};

/** Locks and reads a row that the caller may see; undefined if there is none. */
export async function lockRow(
  kernel: Kernel,
  runtime: EntityRuntime,
  id: unknown,
  context: Context,
): Promise<Row | undefined> {
  if (id == null) return undefined;
  await lockInOrder(kernel, [{ runtime, id: String(id) }], context);
  const found = await revisions[runtime.entity.table as keyof typeof revisions].first(context.db, { id: String(id) });
  return found && readForWrite(kernel, { runtime, id: String(id), rev: found.rev }, context, { lock: true });
}
