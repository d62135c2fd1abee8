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

/** Errors that say to a person all there is to say; any other comes with its stack. */
const PLAIN = [
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

function end(error: unknown): never {
  console.error(PLAIN.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exit(1);
}

/** How long calls are still accepted after the signal to stop: enough for clients to turn to another server. */
const DRAIN_MS = 1000;

/**
 * Runs the product until a signal stops it; whatever is wrong at its start ends the process with a line that says what.
 *
 * @param options for tests
 */
export async function serve(options: Omit<StartOptions, 'config'> = {}): Promise<void> {
  const giveUp = new AbortController();
  let starting: Promise<RunningServer> | undefined;
  stopOnSignal(async () => {
    giveUp.abort();
    // a start that is given up undoes what it began
    const running = await starting?.catch(() => undefined);
    await running?.stop(DRAIN_MS);
  }, end);
  try {
    starting = startServer({ ...options, config: readConfig(process.env), onLost: end, signal: giveUp.signal });
    const { url, madePassword } = await starting;
    if (madePassword !== undefined)
      console.log(
        `administrator: admin  password: ${madePassword}  (shown only now; to be changed at the first log-in)`,
      );
    // the last line of a start: who waits for it has read all that comes before
    console.log(`Bordereau is ready at ${url}`);
  } catch (error) {
    if (!giveUp.signal.aborted) end(error);
  }
}
