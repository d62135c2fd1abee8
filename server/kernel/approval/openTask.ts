import { quote } from '../../../generator/language/sqlText.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime } from '../core.ts';
import { ofApproval, type ApprovalSources } from './sources.ts';

/** The open to-do of a record under approval. */
export interface OpenTask {
  id: string;
  rev: number;
  level: string;
  role: string;
  submitter: string;
  levels: string[];
}

/** Reads the open to-do of a record, of which there is at most one. */
export async function openTask(
  { tasks: { entity, source } }: ApprovalSources,
  record: EntityRuntime,
  id: unknown,
  { db }: Context,
): Promise<OpenTask | undefined> {
  const text =
    `select id::text as id, rev, ${quote(source.level)} as level, ${quote(source.role)}::text as role, ${quote(source.submitter)} as submitter, ${quote(source.levels)} as levels` +
    ` from ${quote(entity.table)} where ${quote(source.entity)} = $1 and ${quote(source.record)} = $2 and ${quote(entity.machines[0]!.field)} <> $3 and ${ofApproval(source)} and "delFlag" = 'N'`;
  const { rows } = await db.query({ text, values: [record.entity.name, String(id), source.closed] });
  return rows[0] as OpenTask | undefined;
}

/** Whether the user has approved an earlier level of a submission. */
export async function hasApproved(
  { tasks: { source }, log: { entity } }: ApprovalSources,
  { id, level, levels }: OpenTask,
  { db, user }: Context,
): Promise<boolean> {
  if (level === levels[0]) return false;
  const { log } = source;
  const text =
    `select exists (select from ${quote(entity.table)} where ${quote(log.via)} = $1 and ${quote(log.by)} = $2` +
    ` and ${quote(log.step)} = $3 and "delFlag" = 'N') as approved`;
  const { rows } = await db.query({ text, values: [id, user.userCde, log.steps.approve] });
  return (rows[0] as { approved: boolean }).approved;
}
