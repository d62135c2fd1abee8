import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { build, prepared } from '../../db/statement.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import { locking } from '../../kernel/domain.ts';
import type { EffectInput, Effect, EntityRuntime, Kernel, LocksOf, Target } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { lockInOrder } from '../../kernel/write/locks.ts';
import { readForWrite } from '../../kernel/write/load.ts';
import { createRow, updateRow } from '../../kernel/write/save.ts';
import { violationText } from '../../messages.ts';
import { usableAccount } from '../billing/usableAccount.ts';

/**
 * What a bank flow pays, a line of a case or a settlement bill: the names of its fields, and the field of an allocation
 * that refers to it.
 */
interface Line {
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
interface Steps {
  states: readonly State[];
  actions: readonly string[];
  /** the action one step back */
  back: string;
}

/** States of a bank flow, in order. */
const STATES = ['ToBeClaim', 'ToBeConfirmed', 'NotWriteOff', 'WrittenOff'] as const;
type State = (typeof STATES)[number];

/** Machine `charge`: a line that is claimed in full has the state of its earliest flow. */
const ALL_STEPS: Steps = { states: STATES, actions: ['fundClaim', 'confirm', 'writeOff'], back: 'refuse' };
/** Machine `receivable`: bank flows only write a confirmed line off. */
const LAST_STEP: Steps = { states: ['NotWriteOff', 'WrittenOff'], actions: ['writeOff'], back: 'cancelWriteOff' };

const LINES: readonly Line[] = [
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

const caseNumber = prepared<{ id: string }>()(($) =>
  build.selectFrom('claim').select('ourRef').where('id', '=', $('id')),
);

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

/** Ids of the lines of one entity for which money of a flow is claimed. */
const linesOfFlow = byReference((reference) =>
  prepared<{ memoId: string }>()(($) =>
    build
      .selectFrom('fund_claim')
      .select(`${reference} as id`)
      .where('memoId', '=', $('memoId'))
      .where(reference, 'is not', null)
      .where('delFlag', '=', 'N')
      .groupBy(reference)
      .having(({ fn }) => fn.sum('allocatedAmt'), '<>', '0')
      .orderBy(reference),
  ),
);

/** Flows of a line, each with the amount of it that is claimed for the line. */
const flowsOfLine = byReference((reference) =>
  prepared<{ id: string }>()(($) =>
    build
      .selectFrom('fund_claim as f')
      .innerJoin('bank_slip as s', 's.id', 'f.memoId')
      .select(['s.id', 's.status'])
      .select(({ fn }) => fn.sum<string>('f.allocatedAmt').as('amount'))
      .where(`f.${reference}`, '=', $('id'))
      .where('f.delFlag', '=', 'N')
      .groupBy('s.id')
      .having(({ fn }) => fn.sum('f.allocatedAmt'), '<>', '0'),
  ),
);

function byReference<T>(ofReference: (reference: Line['reference']) => T): Record<Line['reference'], T> {
  return {
    paidChargeId: ofReference('paidChargeId'),
    recoveryId: ofReference('recoveryId'),
    reimbursementId: ofReference('reimbursementId'),
    billId: ofReference('billId'),
  };
}

const amountOf = (row: Row, field: string): Decimal => parseDecimal(row[field]) ?? new Decimal(0);
const money = (amount: Decimal): string => printDecimal(amount, 2);

/** The case and the line of an allocation, to be locked after its bank flow. */
const lineOfAllocation: LocksOf = async (kernel, { row }) =>
  LINES.filter(({ reference }) => row[reference] != null).map(({ entity, reference }) => ({
    runtime: entityNamed(kernel, entity),
    id: String(row[reference]),
  }));

/**
 * Claims money of a bank flow for a line of a case (2§4 Fund claim), or for a settlement bill.
 *
 * Allocates the amount of the input, or without one the smaller of the open amounts of flow and line. The flow is
 * locked, so concurrent claims cannot exceed it. A line that is claimed in full becomes ToBeConfirmed.
 *
 * @throws Refusal 409 for a flow that is no longer ToBeClaim; 400 for another currency or billing company, or above the
 *   open amount of the flow or the line
 */
export const claimFunds: Effect = locking(flowOfInput, async (kernel, { runtime, row, input }, context) => {
  const line = LINES.find(({ entity }) => entity === runtime.entity.name)!;
  const slip = await lockClaimableFlow(kernel, input['memoId'], { row, line }, context);
  const currency = row[line.currency];
  const amount = amountToClaim(slip, row, line, parseDecimal(input['allocatedAmt']));
  const systemContext = asSystem(context);
  await allocate(
    kernel,
    { memoId: slip['id'], caseId: row['caseId'] ?? null, [line.reference]: row['id'], allocatedAmt: money(amount) },
    systemContext,
  );
  await recompute(kernel, slip, systemContext);
  const claimed = amountOf(row, 'claimedAmt').plus(amount);
  const isComplete = claimed.eq(amountOf(row, line.amount));
  return {
    values: {
      claimedAmt: money(claimed),
      ...(isComplete && line.steps === ALL_STEPS ? { [line.state]: 'ToBeConfirmed' } : {}),
    },
    message: { key: 'MSG_bank_0111', params: { amount: money(amount), currency, flow: slip['bnkSeqNum'] } },
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
  // a payment needs an account of the paying company (2§8 Supplier and bank)
  if (line.isPayment(row) && !(await usableAccount.first(context.db, { companyCde: slip['compCde'] as string })))
    throw refuseFields([{ field: 'memoId', key: 'MSG_bill_0115', params: {} }]);
  return slip;
}

/**
 * The amount to claim.
 *
 * @param input amount in the input, if any
 * @throws Refusal (400) above the open amount of the flow or the line
 */
function amountToClaim(slip: Row, row: Row, line: Line, input: Decimal | undefined): Decimal {
  const open = amountOf(slip, 'openAmount');
  const needed = amountOf(row, line.amount).minus(amountOf(row, 'claimedAmt'));
  const amount = input ?? Decimal.min(open, needed);
  const tooMuch = (key: string, left: Decimal): Refusal =>
    refuseFields([{ field: 'allocatedAmt', key, params: { left: money(left), currency: row[line.currency] } }]);
  if (amount.gt(open) || open.isZero()) throw tooMuch('MSG_bank_0113', open);
  if (amount.gt(needed) || needed.isZero()) throw tooMuch('MSG_bank_0114', needed);
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
  await allocate(
    kernel,
    {
      memoId: row['memoId'],
      caseId: row['caseId'],
      [line.reference]: id,
      allocatedAmt: money(amountOf(row, 'allocatedAmt').negated()),
      reversalOf: row['id'],
      remark: input['remark'] ?? null,
    },
    systemContext,
  );
  await recompute(kernel, slip, systemContext);
  await syncLine(kernel, { line, id }, systemContext);
  return { values: { reversedFlag: 'Y' } };
});

/**
 * Effect of a transition of a bank flow: synchronises the states of its lines. A line has the state of its earliest
 * flow. A receivable is only written off with its flows.
 *
 * @param to the new state of the flow
 * @throws Refusal 409 if the flow is written off and a line is not claimed in full, or if the case of a line blocks the
 *   change
 */
export const syncLines =
  (to: State): Effect =>
  async (kernel, { row }: EffectInput, context) => {
    const systemContext = asSystem(context);
    const memoId = row['id'] as string;
    const lines: LineOfCase[] = [];
    for (const line of LINES) {
      const rows = await linesOfFlow[line.reference].all(context.db, { memoId });
      lines.push(...rows.map(({ id }) => ({ line, id: id! })));
    }
    // the locked flow gets no further lines; the cases of all lines are locked before the first line
    await lockInOrder(
      kernel,
      lines.map(({ line, id }) => ({ runtime: entityNamed(kernel, line.entity), id })),
      systemContext,
    );
    for (const line of lines) await syncLine(kernel, line, systemContext, { memoId, to });
    return {};
  };

interface LineOfCase {
  line: Line;
  id: string;
}

/** A flow whose new state is not stored yet. */
interface MovingFlow {
  memoId: string;
  to: State;
}

/** Moves a line to the state of its flows, with one save for each state between. @throws Refusal */
async function syncLine(
  kernel: Kernel,
  { line, id }: LineOfCase,
  systemContext: Context,
  moving?: MovingFlow,
): Promise<void> {
  const runtime = entityNamed(kernel, line.entity);
  const row = (await lockRow(kernel, runtime, id, systemContext))!;
  const flows = await flowsOfLine[line.reference].all(systemContext.db, { id });
  const claimed = flows.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));
  const isCovered = claimed.gt(0) && claimed.eq(amountOf(row, line.amount));
  if (!isCovered && moving?.to === 'WrittenOff') throw notCovered(row, line, claimed);
  const { states, actions, back } = line.steps;
  const target = isCovered ? Math.min(...flows.map((flow) => stepOf(flow, line, moving))) : 0;
  let step = states.indexOf(row[line.state] as State);
  let rev = Number(row['rev']);
  const write = async (values: Row, action: string): Promise<void> => {
    try {
      ({ rev } = await updateRow(
        kernel,
        { runtime, id: String(row['id']), rev, input: {}, system: { action, values } },
        systemContext,
      ));
    } catch (error) {
      throw row['caseId'] == null ? error : await withCaseNumber(error, String(row['caseId']), systemContext);
    }
  };
  const claimedAmt = money(claimed);
  if (step === target && !claimed.eq(amountOf(row, 'claimedAmt'))) await write({ claimedAmt }, 'update');
  while (step !== target) {
    const action = step < target ? actions[step]! : back;
    step += step < target ? 1 : -1;
    const writtenOffDate = states[step] === 'WrittenOff' ? systemContext.today : null;
    await write({ claimedAmt, [line.state]: states[step], writtenOffDate }, action);
  }
}

/** The step that a flow allows a line that is claimed in full. A flow with claims has left the first state. */
function stepOf(flow: { id: string; status: string | null }, { steps }: Line, moving?: MovingFlow): number {
  const step = steps.states.indexOf(flow.id === moving?.memoId ? moving.to : (flow.status as State));
  return Math.max(step, steps === ALL_STEPS ? 1 : 0);
}

function notCovered(row: Row, line: Line, claimed: Decimal): Refusal {
  const params = { claimed: money(claimed), amount: money(amountOf(row, line.amount)), currency: row[line.currency] };
  return refuseFields([{ field: 'status', key: 'MSG_bank_0117', params }], 'conflict');
}

/**
 * A refusal in a case, reworded for a caller who works on the flow: with the case number, and at no field, because the
 * flow does not have the field.
 */
async function withCaseNumber(error: unknown, caseId: string, { db }: Context): Promise<unknown> {
  if (!(error instanceof Refusal) || error.byDatabase || error.violations.length === 0) return error;
  const { ourRef } = (await caseNumber.first(db, { id: caseId }))!;
  const violations = error.violations.map((violation) => ({
    ...violation,
    field: '',
    params: {},
    message: {
      en: `Case ${ourRef}: ${violationText('en-US', violation)}`,
      zh: `案件 ${ourRef}：${violationText('zh-CN', violation)}`,
    },
  }));
  return refuseFields(violations, error.family === 'conflict' ? 'conflict' : 'invalid');
}

/** The bank flow of a claim's input, to be locked before the line of the case. */
async function flowOfInput(kernel: Kernel, { input }: Pick<EffectInput, 'input'>): Promise<Target[]> {
  return input['memoId'] == null ? [] : [{ runtime: entityNamed(kernel, 'bank-slip'), id: String(input['memoId']) }];
}

/** Locks and reads a row that the caller may see; undefined if there is none. */
async function lockRow(
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

const allocate = (kernel: Kernel, values: Row, systemContext: Context): Promise<unknown> =>
  createRow(
    kernel,
    { runtime: entityNamed(kernel, 'fund-claim'), input: {}, system: { values, isAuthorized: true } },
    systemContext,
  );

/** Recomputes the claimed amount of a bank flow. */
const recompute = (kernel: Kernel, { id, rev }: Row, systemContext: Context): Promise<unknown> =>
  updateRow(
    kernel,
    {
      runtime: entityNamed(kernel, 'bank-slip'),
      id: String(id),
      rev: Number(rev),
      input: {},
      system: { isAuthorized: true, action: 'update' },
    },
    systemContext,
  );
