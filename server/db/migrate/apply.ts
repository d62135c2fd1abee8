import type { ClientBase } from 'pg';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Plan, AffectedRows, Step } from './plan.ts';

/**
 * Runs a plan in the open transaction, and counts the affected rows before each step. A step that rows block is
 * skipped, so that the result contains the blocking rows of all steps; the caller must then roll back.
 *
 * @returns the rows that lose values, and the rows that block a step
 * @throws MigrationFailed for a step that PostgreSQL refuses
 */
export async function applyPlan(
  client: ClientBase,
  plan: Plan,
): Promise<{ losses: AffectedRows[]; blockers: AffectedRows[] }> {
  const losses: AffectedRows[] = [];
  const blockers: AffectedRows[] = [];
  for (const step of plan.steps) {
    const affected = await countAffectedRows(client, step);
    losses.push(...affected.filter(({ effect }) => effect === 'loses'));
    const blocking = affected.filter(({ effect }) => effect === 'breaks');
    blockers.push(...blocking);
    if (blocking.length > 0) continue;
    try {
      await client.query(step.sql);
    } catch (error) {
      // the step may have failed because an earlier step was skipped; the blocking rows are then the reason
      if (blockers.length > 0) break;
      throw new MigrationFailed(step, error as Error);
    }
  }
  return { losses, blockers };
}

async function countAffectedRows(client: ClientBase, { probes = [], description }: Step): Promise<AffectedRows[]> {
  const affected: AffectedRows[] = [];
  for (const { sql, key, ...probe } of probes) {
    const { rows } = await client.query<Record<string, unknown>>(sql).catch((error: Error) => {
      throw new MigrationFailed({ description, sql }, error);
    });
    const [count, id, deleted] = Object.values(rows[0] ?? {});
    if (Number(count) === 0) continue;
    const example = key === undefined || id == null ? undefined : await readKey(client, probe.table, key, id);
    affected.push({
      ...probe,
      rows: Number(count),
      ...(example === undefined ? {} : { example }),
      ...(Number(deleted ?? 0) === 0 ? {} : { deleted: Number(deleted) }),
    });
  }
  return affected;
}

/** Reads the key of a row for a message, without columns that the plan has yet to add; the id if no column remains. */
async function readKey(client: ClientBase, table: string, key: readonly string[], id: unknown): Promise<string> {
  const { rows } = await client.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from public.${quote(table)} t where id = $1`,
    [id],
  );
  const present = key.filter((name) => rows[0]?.row[name] != null);
  return present.length === 0
    ? `id ${String(id)}`
    : present.map((name) => `${name} ${String(rows[0]!.row[name])}`).join(', ');
}

/** PostgreSQL refused a step; nothing of the plan is stored. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
  readonly step: Step;

  constructor(step: Step, cause: Error) {
    super(`could not ${step.description}: ${cause.message}`, { cause });
    this.step = step;
  }
}
