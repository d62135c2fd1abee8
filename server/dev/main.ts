/** `npm run dev`: the product, with schemas that come alive as they are saved. Code that changes starts it anew. */
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

/** @returns never: the process ends */
function end(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

try {
  const live = await startLive({
    config,
    schemaRoots: [SCHEMAS],
    connection,
    say: (lines) => console.log(lines.join('\n')),
  });
  if (live.madePassword !== undefined)
    console.log(
      `administrator: admin  password: ${live.madePassword}  (shown only now; to be changed at the first log-in)`,
    );
  console.log(`Bordereau is ready at ${live.url}; its schemas come alive as you save them`);
  stopOnSignal(async () => {
    await live.stop();
    await embedded?.stop();
  }, end);
} catch (error) {
  await embedded?.stop();
  end(error);
}
