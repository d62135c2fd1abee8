import { resolve } from 'node:path';
import { copyBinaries, installedBinaries, type Binaries } from './binaries.ts';
import { database, ensureCluster, role } from './cluster.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { stopLeftovers } from './leftovers.ts';
import { lockFolder } from './lock.ts';
import { choosePlace, recordPlace, type Place } from './place.ts';
import { startPostmaster, type Postmaster } from './postmaster.ts';
import { makeSocketFolder, removeSocketFolder, socketPort } from './socket.ts';

/** Settings of the embedded PostgreSQL. */
export interface EmbeddedOptions {
  /** folder of all stored data; created if missing */
  dataDir: string;
  /** receives messages about slow or unusual steps; a normal start logs nothing */
  log(line: string): void;
  /** called if PostgreSQL ends without `stop`; the server must then end */
  onLost(error: EmbeddedDatabaseError): void;
  /** whether commits survive a crash (default); false for tests */
  durable?: boolean;
}

/** A running embedded PostgreSQL. */
export interface EmbeddedDatabase {
  /** connection of the role that owns the database */
  connection: { host: string; port: number; user: string; database: string };
  /** Stops PostgreSQL, ends open sessions and unlocks the data folder. Further calls have no effect. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on the database in `dataDir`; a missing database is created. PostgreSQL listens only on a Unix
 * socket, which its account and root can use. PostgreSQL processes that a killed server left are stopped first.
 *
 * @throws EmbeddedDatabaseError if another server uses the folder, or PostgreSQL cannot run there
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = resolve(options.dataDir);
  if (process.platform === 'win32') {
    throw new EmbeddedDatabaseError(
      'The embedded database runs on Linux and macOS: name a PostgreSQL server in DATABASE_URL.',
    );
  }
  try {
    const installed = await installedBinaries();
    const place = await choosePlace(folder, installed);
    const lock = lockFolder(place.home, folder);
    try {
      const { postmaster, socketFolder } = await startIn(place, installed, options);
      const stop = async () => {
        await postmaster.stop();
        await removeSocketFolder(place.home);
        lock.release();
      };
      let stopped: Promise<void> | undefined;
      return {
        connection: { host: socketFolder, port: socketPort, user: role, database },
        stop: () => (stopped ??= stop()),
      };
    } catch (error) {
      await removeSocketFolder(place.home);
      lock.release();
      throw error;
    }
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) throw error;
    // Node's message (permission denied, no space left …) names the operation and the path
    throw new EmbeddedDatabaseError(`The embedded database cannot run in ${folder}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Prepares cluster, programs and socket in a locked place, and starts PostgreSQL. */
async function startIn(
  place: Place,
  installed: Binaries,
  { dataDir, log, onLost, durable = true }: EmbeddedOptions,
): Promise<{ postmaster: Postmaster; socketFolder: string }> {
  await stopLeftovers(place.pgdata, log);
  const binaries = place.elsewhere ? await copyBinaries(installed, place.home) : installed;
  await ensureCluster(place, binaries, durable);
  if (place.elsewhere) await recordPlace(resolve(dataDir), place);
  const socketFolder = await makeSocketFolder(place.home, place.account);
  const postmaster = await startPostmaster(place, binaries, { socketFolder, durable, log, onLost });
  return { postmaster, socketFolder };
}
