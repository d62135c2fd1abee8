import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import { locking, type Asked, type Effect, type LocksOf } from '../../kernel/domain.ts';
import { withEveryRight } from '../../kernel/everyRight.ts';
import { entityNamed, type Kernel } from '../../kernel/kernel.ts';
import type { EntityRuntime } from '../../kernel/registry.ts';
import { quote } from '../../kernel/statement.ts';
import type { Row } from '../../kernel/write/body.ts';
import { lockInOrder, type Target } from '../../kernel/write/locks.ts';
import { readForWrite } from '../../kernel/write/rowWriter.ts';
import { createRow, updateRow } from '../../kernel/write/save.ts';
import { violationText } from '../../messages.ts';

/**
 * What stands in a case to be paid or received, as a bank flow pays it: which of its fields hold what, and which field
 * of an allocation refers to it.
 */
interface Line {
  entity: string;
  by: string;
  amount: string;
  currency: string;
  state: string;
  pays?: true;
}

const LINES: readonly Line[] = [
  { entity: 'paid-charge', by: 'paidChargeId', amount: 'totalAmt', currency: 'cur', state: 'chargeStatus', pays: true },
  { entity: 'recovery-charge', by: 'recoveryId', amount: 'total', currency: 'cur', state: 'chargeStatus' },
  {
    entity: 'reimbursement',
    by: 'reimbursementId',
    amount: 'compensationAmt',
    currency: 'claimCur',
    state: 'claimStatus',
  },
];

/**
 * The life of a line (machine `charge`), the step that leads on from each state, and how far a bank flow must be for
 * the line to stand there.
 */
const LIFE = ['ToBeClaim', 'ToBeConfirmed', 'NotWriteOff', 'WrittenOff'] as const;
const STEPS = ['fundClaim', 'confirm', 'writeOff'] as const;

const amountOf = (row: Row, field: string): Decimal => parseDecimal(row[field]) ?? new Decimal(0);
const money = (amount: Decimal): string => printDecimal(amount, 2);

/** Locks, between a bank flow and a claim of its money, the case and the line that it was claimed for. */
const lineOfClaim: LocksOf = async (kernel, { row }) =>
  LINES.filter(({ by }) => row[by] != null).map(({ entity, by }) => ({
    runtime: entityNamed(kernel, entity),
    id: String(row[by]),
  }));

/**
 * Claims money of a bank flow for a line of a case (2§4 Fund claim): an allocation of as much as is said, or as both
 * leave. The flow is held, so of many at once none claims more than there is. A line whose amount is claimed in full is
 * then to be confirmed.
 *
 * @throws Refusal 409 for a flow that is to be claimed no more; 400 for another currency or billing company, or for
 *   more than the flow or the line has left
 */
export const claimFunds: Effect = locking(flowNamed, async (kernel, { runtime, row, input }, context) => {
  const line = LINES.find(({ entity }) => entity === runtime.entity.name)!;
  const slips = entityNamed(kernel, 'bank-slip');
  const slip = await held(kernel, slips, input['memoId'], context);
  if (!slip)
    throw refuseFields([
      { field: 'memoId', key: MESSAGE.referenceMissing, params: { label: { en: 'Bank flow', zh: '银行流水' } } },
    ]);
  if (slip['status'] !== 'ToBeClaim')
    throw refuseFields([{ field: 'memoId', key: 'MSG_bank_0104', params: {} }], 'conflict');
  const currency = String(slip['origCcyCde']);
  if (row[line.currency] !== currency)
    throw refuseFields([
      { field: 'memoId', key: 'MSG_bank_0115', params: { flow: currency, line: row[line.currency] } },
    ]);
  if (row['billCompany'] !== slip['compCde'])
    throw refuseFields([
      { field: 'memoId', key: 'MSG_bank_0116', params: { flow: slip['compCde'], line: row['billCompany'] } },
    ]);
  if (line.pays) await passPayer(slip['compCde'], context);
  const [open, needed] = [amountOf(slip, 'openAmount'), amountOf(row, line.amount).minus(amountOf(row, 'claimedAmt'))];
  const asked = parseDecimal(input['allocatedAmt']) ?? Decimal.min(open, needed);
  const tooMuch = (key: string, left: Decimal): Refusal =>
    refuseFields([{ field: 'allocatedAmt', key, params: { left: money(left), currency } }]);
  if (asked.gt(open) || open.isZero()) throw tooMuch('MSG_bank_0113', open);
  if (asked.gt(needed) || needed.isZero()) throw tooMuch('MSG_bank_0114', needed);
  const acting = withEveryRight(context);
  await allocate(
    kernel,
    { memoId: slip['id'], caseId: row['caseId'], [line.by]: row['id'], allocatedAmt: money(asked) },
    acting,
  );
  await workedOut(kernel, slips, slip, acting);
  const claimed = amountOf(row, 'claimedAmt').plus(asked);
  return {
    values: { claimedAmt: money(claimed), ...(asked.eq(needed) ? { [line.state]: 'ToBeConfirmed' } : {}) },
    told: { key: 'MSG_bank_0111', params: { amount: money(asked), currency, flow: slip['bnkSeqNum'] } },
  };
});

