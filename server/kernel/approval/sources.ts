import type { Approval, LevelSource, TaskSource } from '../../../generator/model/approval.ts';
import type { User } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { quote } from '../statement.ts';

/** All that an approval reads and writes beside its record: what approves, the to-dos and their log. */
export interface ApprovalSources {
  approval: Approval;
  levels: EntityRuntime & { source: LevelSource };
  tasks: EntityRuntime & { source: TaskSource };
  log: EntityRuntime;
}

/** Of an entity with `x-approval`; undefined for any other. */
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

/** Where the to-dos of approvals are. */
export function taskSource({ registry }: Pick<Kernel, 'registry'>): ApprovalSources['tasks'] | undefined {
  const { tasks } = registry;
  return tasks && { ...tasks, source: tasks.entity.tasks! };
}

/** The condition that a to-do is one of an approval, and does not tell of a day. */
export const ofApproval = ({ reminder }: TaskSource, alias?: string): string =>
  reminder ? `${alias === undefined ? '' : `${alias}.`}${quote(reminder.due)} is null` : 'true';

/** Whether somebody can decide in a role's place: its holders, and whoever has every right. */
export const holdsRole = ({ rights, roleId }: User, role: string | null): boolean =>
  rights.isUnrestricted || (role !== null && roleId === role);
