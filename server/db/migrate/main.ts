import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compileModel } from '../../../generator/compile/compile.ts';
import { SchemaProblems } from '../../../generator/compile/problem.ts';
import { BadSetting, readConfig, type Config } from '../../config.ts';
import type { DatabaseConnection } from '../connection.ts';
import { EmbeddedDatabaseError } from '../embedded/error.ts';
import { startEmbedded } from '../embedded/start.ts';
import { openPool } from '../pool.ts';
import { MigrationFailed } from './apply.ts';
import { migrate } from './migrate.ts';
import { ForeignTable } from './planner.ts';
import { reportMigration } from './report.ts';

const USAGE = `npm run migrate -- [--dry-run] [--accept-data-loss] [--accept-older-model]

Migrates the database to the schemas in one transaction, and prints the steps.
  --dry-run             runs the plan, reports data that would be lost and rows that block it, and rolls it back
  --accept-data-loss    migrates even if data of removed or changed fields and entities is lost
  --accept-older-model  downgrades a database of a newer release to these schemas; take a backup first
Exit code: 0 done or nothing to do, 1 error, 2 not migrated because of data loss, blocking rows or a downgrade.`;

const SCHEMAS = resolve(import.meta.dirname, '../../../schemas');

/** Errors whose message suffices; all others are printed with their stack. */
const EXPECTED = [BadSetting, SchemaProblems, EmbeddedDatabaseError, MigrationFailed, ForeignTable];

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(EXPECTED.some((type) => error instanceof type) ? error.message : error);
  return 1;
});

async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (!options) return 1;
  const config = readConfig(process.env);
  const model = compileModel([SCHEMAS]);
  const database = await openDatabase(config);
  const pool = openPool(database.connection, {
    max: 1,
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
    connectTimeoutMs: 10_000,
    applicationName: 'bordereau migrate',
    onBrokenSession: (error) => console.error(error.message),
  });
  try {
    const migration = await migrate(pool, model, options);
    console.log(reportMigration(migration, options));
    const { applied, losses, blockers, downgrade } = migration;
    return applied || (options.dryRun && losses.length + blockers.length === 0 && downgrade === undefined) ? 0 : 2;
  } finally {
    await pool.end();
    await database.stop();
  }
}

function readOptions(
  args: string[],
): { dryRun: boolean; acceptDataLoss: boolean; acceptOlderModel: boolean } | undefined {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const { values } = parseArgs({
      args,
      options: { 'dry-run': flag, 'accept-data-loss': flag, 'accept-older-model': flag },
    });
    return {
      dryRun: values['dry-run'],
      acceptDataLoss: values['accept-data-loss'],
      acceptOlderModel: values['accept-older-model'],
    };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return undefined;
  }
}

async function openDatabase({
  databaseUrl,
  dataDir,
}: Config): Promise<{ connection: DatabaseConnection; stop(): Promise<void> }> {
  if (databaseUrl !== undefined) return { connection: { url: databaseUrl }, stop: async () => undefined };
  return startEmbedded({ dataDir, log: console.log, onLost: (error) => console.error(error.message) });
}