/** Who pays must have an account to pay from (2§8 Supplier and bank). @throws Refusal (400) */
async function passPayer(companyCde: unknown, { db }: Context): Promise<void> {
  const { rows } = await db.query({
    text: 'select from bank_account where "companyCde" = $1 and "useFlag" = \'Y\' and "delFlag" = \'N\' limit 1',
    values: [companyCde],
  });
  if (rows.length === 0) throw refuseFields([{ field: 'memoId', key: 'MSG_bill_0115', params: {} }]);
}

/**
 * Gives claimed money back: an allocation of as much less, by which the flow and the line have it again. Nothing is
 * erased.
 */
export const reverseFunds: Effect = locking(lineOfClaim, async (kernel, { row, input }, context) => {
  const acting = withEveryRight(context);
  const slips = entityNamed(kernel, 'bank-slip');
  const slip = (await held(kernel, slips, row['memoId'], context))!;
  const line = LINES.find(({ by }) => row[by] != null)!;
  await allocate(
    kernel,
    {
      memoId: row['memoId'],
      caseId: row['caseId'],
      [line.by]: row[line.by],
      allocatedAmt: money(amountOf(row, 'allocatedAmt').negated()),
      reversalOf: row['id'],
      remark: input['remark'] ?? null,
    },
    acting,
  );
  await workedOut(kernel, slips, slip, acting);
  await follow(kernel, line, row[line.by], acting);
  return { values: { reversedFlag: 'Y' } };
});

/**
 * Takes the lines for which money of a bank flow is claimed along as the flow goes on or back: a line is where the last
 * of its flows is.
 *
 * @param to the state that the flow goes to
 * @throws Refusal 409 where the flow is written off and one of its lines is not claimed in full, or its case allows no
 *   operation
 */
export const followFlow =
  (to: string): Effect =>
  async (kernel, { row }: Asked, context) => {
    const acting = withEveryRight(context);
    const claimed: { line: Line; id: string }[] = [];
    for (const line of LINES) {
      const text = `select ${quote(line.by)}::text as id from fund_claim where "memoId" = $1 and ${quote(line.by)} is not null and "delFlag" = 'N' group by ${quote(line.by)} having sum("allocatedAmt") <> 0 order by ${quote(line.by)}`;
      const { rows } = await context.db.query({ text, values: [row['id']] });
      claimed.push(...(rows as { id: string }[]).map(({ id }) => ({ line, id })));
    }
    // the flow is locked, so no line comes or goes; the cases of all lines are locked before any line
    await lockInOrder(
      kernel,
      claimed.map(({ line, id }) => ({ runtime: entityNamed(kernel, line.entity), id })),
      acting,
    );
    for (const { line, id } of claimed) await follow(kernel, line, id, acting, { memoId: String(row['id']), to });
    return {};
  };

