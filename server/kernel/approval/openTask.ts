import type { Context } from '../context.ts';
import type { EntityRuntime } from '../core.ts';
import { quote } from '../statement.ts';
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
