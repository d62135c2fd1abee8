import type { Context } from '../context.ts';
import { openTask } from '../approval/openTask.ts';
import { levelLabel } from '../approval/route.ts';
import { roleTitle } from '../approval/roleTitle.ts';
import { approvalSources, holdsRole } from '../approval/sources.ts';
import type { Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import type { Row } from '../write/body.ts';
import type { Obstacle } from './actionStates.ts';

/**
 * Why the caller is not who a step asks for: the record's `creater`, its `submitter`, or an `approver`, who never is
 * the submitter.
 */
export async function actorObstacle(
  kernel: Kernel,
  runtime: EntityRuntime,
  actor: string,
  field: string,
  row: Row,
  context: Context,
): Promise<Obstacle | undefined> {
  const { user } = context;
  if (actor === 'reader') return undefined;
  const forbidden = (key: string, params: Row = {}): Obstacle => ({ family: 'forbidden', key, params, field });
  if (actor === 'creater') return row['creater'] === user.userCde ? undefined : forbidden('MSG_generic_0038');
  const sources = approvalSources(kernel, runtime);
  const task = sources && (await openTask(sources, runtime, row['id'], context));
  const submitter = task?.submitter ?? (await lastSubmitter(runtime, row['id'], context));
  if (actor === 'submitter') return submitter === user.userCde ? undefined : forbidden('MSG_generic_0071');
  if (submitter === user.userCde) return forbidden('MSG_generic_0070');
  if (!sources || !task) return undefined;
  return holdsRole(user, task.role)
    ? undefined
    : forbidden('MSG_generic_0072', {
        level: levelLabel(sources, task.level),
        role: await roleTitle(kernel, sources, task.role, context),
      });
}

/** Who took the record's last step of submission. */
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