/** Brings a line to where its flows are. @param going a flow that is on its way to another state */
async function follow(
  kernel: Kernel,
  line: Line,
  id: unknown,
  acting: Context,
  going?: { memoId: string; to: string },
): Promise<void> {
  const runtime = entityNamed(kernel, line.entity);
  const row = (await held(kernel, runtime, id, acting))!;
  const text = `select s.id::text as id, s.status, sum(f."allocatedAmt")::text as amount from fund_claim f join bank_slip s on s.id = f."memoId" where f.${quote(line.by)} = $1 and f."delFlag" = 'N' group by s.id having sum(f."allocatedAmt") <> 0`;
  const flows = (await acting.db.query({ text, values: [id] })).rows as {
    id: string;
    status: string;
    amount: string;
  }[];
  const claimed = flows.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));
  const isCovered = claimed.gt(0) && claimed.eq(amountOf(row, line.amount));
  if (!isCovered && going?.to === 'WrittenOff') {
    throw refuseFields(
      [
        {
          field: 'status',
          key: 'MSG_bank_0117',
          params: { claimed: money(claimed), amount: money(amountOf(row, line.amount)), currency: row[line.currency] },
        },
      ],
      'conflict',
    );
  }
  const reached = flows.map((flow) =>
    Math.max(LIFE.indexOf((flow.id === going?.memoId ? going.to : flow.status) as (typeof LIFE)[number]), 1),
  );
  const target = isCovered ? Math.min(...reached) : 0;
  let at = LIFE.indexOf(row[line.state] as (typeof LIFE)[number]);
  let rev = Number(row['rev']);
  const write = async (values: Row, action: string): Promise<void> => {
    try {
      ({ rev } = await updateRow(kernel, runtime, String(row['id']), rev, {}, acting, { action, values }));
    } catch (error) {
      throw await ofCase(error, row['caseId'], acting);
    }
  };
  if (at === target && !claimed.eq(amountOf(row, 'claimedAmt'))) await write({ claimedAmt: money(claimed) }, 'update');
  while (at !== target) {
    const action = at < target ? STEPS[at]! : 'refuse';
    at += at < target ? 1 : -1;
    await write(
      {
        claimedAmt: money(claimed),
        [line.state]: LIFE[at],
        writtenOffDate: LIFE[at] === 'WrittenOff' ? acting.today : null,
      },
      action,
    );
  }
}

/**
 * A refusal of what follows in a case, as who keeps the flow reads it: with the case that it is about, at no field, for
 * the flow has none of that name.
 */
async function ofCase(error: unknown, caseId: unknown, { db }: Context): Promise<unknown> {
  if (!(error instanceof Refusal) || error.byDatabase || error.violations.length === 0) return error;
  const { rows } = await db.query({ text: 'select "ourRef" from claim where id = $1', values: [caseId] });
  const { ourRef } = rows[0] as { ourRef: string };
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

/** Locks, before a line of a case, the bank flow that its claim names. */
async function flowNamed(kernel: Kernel, { input }: Pick<Asked, 'input'>): Promise<Target[]> {
  return input['memoId'] == null ? [] : [{ runtime: entityNamed(kernel, 'bank-slip'), id: String(input['memoId']) }];
}

/** A row as its reader may see it, locked until the transaction ends; undefined where there is none. */
async function held(kernel: Kernel, runtime: EntityRuntime, id: unknown, context: Context): Promise<Row | undefined> {
  await lockInOrder(kernel, [{ runtime, id: String(id) }], context);
  const { rows } = await context.db.query({
    text: `select rev from ${quote(runtime.entity.table)} where id = $1 and "delFlag" = 'N'`,
    values: [id],
  });
  const [found] = rows as { rev: number }[];
  return found && readForWrite(kernel, runtime, String(id), found.rev, context, true);
}

const allocate = (kernel: Kernel, values: Row, acting: Context): Promise<unknown> =>
  createRow(kernel, entityNamed(kernel, 'fund-claim'), {}, acting, { values, underParent: true });

/** What of a bank flow is claimed, worked out again. */
const workedOut = (kernel: Kernel, slips: EntityRuntime, { id, rev }: Row, acting: Context): Promise<unknown> =>
  updateRow(kernel, slips, String(id), Number(rev), {}, acting, { underParent: true, action: 'update' });
