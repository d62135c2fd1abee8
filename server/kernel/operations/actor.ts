import type { BlockReason } from '../../../generator/language/blockReasons.ts';
import type { Context } from '../context.ts';
import { hasApproved, openTask } from '../approval/openTask.ts';
import { levelLabel } from '../approval/route.ts';
import { roleTitle } from '../approval/roleTitle.ts';
import { approvalSources, holdsRole } from '../approval/sources.ts';
import type { EntityRuntime } from '../core.ts';
import type { Row } from '../row.ts';
import type { RowSubject } from './parents.ts';

/**
 * Block reason of an operation that only a certain actor may perform: the record's `creater`, its `submitter`, or an
 * `approver` other than the submitter, who has not approved an earlier level of the submission. The setting `FOUR_EYES`
 * can permit one person to approve several levels, and without levels of approval, the submitter to take the step.
 *
 * @param field the state field of the operation, where the reason is shown
 */
export async function actorReason(
  { kernel, runtime, row, context }: RowSubject,
  actor: string,
  field: string,
): Promise<BlockReason | undefined> {
  const { user } = context;
  if (actor === 'reader') return undefined;
  const forbidden = (key: string, params: Row = {}): BlockReason => ({ family: 'forbidden', key, params, field });
  if (actor === 'creater') return row['creater'] === user.userCde ? undefined : forbidden('MSG_generic_0038');
  const sources = approvalSources(kernel, runtime);
  const task = sources && (await openTask(sources, runtime, row['id'], context));
  const submitter = task?.submitter ?? (await lastSubmitter(runtime, row['id'], context));
  if (actor === 'submitter') return submitter === user.userCde ? undefined : forbidden('MSG_generic_0071');
  if (submitter === user.userCde) {
    if (sources) return forbidden('MSG_generic_0070');
    return kernel.fourEyes ? forbidden('MSG_generic_0079') : undefined;
  }
  if (!sources || !task) return undefined;
  if (!holdsRole(user, task.role))
    return forbidden('MSG_generic_0072', {
      level: levelLabel(sources, task.level),
      role: await roleTitle(kernel, sources, task.role, context),
    });
  const isRepeated = kernel.fourEyes && (await hasApproved(sources, task, context));
  return isRepeated ? forbidden('MSG_generic_0080', { level: levelLabel(sources, task.level) }) : undefined;
}

/** The person who submitted the record last. */
async function lastSubmitter({ entity }: EntityRuntime, id: unknown, { db }: Context): Promise<string | undefined> {
  const submitting = entity.machines.flatMap(({ transitions }) =>
    transitions.filter(({ approval }) => approval === 'submit').map(({ action }) => action),
  );
  const { rows } = await db.query({
    text: `select "by" from kernel.audit where entity = $1 and "entityId" = $2 and action = any($3::text[]) order by id desc limit 1`,
    values: [entity.name, id, submitting],
  });
  return (rows[0] as { by: string } | undefined)?.by;
}
