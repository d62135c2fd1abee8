import type { ClientBase } from 'pg';
import { quote } from '../../../generator/emit/ddl/sql.ts';
import type { Plan, Stake, Step } from './plan.ts';

/**
 * Runs a plan in the transaction that the caller has open, counting before each step what is at stake. A step that rows
 * stand against is passed over, so that all such rows are found in one go; the caller must then roll back.
 *
 * @returns the rows that lose something, and the rows that stand against a step
 * @throws MigrationFailed for a step that PostgreSQL refuses
 */
export async function applyPlan(client: ClientBase, plan: Plan): Promise<{ losses: Stake[]; obstacles: Stake[] }> {
  const losses: Stake[] = [];
  const obstacles: Stake[] = [];
  for (const step of plan.steps) {
    const stakes = await countStakes(client, step);
    losses.push(...stakes.filter(({ effect }) => effect === 'loses'));
    const against = stakes.filter(({ effect }) => effect === 'breaks');
    obstacles.push(...against);
    if (against.length > 0) continue;
    try {
      await client.query(step.sql);
    } catch (error) {
      // after a step that was passed over, a later one may fail for want of it: what was found so far is the reason
      if (obstacles.length > 0) break;
      throw new MigrationFailed(step, error as Error);
    }
  }
  return { losses, obstacles };
}

async function countStakes(client: ClientBase, { probes = [], description }: Step): Promise<Stake[]> {
  const stakes: Stake[] = [];
  for (const { sql, key, ...about } of probes) {
    const { rows } = await client.query<Record<string, unknown>>(sql).catch((error: Error) => {
      throw new MigrationFailed({ description, sql }, error);
    });
    const [count, id, deleted] = Object.values(rows[0] ?? {});
    if (Number(count) === 0) continue;
    const one = key === undefined || id == null ? undefined : await rowNamed(client, about.table, key, id);
    stakes.push({
      ...about,
      rows: Number(count),
      ...(one === undefined ? {} : { one }),
      ...(Number(deleted ?? 0) === 0 ? {} : { deleted: Number(deleted) }),
    });
  }
  return stakes;
}

/**
 * A row as people know it. Of a key whose columns come with the plan itself, by what is there already, or by its id.
 */
async function rowNamed(client: ClientBase, table: string, key: readonly string[], id: unknown): Promise<string> {
  const { rows } = await client.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(one) as row from public.${quote(table)} one where id = $1`,
    [id],
  );
  const known = key.filter((name) => rows[0]?.row[name] != null);
  return known.length === 0
    ? `id ${String(id)}`
    : known.map((name) => `${name} ${String(rows[0]!.row[name])}`).join(', ');
}

/** A step that PostgreSQL refused; nothing of the plan is stored. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
  readonly step: Step;

  constructor(step: Step, cause: Error) {
    super(`could not ${step.description}: ${cause.message}`, { cause });
    this.step = step;
  }
}
