import { chmod, mkdtemp, readdir, realpath, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { superuser } from '../../server/db/embedded/cluster.ts';
import { stopLeftovers } from '../../server/db/embedded/leftovers.ts';
import { lockFolder } from '../../server/db/embedded/lock.ts';
import { homeElsewhere } from '../../server/db/embedded/place.ts';
import { startEmbedded } from '../../server/db/embedded/start.ts';

/** Address and superuser of the PostgreSQL of the tests. */
export interface TestCluster {
  host: string;
  port: number;
  user: string;
  database: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    testCluster: TestCluster;
  }
}

const folderPrefix = 'bordereau-test-';

/** Starts the PostgreSQL of a run, shared by all test files; `openTestDatabase` creates databases in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const places = [await realpath(tmpdir()), ...((await hasRoom(inMemory)) ? [inMemory] : [])];
  for (const place of places) await removeAbandoned(place);
  const dataDir = await mkdtemp(join(places.at(-1)!, folderPrefix));
  await chmod(dataDir, 0o711); // lets the account that runs PostgreSQL enter the folder if this process is root
  const cluster = await startEmbedded({
    dataDir,
    durable: false,
    log: console.log,
    onLost: (error) => {
      console.error(error.message);
    },
  }).catch(async (error: unknown) => {
    await removeFolder(dataDir);
    throw error;
  });
  const { host, port } = cluster.connection;
  project.provide('testCluster', { host, port, user: superuser, database: 'postgres' });
  return async () => {
    await cluster.stop();
    await removeFolder(dataDir);
  };
}

/**
 * The folder of Linux for files in memory. The database of a test file has more than a thousand files, which take ten
 * times as long to create on disk.
 */
const inMemory = '/dev/shm';

/**
 * Free memory that is required, many times the size of a run's databases. With less memory the databases are on disk,
 * and the run takes longer.
 */
const ROOM = 8 * 2 ** 30;

/** Whether both the folder and the machine or container have `MIN_FREE` bytes free. */
async function hasRoom(folder: string): Promise<boolean> {
  const left = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return Math.min(left, process.availableMemory()) > ROOM;
}

const hour = 3_600_000;

/** Removes the folders of killed runs, and stops a PostgreSQL that still runs there. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const dataDir = join(parent, name);
    // A new folder may belong to another run that is about to lock it.
    if (!name.startsWith(folderPrefix) || Date.now() - (await stat(dataDir)).mtimeMs < hour) continue;
    for (const home of homesOf(dataDir)) {
      try {
        const lock = lockFolder(home, dataDir);
        await stopLeftovers(join(home, 'cluster'), () => undefined);
        lock.release();
        await removeFolder(dataDir);
      } catch {
        // The folder is in use, belongs to another account, or does not exist.
      }
    }
  }
}

const homesOf = (dataDir: string): string[] => [join(dataDir, 'postgresql'), homeElsewhere(dataDir)];

async function removeFolder(dataDir: string): Promise<void> {
  for (const folder of [dataDir, ...homesOf(dataDir)]) await rm(folder, { recursive: true, force: true });
}
