import type { ClientBase, Pool, PoolClient } from 'pg';
import { databaseShape } from '../../../generator/emit/ddl/ddl.ts';
import type { Model } from '../../../generator/model/entity.ts';
import { applyPlan } from './apply.ts';
import { readCatalog, readSnapshot } from './catalog.ts';
import {
  describeDowngrade,
  findDowngrade,
  previousOf,
  readLineage,
  RELEASE,
  type Downgrade,
  type Lineage,
} from './lineage.ts';
import { printPlan, printAffectedRows, type Plan, type AffectedRows } from './plan.ts';
import { planMigration } from './planner.ts';

/** Command that migrates even if data is lost. */
export const ACCEPTING_COMMAND = 'npm run migrate -- --accept-data-loss';

/** Flag of `npm run migrate` that permits a downgrade. */
export const ACCEPTING_OLDER = '--accept-older-model';

/** NOTIFY channel for a new model of the database. */
export const MODEL_CHANNEL = 'bordereau_model';

/** Key of the advisory lock; any number that is not used elsewhere. */
const LOCK = 4_201_870_315n;

/** A planned migration, with the rows that it would lose and those that prevent it. */
export interface Migration {
  plan: Plan;
  losses: AffectedRows[];
  /** rows that block the plan until they are fixed */
  blockers: AffectedRows[];
  /** the plan is a downgrade, and the options do not permit it */
  downgrade?: Downgrade;
  applied: boolean;
}

/** What a migration may do. */
export interface MigrateOptions {
  acceptDataLoss: boolean;
  /** executes the plan to count the affected rows, and rolls it back */
  dryRun?: boolean;
  /** permits a downgrade to the model of an older release, or to a replaced one */
  acceptOlderModel?: boolean;
  /** a schema author is at work: models of the same release may be applied in any order */
  development?: boolean;
  /** version of the migrating release; by default this one */
  version?: string;
}

/**
 * Migrates the database to the model in one transaction. Of several servers that start at once, one applies the plan;
 * the others wait, and then find an empty plan.
 *
 * @returns the plan. It is not applied if rows block it, or if it loses data or is a downgrade without permission in
 *   `options`
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
 * Migrates in an open transaction that has the lock. The caller commits an applied plan and rolls back otherwise.
 */
async function migrateInside(client: PoolClient, model: Model, options: MigrateOptions): Promise<Migration> {
  const { acceptDataLoss, dryRun = false, acceptOlderModel = false, development = false, version = RELEASE } = options;
  const { plan, lineage } = await currentPlan(client, model);
  const detected = findDowngrade(lineage, plan, version);
  const downgrade = development && detected?.reason !== 'olderRelease' ? undefined : detected;
  // avoids locks on tables of a newer release that may be running
  const isSkipped = downgrade !== undefined && downgrade.reason !== 'removal' && !acceptOlderModel && !dryRun;
  if (isSkipped) return { plan, losses: [], blockers: [], downgrade, applied: false };
  const { losses, blockers } = await applyPlan(client, plan);
  const accepted = downgrade === undefined || (downgrade.reason === 'removal' ? acceptDataLoss : acceptOlderModel);
  const applied = !dryRun && accepted && blockers.length === 0 && (acceptDataLoss || losses.length === 0);
  if (applied && (plan.steps.length > 0 || lineage.current?.model !== plan.model))
    await recordMigration(client, plan, { losses, model, lineage, version });
  return { plan, losses, blockers, ...(accepted ? {} : { downgrade }), applied };
}

/**
 * Migrates the database at start-up, if it has another model.
 *
 * @throws DowngradeRefused for a database of a newer release, which is not changed; DataLossRefused with the command
 *   that accepts the loss; PlanBlocked with the blocking rows
 */
export async function ensureDatabase(
  pool: Pool,
  model: Model,
  { acceptDataLoss = false, ...options }: Partial<MigrateOptions> = {},
): Promise<Plan> {
  const { plan, lineage } = await currentPlan(pool, model);
  if (plan.steps.length === 0 && lineage.current?.model === plan.model) return plan;
  const migration = await migrate(pool, model, { acceptDataLoss, ...options });
  if (migration.applied) return migration.plan;
  if (migration.blockers.length > 0) throw new PlanBlocked(migration.blockers);
  if (migration.losses.length > 0) throw new DataLossRefused(migration.losses);
  throw new DowngradeRefused(migration.downgrade!);
}

async function currentPlan(client: ClientBase | Pool, model: Model): Promise<{ plan: Plan; lineage: Lineage }> {
  const catalog = await readCatalog(client);
  const plan = planMigration(catalog, databaseShape(model), await readSnapshot(client, catalog));
  return { plan, lineage: await readLineage(client, catalog) };
}

/** Records the applied model, and notifies all servers, so that those with another model find out. */
async function recordMigration(
  client: PoolClient,
  plan: Plan,
  {
    losses,
    model,
    lineage,
    version,
  }: { losses: readonly AffectedRows[]; model: Model; lineage: Lineage; version: string },
): Promise<void> {
  const text = [printPlan(plan), ...losses.map(printAffectedRows)].join('\n');
  await client.query(
    'insert into kernel."migration" (plan, hash, model, version, previous) values ($1, $2, $3, $4, $5)',
    [text, model.hash, plan.model, version, previousOf(lineage, plan.model)],
  );
  await client.query('select pg_notify($1, $2)', [MODEL_CHANNEL, plan.model]);
}

/** Explains a refused downgrade, with the command that permits it. */
export function downgradeAdvice(downgrade: Downgrade): string[] {
  const back = `To go back on purpose, after a backup: npm run migrate -- ${ACCEPTING_OLDER}`;
  const advice = {
    olderRelease: ['Start that release or a newer one.', back],
    replaced: ['Start the newer schemas.', back, DEVELOPING],
    removal: [`If it was removed from the schemas on purpose: ${ACCEPTING_COMMAND}`, DEVELOPING],
  };
  return [describeDowngrade(downgrade), 'Nothing was changed.', ...advice[downgrade.reason]];
}

const DEVELOPING = 'While you write schemas, npm run dev migrates automatically, unless data would be lost.';

/** The plan is a downgrade, and this was not accepted. */
export class DowngradeRefused extends Error {
  override readonly name = 'DowngradeRefused';
  readonly downgrade: Downgrade;

  constructor(downgrade: Downgrade) {
    super(downgradeAdvice(downgrade).join('\n'));
    this.downgrade = downgrade;
  }
}

/** The plan would lose data, and this was not accepted. */
export class DataLossRefused extends Error {
  override readonly name = 'DataLossRefused';
  readonly losses: readonly AffectedRows[];

  constructor(losses: readonly AffectedRows[]) {
    super(
      [
        'The migration to these schemas would lose data:',
        ...losses.map((loss) => `  ${printAffectedRows(loss)}`),
        'Nothing was changed. If a field or entity was renamed, add its former name as its "x-id" to keep the data.',
        `To migrate and lose these data: ${ACCEPTING_COMMAND}`,
      ].join('\n'),
    );
    this.losses = losses;
  }
}

/** Rows violate a new rule of the schemas, so the database cannot enforce the rule. */
export class PlanBlocked extends Error {
  override readonly name = 'PlanBlocked';
  readonly blockers: readonly AffectedRows[];

  constructor(blockers: readonly AffectedRows[]) {
    super(
      [
        'Rows in the database violate rules of the schemas:',
        ...blockers.map((blocker) => `  ${printAffectedRows(blocker)}`),
        'Nothing was changed. Fix these rows with the former schemas, or change the rule.',
      ].join('\n'),
    );
    this.blockers = blockers;
  }
}
