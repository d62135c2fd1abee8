import { resolve } from 'node:path';
import { copyBinaries, installedBinaries } from './binaries.ts';
import { database, ensureCluster, role } from './cluster.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { stopLeftovers } from './leftovers.ts';
import { lockFolder } from './lock.ts';
import { choosePlace, recordPlace } from './place.ts';
import { startPostmaster } from './postmaster.ts';
import { makeSocketFolder, removeSocketFolder, socketPort } from './socket.ts';

export interface EmbeddedOptions {
  /** the folder of all that the server stores; made if missing */
  dataDir: string;
  /** told what takes long or is unusual; an ordinary start says nothing */
  log(line: string): void;
  /** called if PostgreSQL ends without `stop`; the server can do nothing but end */
  onLost(error: EmbeddedDatabaseError): void;
  /** false: nothing is forced to disk, for tests; else an acknowledged commit survives any crash */
  durable?: boolean;
}

export interface EmbeddedDatabase {
  /** where the product's own role reaches the product's own database */
  connection: { host: string; port: number; user: string; database: string };
  /** Stops PostgreSQL and frees the data folder. Sessions that are still open are ended. May be called again. */
  stop(): Promise<void>;
}

/**
 * Runs PostgreSQL for this process on the database in `dataDir`, which is made if there is none. It listens on a Unix
 * socket that only its own account and root can reach, and on no network. PostgreSQL left running by a killed server is
 * stopped first.
 *
 * @throws EmbeddedDatabaseError if another server uses the folder, or PostgreSQL cannot run there
 */
export async function startEmbedded({
  dataDir,
  log,
  onLost,
  durable = true,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = resolve(dataDir);
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
      await stopLeftovers(place.pgdata, log);
      const binaries = place.elsewhere ? await copyBinaries(installed, place.home) : installed;
      await ensureCluster(place, binaries, durable);
      if (place.elsewhere) await recordPlace(folder, place);
      const socketFolder = await makeSocketFolder(place.home, place.account);
      const postmaster = await startPostmaster(place, binaries, { socketFolder, durable, log, onLost });
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
    // Permission denied, no space left …: Node's message names the operation and the path.
    throw new EmbeddedDatabaseError(`The embedded database cannot run in ${folder}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
