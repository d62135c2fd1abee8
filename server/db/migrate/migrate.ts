import type { ClientBase, Pool, PoolClient } from 'pg';
import { databaseShape } from '../../../generator/emit/ddl/ddl.ts';
import type { Model } from '../../../generator/model/types.ts';
import { applyPlan } from './apply.ts';
import { readCatalog, readMemory } from './catalog.ts';
import { printPlan, printStake, type Plan, type Stake } from './plan.ts';
import { planMigration } from './planner.ts';

/** The command that a person types to lose the data that a plan loses. */
export const ACCEPTING_COMMAND = 'npm run migrate -- --accept-data-loss';

/** Any number that nothing else takes an advisory lock on. */
const LOCK = 4_201_870_315n;

export interface Migration {
  plan: Plan;
  losses: Stake[];
  /** rows that stand against the plan: it can't be applied until they are mended */
  obstacles: Stake[];
  applied: boolean;
}

export interface MigrateOptions {
  acceptDataLoss: boolean;
  /** carries the plan out, to count all that is at stake, and undoes it */
  dryRun?: boolean;
}

/**
 * Brings the database to the model, all in one transaction or not at all. Of several servers that start at once, one
 * applies the plan while the others wait, and then find nothing to do.
 *
 * @returns what was done; not applied, where data would be lost unasked or rows stand against it
 */
export async function migrate(pool: Pool, model: Model, { acceptDataLoss, dryRun = false }: MigrateOptions): Promise<Migration> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(`begin; set local statement_timeout = 0; select pg_advisory_xact_lock(${LOCK}); set local lock_timeout = '60s'`);
    const plan = await currentPlan(client, model);
    const { losses, obstacles } = await applyPlan(client, plan);
    const wanted = !dryRun && obstacles.length === 0 && (acceptDataLoss || losses.length === 0);
    if (wanted && plan.steps.length > 0) await record(client, plan, losses, model);
    await client.query(wanted ? 'commit' : 'rollback');
    return { plan, losses, obstacles, applied: wanted };
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => { broken = rollbackError; });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Makes the database fit for the model at start, in a moment when it is already.
 *
 * @throws DataLossRefused naming the command that would lose the data; PlanBlocked naming the rows in the way
 */
export async function ensureDatabase(pool: Pool, model: Model, { acceptDataLoss = false } = {}): Promise<Plan> {
  const plan = await currentPlan(pool, model);
  if (plan.steps.length === 0) return plan;
  const migration = await migrate(pool, model, { acceptDataLoss });
  if (migration.obstacles.length > 0) throw new PlanBlocked(migration.obstacles);
  if (!migration.applied) throw new DataLossRefused(migration.losses);
  return migration.plan;
}

async function currentPlan(client: ClientBase | Pool, model: Model): Promise<Plan> {
  const catalog = await readCatalog(client);
  return planMigration(catalog, databaseShape(model), await readMemory(client, catalog));
}

async function record(client: PoolClient, plan: Plan, losses: readonly Stake[], model: Model): Promise<void> {
  const text = [printPlan(plan), ...losses.map(printStake)].join('\n');
  await client.query('insert into kernel."migration" (plan, hash) values ($1, $2)', [text, model.hash]);
}

/** The plan would destroy data, and nobody said that it may. */
export class DataLossRefused extends Error {
  override readonly name = 'DataLossRefused';
  readonly losses: readonly Stake[];

  constructor(losses: readonly Stake[]) {
    super([
      'The schemas no longer have a place for data that is in the database:',
      ...losses.map((loss) => `  ${printStake(loss)}`),
      'Nothing was changed. A field or entity that was renamed keeps its data with the former name as its "x-id".',
      `To lose these data and go on: ${ACCEPTING_COMMAND}`,
    ].join('\n'));
    this.losses = losses;
  }
}

/** Rows break what the schemas now ask, so that the database can't enforce it. */
export class PlanBlocked extends Error {
  override readonly name = 'PlanBlocked';
  readonly obstacles: readonly Stake[];

  constructor(obstacles: readonly Stake[]) {
    super([
      'Rows in the database break what the schemas now ask:',
      ...obstacles.map((obstacle) => `  ${printStake(obstacle)}`),
      'Nothing was changed. Mend these rows with the former schemas, or change the rule.',
    ].join('\n'));
    this.obstacles = obstacles;
  }
}
