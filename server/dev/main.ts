/** `npm run dev`: runs the product and reloads saved schemas. `node --watch` restarts it when code changes. */
import { SCHEMAS } from '../start.ts';
import { readConfig } from '../config.ts';
import type { DatabaseConnection } from '../db/connection.ts';
import { startEmbedded } from '../db/embedded/start.ts';
import { stopOnSignal } from '../signals.ts';
import { startLive } from './live.ts';

const config = readConfig(process.env);
const embedded =
  config.databaseUrl === undefined
    ? await startEmbedded({ dataDir: config.dataDir, log: () => undefined, onLost: end })
    : undefined;
const connection: DatabaseConnection = embedded?.connection ?? { url: config.databaseUrl! };

/** Prints the error and ends the process. */
function end(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

try {
  const live = await startLive({
    config,
    schemaRoots: [SCHEMAS],
    connection,
    print: (lines) => console.log(lines.join('\n')),
  });
  if (live.initialPassword !== undefined)
    console.log(
      `administrator: admin  password: ${live.initialPassword}  (shown only now; to be changed at the first log-in)`,
    );
  console.log(`Bordereau is ready at ${live.url}; saved schemas take effect at once`);
  stopOnSignal(async () => {
    await live.stop();
    await embedded?.stop();
  }, end);
} catch (error) {
  await embedded?.stop();
  end(error);
}
