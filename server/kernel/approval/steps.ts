import { databaseTime } from '../../db/clock.ts';
import type { ApprovalStep } from '../../../generator/model/approval.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EffectResult, EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { openTask } from './openTask.ts';
import { levelLabel, roleAt, routeOf } from './route.ts';
import { approvalSources, type ApprovalSources } from './sources.ts';
import { closeTask, moveToLevel, openTaskFor } from './tasks.ts';

/** What a step of a record is to its approval. */
export interface StepPlan {
  /** further levels are needed: the record stays as it is, and only its to-do moves on */
  keepsState: boolean;
  /** what the record keeps of the step */
  values: Row;
  /** writes what becomes of the to-do, once the record is written. @throws Refusal where no approval can be opened */
  writeTask(): Promise<EffectResult['message']>;
}

/**
 * Finds out what a step means to the approval of a record, which is held until the transaction ends: so no two steps
 * are taken at once, and no level is skipped.
 *
 * @param said what the step was told beside the row's fields; its opinion goes into the log
 * @throws Refusal (409) where nothing waits to be approved, or the rules have no role for the next level
 */
export async function planStep(
  kernel: Kernel,
  { runtime, row }: { runtime: EntityRuntime; row: Row },
  { step, notes: said }: { step: ApprovalStep; notes: Row },
  context: Context,
): Promise<StepPlan> {
  const sources = approvalSources(kernel, runtime)!;
  const opinion = said[sources.tasks.source.log.opinion];
  const task = step === 'submit' ? undefined : await openTask(sources, runtime, row['id'], context);
  const kept = approvalFields(sources, { step, level: task?.level, opinion }, context);
  if (step === 'submit')
    return {
      keepsState: false,
      values: kept,
      writeTask: () => submit(kernel, { runtime, sources, id: row['id'], opinion }, context),
    };
  if (step === 'approve') {
    if (!task) throw new Refusal('conflict', 'MSG_generic_0075');
    const level = task.levels[task.levels.indexOf(task.level) + 1];
    if (level !== undefined) {
      const next = { level, role: await roleAt(sources, level, row, context) };
      return {
        keepsState: true,
        values: kept,
        writeTask: async () => {
          await moveToLevel(kernel, sources, { task, next, opinion }, context);
          return { key: 'MSG_generic_0074', params: { level: levelLabel(sources, level) } };
        },
      };
    }
  }
  return {
    keepsState: false,
    values: kept,
    writeTask: async () => {
      // a record that was submitted before its entity had levels has no to-do
      if (task) await closeTask(kernel, sources, { task, step, opinion }, context);
      return undefined;
    },
  };
}

/**
 * What a record keeps of a step of its approval (`x-approval.keeps`): what was decided before goes when it is submitted
 * anew.
 */
function approvalFields(
  { approval: { keeps = {} } }: ApprovalSources,
  { step, level, opinion }: { step: ApprovalStep; level: string | undefined; opinion: unknown },
  { user }: Context,
): Row {
  const { submitter, operated, opinion: said, level: last, deciders = {} } = keeps;
  const kept: Row = {};
  if (operated !== undefined) kept[operated] = databaseTime();
  if (said !== undefined) kept[said] = opinion ?? null;
  if (step === 'submit') {
    if (submitter !== undefined) kept[submitter] = user.userCde;
    for (const name of [...(last === undefined ? [] : [last]), ...Object.values(deciders)]) kept[name] = null;
  } else if (step !== 'withdraw' && level !== undefined) {
    if (last !== undefined) kept[last] = level;
    if (step === 'approve' && deciders[level] !== undefined) kept[deciders[level]] = user.userCde;
  }
  return kept;
}

/** Opens the approval of a record as it was just written. */
async function submit(
  kernel: Kernel,
  {
    runtime,
    sources,
    id,
    opinion,
  }: { runtime: EntityRuntime; sources: ApprovalSources; id: unknown; opinion: unknown },
  context: Context,
): Promise<undefined> {
  const { rows } = await context.db.query({ text: runtime.statements.readRow, values: [id] });
  const row = JSON.parse((rows[0] as { json: string }).json) as Row;
  await openTaskFor(
    kernel,
    sources,
    { record: runtime, row, route: await routeOf(kernel, { runtime, sources, row }, context), opinion },
    context,
  );
}
