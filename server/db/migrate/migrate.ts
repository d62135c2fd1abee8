import type { ClientBase, Pool, PoolClient } from 'pg';
import { databaseShape } from '../../../generator/emit/ddl/ddl.ts';
import type { Model } from '../../../generator/model/entity.ts';
import { applyPlan } from './apply.ts';
import { readCatalog, readMemory } from './catalog.ts';
import {
  describeDowngrade,
  findDowngrade,
  previousOf,
  readLineage,
  RELEASE,
  type Downgrade,
  type Lineage,
} from './lineage.ts';
import { printPlan, printStake, type Plan, type Stake } from './plan.ts';
import { planMigration } from './planner.ts';

/** The command that a person types to lose the data that a plan loses. */
export const ACCEPTING_COMMAND = 'npm run migrate -- --accept-data-loss';

/** The flag of the same command for going back to an older model on purpose. */
export const ACCEPTING_OLDER = '--accept-older-model';

/** The channel on which servers hear that the database has got another model. */
export const MODEL_CHANNEL = 'bordereau_model';

/** Any number that nothing else takes an advisory lock on. */
const LOCK = 4_201_870_315n;

export interface Migration {
  plan: Plan;
  losses: Stake[];
  /** rows that stand against the plan: it can't be applied until they are mended */
  obstacles: Stake[];
  /** the plan takes the database back, and nobody accepted that */
  downgrade?: Downgrade;
  applied: boolean;
}

export interface MigrateOptions {
  acceptDataLoss: boolean;
  /** carries the plan out, to count all that is at stake, and undoes it */
  dryRun?: boolean;
  /** goes back to the model of an older release, or to one that was replaced */
  acceptOlderModel?: boolean;
  /** somebody is writing schemas: within a release any model may follow any other */
  development?: boolean;
  /** of the release that migrates; this one's when left out */
  version?: string;
}

/**
 * Brings the database to the model, all in one transaction or not at all. Of several servers that start at once, one
 * applies the plan while the others wait, and then find nothing to do.
 *
 * @returns what was done; not applied where data would be lost or the database taken back without consent, or rows
 *   stand against it
 */
export async function migrate(pool: Pool, model: Model, options: MigrateOptions): Promise<Migration> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(
      `begin; set local statement_timeout = 0; set local lock_timeout = 0; select pg_advisory_xact_lock(${LOCK}); set local lock_timeout = '60s'`,
    );
    const migration = await migrateInside(client, model, options);
    await client.query(migration.applied ? 'commit' : 'rollback');
    return migration;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Migrates in a transaction that is open and holds the lock; the caller commits what was applied, and rolls back all
 * else.
 */
async function migrateInside(client: PoolClient, model: Model, options: MigrateOptions): Promise<Migration> {
  const { acceptDataLoss, dryRun = false, acceptOlderModel = false, development = false, version = RELEASE } = options;
  const { plan, lineage } = await currentPlan(client, model);
  const found = findDowngrade(lineage, plan, version);
  const downgrade = development && found?.reason !== 'olderRelease' ? undefined : found;
  // the tables that it would lock belong to a newer release that may be at work
  const untried = downgrade !== undefined && downgrade.reason !== 'removal' && !acceptOlderModel && !dryRun;
  if (untried) return { plan, losses: [], obstacles: [], downgrade, applied: false };
  const { losses, obstacles } = await applyPlan(client, plan);
  const accepted = downgrade === undefined || (downgrade.reason === 'removal' ? acceptDataLoss : acceptOlderModel);
  const applied = !dryRun && accepted && obstacles.length === 0 && (acceptDataLoss || losses.length === 0);
  if (applied && (plan.steps.length > 0 || lineage.current?.model !== plan.model))
    await record(client, plan, { losses, model, lineage, version });
  return { plan, losses, obstacles, ...(accepted ? {} : { downgrade }), applied };
}

/**
 * Makes the database fit for the model at start, in a moment when it is already.
 *
 * @throws DowngradeRefused for a database of a newer release, which is not touched; DataLossRefused naming the command
 *   that would lose the data; PlanBlocked naming the rows in the way
 */
