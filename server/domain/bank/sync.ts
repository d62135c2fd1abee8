import { Decimal } from '../../../generator/language/decimal.ts';
import { build, prepared } from '../../db/statement.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Effect, EffectInput, EntityRuntime, Kernel, RowToLock } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Row } from '../../kernel/row.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { lockInOrder } from '../../kernel/write/locks.ts';
import { updateRow } from '../../kernel/write/save.ts';
import { violationText } from '../../messages.ts';
import { chargesOfBill, withCharges } from './chargesOfBill.ts';
import { amountOf } from '../amount.ts';
import { ALL_STEPS, caseNumber, LINES, lockRow, money, type Line, type State } from './lines.ts';

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
      .select(['s.id', 's.status', 's.bnkSeqNum'])
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
    await lockInOrder(kernel, await withCharges(kernel, lines.map(targetOf(kernel)), systemContext), systemContext);
    for (const line of lines) await syncLine(kernel, line, systemContext, { memoId, to });
    return {};
  };

/** A line, by its id. */
export interface LineOfCase {
  line: Line;
  id: string;
}

const targetOf =
  (kernel: Kernel) =>
  ({ line, id }: LineOfCase): RowToLock => ({ runtime: entityNamed(kernel, line.entity), id });

/** A flow whose new state is not stored yet. */
interface MovingFlow {
  memoId: string;
  to: State;
}

/**
 * Moves a line to the state of its flows.
 *
 * @param moving a flow whose new state is not stored yet; undefined after a reversal
 * @throws Refusal 409 if a flow is or would be written off without the whole amount of the line
 */
export async function syncLine(
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
  const writtenOff = flows.find(({ status }) => status === 'WrittenOff');
  if (!isCovered && !moving && writtenOff)
    throw refuseFields([{ field: '', key: 'MSG_bank_0132', params: { flow: writtenOff.bnkSeqNum } }], 'conflict');
  const target = isCovered ? Math.min(...flows.map((flow) => stepOf(flow, line, moving))) : 0;
  await moveLine(kernel, { runtime, line, row }, { target, claimedAmt: money(claimed) }, systemContext);
  if (line.reference === 'billId') await syncChargesOfBill(kernel, { id, target }, systemContext);
}

/**
 * Moves the charges on a bill to the state of the bill. They are paid by it together: once it is claimed in full, so is
 * each of them (domain/billing-bank.md, Bank flows 11).
 *
 * @throws Refusal 409 if a case does not allow it, or a charge lacks its decision or a verified invoice
 */
export async function syncChargesOfBill(
  kernel: Kernel,
  { id, target }: { id: string; target: number },
  systemContext: Context,
): Promise<void> {
  const line = LINES.find(({ reference }) => reference === 'paidChargeId')!;
  const runtime = entityNamed(kernel, line.entity);
  for (const charge of await chargesOfBill(kernel, [id], systemContext)) {
    const row = (await lockRow(kernel, runtime, charge.id, systemContext))!;
    const claimedAmt = money(target > 0 ? amountOf(row, line.amount) : new Decimal(0));
    await moveLine(kernel, { runtime, line, row }, { target, claimedAmt }, systemContext);
  }
}

/** Moves a line to a state, with one save for each state between. @throws Refusal with the number of its case */
async function moveLine(
  kernel: Kernel,
  { runtime, line, row }: { runtime: EntityRuntime; line: Line; row: Row },
  { target, claimedAmt }: { target: number; claimedAmt: string },
  systemContext: Context,
): Promise<void> {
  const { states, actions, back } = line.steps;
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
  if (step === target && claimedAmt !== money(amountOf(row, 'claimedAmt'))) await write({ claimedAmt }, 'update');
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
