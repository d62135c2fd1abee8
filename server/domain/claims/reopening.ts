import { build, prepared } from '../../db/statement.ts';
import { planStep } from '../../kernel/approval/steps.ts';
import type { Context } from '../../kernel/context.ts';
import type { Effect, EntityRuntime, Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Row } from '../../kernel/row.ts';
import { subtypeOf } from '../../kernel/subtypes.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { readForWrite } from '../../kernel/write/load.ts';
import { createRow, updateRow } from '../../kernel/write/save.ts';

/** The request to reopen a case that was withdrawn or rejected, and can be submitted again. */
const undecided = prepared<{ caseId: string }>()(($) =>
  build
    .selectFrom('claim_approval')
    .select(['id', 'rev'])
    .where('caseId', '=', $('caseId'))
    .where('reopenReason', 'is not', null)
    .where('recordStatus', 'in', ['Draft', 'Reject'])
    .where('delFlag', '=', 'N')
    .limit(1),
);

const caseOf = prepared<{ id: string }>()(($) =>
  build.selectFrom('claim').select(['id', 'rev', 'bizType']).where('id', '=', $('id')),
);

/**
 * Submits a decision on the result of a closed case: that it is reopened, with the reason (domain/claims.md 27). A
 * request that was withdrawn or rejected is submitted again.
 *
 * @throws Refusal as `planStep`
 */
export const requestReopening: Effect = async (kernel, { row, input }, context) => {
  const runtime = entityNamed(kernel, 'claim-approval');
  const decision = await requestOf(kernel, runtime, row['id'], context);
  const reason = input['reopenReason'];
  const plan = await planStep(
    kernel,
    { runtime, row: decision },
    { step: 'submit', notes: { operateOpinion: reason } },
    context,
  );
  const values = { ...plan.values, reopenReason: reason, recordStatus: 'Submit' };
  const { id, rev } = decision;
  const system = { values, action: 'submit', isAuthorized: true, isDerived: true } as const;
  await updateRow(kernel, { runtime, id: String(id), rev: Number(rev), input: {}, system }, context);
  const message = await plan.writeTask();
  return message ? { message } : {};
};

/** The request of a case that is not decided, or a new one. */
async function requestOf(kernel: Kernel, runtime: EntityRuntime, caseId: unknown, context: Context): Promise<Row> {
  const former = await undecided.first(context.db, { caseId: String(caseId) });
  if (former) return readForWrite(kernel, { runtime, id: String(former.id), rev: former.rev }, context, { lock: true });
  const input = { caseId, subject: 'RESULT' };
  return (await createRow(kernel, { runtime, input, system: { values: {}, isAuthorized: true } }, context)).row;
}

/** Effect of the approval of a decision: it reopens the case, if this was requested. */
export const reopenDecided: Effect = async (kernel, { row }, context) => {
  if (row['reopenReason'] == null) return {};
  const claim = (await caseOf.first(context.db, { id: String(row['caseId']) })) as Row;
  const values = { claimStatus: 'SettlingCharge', closeDate: null, closeAmt: null };
  const notes = { reopenReason: row['reopenReason'] };
  await updateRow(
    kernel,
    {
      runtime: subtypeOf(kernel, entityNamed(kernel, 'claim'), claim),
      id: String(claim['id']),
      rev: Number(claim['rev']),
      input: {},
      system: { values, action: 'reopen', notes, isAuthorized: true },
    },
    asSystem(context),
  );
  return {};
};
