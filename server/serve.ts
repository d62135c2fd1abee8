import { SchemaProblems } from '../generator/problem.ts';
import { BadSetting, readConfig } from './config.ts';
import { EmbeddedDatabaseError } from './db/embedded/error.ts';
import { MigrationFailed } from './db/migrate/apply.ts';
import { DataLossRefused, PlanBlocked } from './db/migrate/migrate.ts';
import { ForeignTable } from './db/migrate/planner.ts';
import { stopOnSignal } from './signals.ts';
import { startServer } from './start.ts';

/** Errors that say to a person all there is to say; any other comes with its stack. */
const PLAIN = [BadSetting, SchemaProblems, EmbeddedDatabaseError, DataLossRefused, PlanBlocked, MigrationFailed, ForeignTable];

function end(error: unknown): never {
  console.error(PLAIN.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exit(1);
}

/** Runs the product until it is told to stop; whatever is wrong at its start ends the process with a line that says what. */
export async function serve(): Promise<void> {
  try {
    const { url, madePassword, stop } = await startServer({ config: readConfig(process.env), onLost: end });
    if (madePassword !== undefined) console.log(`administrator: admin  password: ${madePassword}  (shown only now; to be changed at the first log-in)`);
    // the last line of a start: who waits for it has read all that comes before
    console.log(`Bordereau is ready at ${url}`);
    stopOnSignal(stop, end);
  } catch (error) {
    end(error);
  }
}
