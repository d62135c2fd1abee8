import { quote } from '../../../generator/language/sqlText.ts';
import type { Approval, LevelSource, TaskSource } from '../../../generator/model/approval.ts';
import type { User } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';

/** The entities that take part in an approval besides the record: the rules of levels, the to-dos and their log. */
export interface ApprovalSources {
  approval: Approval;
  levels: EntityRuntime & { source: LevelSource };
  tasks: EntityRuntime & { source: TaskSource };
  log: EntityRuntime;
}

/** The entities for the approval of an entity; undefined without `x-approval`. */
export function approvalSources(
  kernel: Pick<Kernel, 'registry'>,
  { entity: { approval } }: EntityRuntime,
): ApprovalSources | undefined {
  if (!approval) return undefined;
  const levels = entityNamed(kernel, approval.levels);
  const tasks = taskSource(kernel)!;
  return {
    approval,
    levels: { ...levels, source: levels.entity.approvalLevels! },
    tasks,
    log: entityNamed(kernel, tasks.source.log.entity),
  };
}

/** The entity of the to-dos. */
export function taskSource({ registry }: Pick<Kernel, 'registry'>): ApprovalSources['tasks'] | undefined {
  const { tasks } = registry;
  return tasks && { ...tasks, source: tasks.entity.tasks! };
}

/** SQL condition that a to-do belongs to an approval and is not a reminder. */
export const ofApproval = ({ reminder }: TaskSource, alias?: string): string =>
  reminder ? `${alias === undefined ? '' : `${alias}.`}${quote(reminder.due)} is null` : 'true';

/** Whether a user can decide for a role: users with this role, and users with unrestricted rights. */
export const holdsRole = ({ rights, roleId }: User, role: string | null): boolean =>
  rights.isUnrestricted || (role !== null && roleId === role);
