import type { ApprovalStep } from '../../../generator/model/approval.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Done } from '../domain.ts';
import type { Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import type { Row } from '../write/body.ts';
import { openTask } from './openTask.ts';
import { levelLabel, roleAt, routeOf } from './route.ts';
import { approvalSources, type ApprovalSources } from './sources.ts';
import { closeTask, moveOn, openAt } from './tasks.ts';

/** What a step of a record is to its approval. */
export interface Passage {
  /** further levels are needed: the record stays as it is, and only its to-do moves on */
  stays: boolean;
  /** writes what becomes of the to-do, once the record is written. @throws Refusal where no approval can be opened */
  settle(): Promise<Done['told']>;
}

/**
 * Finds out what a step means to the approval of a record, which is held until the transaction ends: so no two steps are
 * taken at once, and no level is skipped.
 *
 * @param said what the step was told beside the row's fields; its opinion goes into the log
 * @throws Refusal (409) where nothing waits to be approved, or the rules have no role for the next level
 */
export async function passageOf(kernel: Kernel, runtime: EntityRuntime, step: ApprovalStep, row: Row, said: Row, context: Context): Promise<Passage> {
  const sources = approvalSources(kernel, runtime)!;
  const opinion = said[sources.tasks.source.log.opinion];
  if (step === 'submit') return { stays: false, settle: () => submit(kernel, runtime, sources, row['id'], opinion, context) };
  const task = await openTask(sources, runtime, row['id'], context);
  if (step === 'approve') {
    if (!task) throw new Refusal('conflict', 'MSG_generic_0075');
    const level = task.levels[task.levels.indexOf(task.level) + 1];
    if (level !== undefined) {
      const next = { level, role: await roleAt(sources, level, row, context) };
      return {
        stays: true,
        settle: async () => {
          await moveOn(kernel, sources, task, next, opinion, context);
          return { key: 'MSG_generic_0074', params: { level: levelLabel(sources, level) } };
        },
      };
    }
  }
  return {
    stays: false,
    settle: async () => {
      // a record that was submitted before its entity had levels has no to-do
      if (task) await closeTask(kernel, sources, task, step, opinion, context);
      return undefined;
    },
  };
}

/** Opens the approval of a record as it was just written. */
async function submit(kernel: Kernel, runtime: EntityRuntime, sources: ApprovalSources, id: unknown, opinion: unknown, context: Context): Promise<undefined> {
  const { rows } = await context.db.query({ text: runtime.statements.readRow, values: [id] });
  const row = JSON.parse((rows[0] as { json: string }).json) as Row;
  await openAt(kernel, sources, runtime, row, await routeOf(kernel, runtime, sources, row, context), opinion, context);
}