export async function ensureDatabase(
  pool: Pool,
  model: Model,
  { acceptDataLoss = false, ...more }: Partial<MigrateOptions> = {},
): Promise<Plan> {
  const { plan, lineage } = await currentPlan(pool, model);
  if (plan.steps.length === 0 && lineage.current?.model === plan.model) return plan;
  const migration = await migrate(pool, model, { acceptDataLoss, ...more });
  if (migration.applied) return migration.plan;
  if (migration.obstacles.length > 0) throw new PlanBlocked(migration.obstacles);
  if (migration.losses.length > 0) throw new DataLossRefused(migration.losses);
  throw new DowngradeRefused(migration.downgrade!);
}

async function currentPlan(client: ClientBase | Pool, model: Model): Promise<{ plan: Plan; lineage: Lineage }> {
  const catalog = await readCatalog(client);
  const plan = planMigration(catalog, databaseShape(model), await readMemory(client, catalog));
  return { plan, lineage: await readLineage(client, catalog) };
}

/** Records the model that was applied, and tells the servers that still have another one. */
async function record(
  client: PoolClient,
  plan: Plan,
  { losses, model, lineage, version }: { losses: readonly Stake[]; model: Model; lineage: Lineage; version: string },
): Promise<void> {
  const text = [printPlan(plan), ...losses.map(printStake)].join('\n');
  await client.query(
    'insert into kernel."migration" (plan, hash, model, version, previous) values ($1, $2, $3, $4, $5)',
    [text, model.hash, plan.model, version, previousOf(lineage, plan.model)],
  );
  await client.query('select pg_notify($1, $2)', [MODEL_CHANNEL, plan.model]);
}

/** What a person is told who would take the database back, with the command for doing so on purpose. */
export function downgradeAdvice(downgrade: Downgrade): string[] {
  const back = `To go back on purpose, after a backup: npm run migrate -- ${ACCEPTING_OLDER}`;
  const advice = {
    olderRelease: ['Start that release or a newer one.', back],
    replaced: ['Start the newer schemas.', back, DEVELOPING],
    removal: [`If it was removed from the schemas on purpose: ${ACCEPTING_COMMAND}`, DEVELOPING],
  };
  return [describeDowngrade(downgrade), 'Nothing was changed.', ...advice[downgrade.reason]];
}

const DEVELOPING = 'While you write schemas, npm run dev does this by itself, unless data would be lost.';

/** The plan would take the database back to the model of an older release. */
export class DowngradeRefused extends Error {
  override readonly name = 'DowngradeRefused';
  readonly downgrade: Downgrade;

  constructor(downgrade: Downgrade) {
    super(downgradeAdvice(downgrade).join('\n'));
    this.downgrade = downgrade;
  }
}

/** The plan would destroy data, and nobody said that it may. */
export class DataLossRefused extends Error {
  override readonly name = 'DataLossRefused';
  readonly losses: readonly Stake[];

  constructor(losses: readonly Stake[]) {
    super(
      [
        'The schemas no longer have a place for data that is in the database:',
        ...losses.map((loss) => `  ${printStake(loss)}`),
        'Nothing was changed. A field or entity that was renamed keeps its data with the former name as its "x-id".',
        `To lose these data and go on: ${ACCEPTING_COMMAND}`,
      ].join('\n'),
    );
    this.losses = losses;
  }
}

/** Rows break what the schemas now ask, so that the database can't enforce it. */
export class PlanBlocked extends Error {
  override readonly name = 'PlanBlocked';
  readonly obstacles: readonly Stake[];

  constructor(obstacles: readonly Stake[]) {
    super(
      [
        'Rows in the database break what the schemas now ask:',
        ...obstacles.map((obstacle) => `  ${printStake(obstacle)}`),
        'Nothing was changed. Mend these rows with the former schemas, or change the rule.',
      ].join('\n'),
    );
    this.obstacles = obstacles;
  }
}
