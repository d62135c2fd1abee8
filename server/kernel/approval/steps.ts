import { databaseTime } from '../../db/clock.ts';
import type { ApprovalStep } from '../../../generator/model/approval.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EffectResult } from '../effectResult.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { openTask } from './openTask.ts';
import { levelLabel, roleAt, routeOf } from './route.ts';
import { approvalSources, type ApprovalSources } from './sources.ts';
import { closeTask, moveToLevel, openTaskFor } from './tasks.ts';
import { totalField } from './totalField.ts';
import { unmannedLevel } from './unmannedLevel.ts';
import { parsedRows } from '../printedRows.ts';

/** The effect of a step (submit, approve, reject, withdraw) on the approval of a record. */
export interface StepPlan {
  /** further levels must approve: the record keeps its state, and only its to-do moves to the next level */
  keepsState: boolean;
  /** values of the record's fields */
  values: Row;
  /** Writes the to-do after the record. @throws Refusal where no approval can be opened */
  writeTask(): Promise<EffectResult['message']>;
}

/**
 * Plans the effect of a step on the approval of a record. The caller has locked the record, so that concurrent steps
 * cannot skip a level.
 *
 * @param notes input of the step that is not stored in fields of the row; its opinion is logged
 * @throws Refusal 409 without an open to-do, or without a rule for the next level; 400 at the currency of an
 *   amount without an exchange rate
 */
export async function planStep(
  kernel: Kernel,
  { runtime, row }: { runtime: EntityRuntime; row: Row },
  { step, notes }: { step: ApprovalStep; notes: Row },
  context: Context,
): Promise<StepPlan> {
  const sources = approvalSources(kernel, runtime)!;
  const opinion = notes[sources.tasks.source.log.opinion];
  if (step === 'submit') {
    const total = totalField(runtime);
    return {
      keepsState: false,
      values: {
        ...approvalFields(sources, { step, level: undefined, opinion }, context),
        ...(total !== undefined && {
          [total]: await kernel.premiumTotals.totalPremium(kernel, runtime, String(row['id']), context),
        }),
      },
      writeTask: () => submit(kernel, { runtime, sources, id: row['id'], opinion }, context),
    };
  }
  const task = await openTask(sources, runtime, row['id'], context);
  if (step === 'approve' && !task) throw new Refusal('conflict', 'MSG_generic_0075');
  const values = approvalFields(sources, { step, level: task?.level, opinion }, context);
  const level = step === 'approve' && task ? task.levels[task.levels.indexOf(task.level) + 1] : undefined;
  if (task && level !== undefined) {
    const next = { level, role: await roleAt(sources, level, row, context) };
    const writeTask = async (): Promise<EffectResult['message']> => {
      await moveToLevel(kernel, sources, { task, next, opinion }, context);
      return { key: 'MSG_generic_0074', params: { level: levelLabel(sources, level) } };
    };
    return { keepsState: true, values, writeTask };
  }
  const writeTask = async (): Promise<undefined> => {
    // without a to-do, the record was submitted before its entity had an approval
    if (task) await closeTask(kernel, sources, { task, step, opinion }, context);
  };
  return { keepsState: false, values, writeTask };
}

/**
 * Values that a record stores about a step of its approval (`x-approval.keeps`). A new submission clears the earlier
 * decisions.
 */
function approvalFields(
  { approval: { keeps = {} } }: ApprovalSources,
  { step, level, opinion }: { step: ApprovalStep; level: string | undefined; opinion: unknown },
  { user }: Context,
): Row {
  const { submitter, operated, opinion: opinionField, level: levelField, deciders = {} } = keeps;
  const values: Row = {};
  if (operated !== undefined) values[operated] = databaseTime();
  if (opinionField !== undefined) values[opinionField] = opinion ?? null;
  if (step === 'submit') {
    if (submitter !== undefined) values[submitter] = user.userCde;
    for (const name of [...(levelField === undefined ? [] : [levelField]), ...Object.values(deciders)])
      values[name] = null;
  } else if (step !== 'withdraw' && level !== undefined) {
    if (levelField !== undefined) values[levelField] = level;
    if (step === 'approve' && deciders[level] !== undefined) values[deciders[level]] = user.userCde;
  }
  return values;
}

/** Opens the approval of the written record. @returns a warning if nobody is left to decide at one of its levels */
async function submit(
  kernel: Kernel,
  {
    runtime,
    sources,
    id,
    opinion,
  }: { runtime: EntityRuntime; sources: ApprovalSources; id: unknown; opinion: unknown },
  context: Context,
): Promise<EffectResult['message']> {
  const [row] = parsedRows(await context.db.query({ text: runtime.statements.readRow, values: [id] })) as [Row];
  const route = await routeOf(kernel, { runtime, sources, row }, context);
  await openTaskFor(kernel, sources, { record: runtime, row, route, opinion }, context);
  const unmanned = await unmannedLevel(kernel, route.levels, context);
  return unmanned === undefined
    ? undefined
    : { key: 'MSG_generic_0081', params: { level: levelLabel(sources, unmanned) } };
}
