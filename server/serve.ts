import { SchemaProblems } from '../generator/compile/problem.ts';
import { BadSetting, readConfig } from './config.ts';
import { EmbeddedDatabaseError } from './db/embedded/error.ts';
import { MigrationFailed } from './db/migrate/apply.ts';
import { DataLossRefused, DowngradeRefused, PlanBlocked } from './db/migrate/migrate.ts';
import { ForeignTable } from './db/migrate/planner.ts';
import { StartLockTimeout } from './db/startLock.ts';
import { stopOnSignal } from './signals.ts';
import { startServer, type RunningServer } from './start.ts';
import type { StartOptions } from './startOptions.ts';

/** Errors whose message is enough for an operator. All others are printed with their stack. */
const EXPECTED = [
  BadSetting,
  SchemaProblems,
  EmbeddedDatabaseError,
  DataLossRefused,
  DowngradeRefused,
  PlanBlocked,
  MigrationFailed,
  ForeignTable,
  StartLockTimeout,
];

/** Prints the error and ends the process. */
function end(error: unknown): never {
  console.error(EXPECTED.some((type) => error instanceof type) ? (error as Error).message : error);
  process.exit(1);
}

/** How long calls are still accepted after the stop signal, so that clients can switch to another server. */
const DRAIN_MS = 1000;

/**
 * Runs the product until a signal stops it. An error at start-up is printed and ends the process.
 *
 * @param options for tests
 */
export async function serve(options: Omit<StartOptions, 'config'> = {}): Promise<void> {
  const abortion = new AbortController();
  let starting: Promise<RunningServer> | undefined;
  stopOnSignal(async () => {
    abortion.abort();
    // an aborted start cleans up by itself
    const running = await starting?.catch(() => undefined);
    await running?.stop(DRAIN_MS);
  }, end);
  try {
    starting = startServer({ ...options, config: readConfig(process.env), onLost: end, signal: abortion.signal });
    const { url, initialPassword } = await starting;
    if (initialPassword !== undefined)
      console.log(
        `administrator: admin  password: ${initialPassword}  (shown only now; to be changed at the first log-in)`,
      );
    // must be the last line of a start: scripts wait for it
    console.log(`Bordereau is ready at ${url}`);
  } catch (error) {
    if (!abortion.signal.aborted) end(error);
  }
}
