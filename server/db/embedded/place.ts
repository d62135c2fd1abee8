import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountFor, accountName, canReach, canUse } from './account.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedDatabaseError } from './error.ts';

/** Where the database of a data folder lies, and who runs it. */
export interface Place {
  /** the folder of all that belongs to the database */
  home: string;
  /** the cluster, PostgreSQL's own "data directory" */
  pgdata: string;
  /** null: our own account */
  account: Account | null;
  /** whether `home` lies outside the data folder, with a copy of the programs */
  elsewhere: boolean;
}

/** The file in a data folder that tells where its database lies, if elsewhere. Its first line is the path. */
const locationFile = 'postgresql-location.txt';

/** Where the database of `dataDir`, a path without symbolic links, lies if it cannot lie in there. */
export function homeElsewhere(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return join('/var/lib/bordereau', hash);
}

/**
 * Decides where the database of `dataDir` lies, and makes both folders. It lies in `dataDir`, unless we are root and
 * the account that shall run PostgreSQL cannot reach that folder or the programs; then under /var/lib.
 * Once a database is there, it stays where it is, also if the data folder is moved or its permissions change.
 *
 * @throws EmbeddedDatabaseError if a database is there and cannot be used from this account
 */
export async function choosePlace(dataDir: string, binaries: Binaries): Promise<Place> {
  const ofRoot = process.getuid?.() === 0;
  if ((await mkdir(dataDir, { recursive: true })) !== undefined) await chmod(dataDir, ofRoot ? 0o711 : 0o700);
  const folder = await realpath(dataDir);
  const inside = join(folder, 'postgresql');

  const recorded = await recordedHome(folder);
  if (recorded !== null) {
    if (!(await exists(clusterIn(recorded)))) {
      throw new EmbeddedDatabaseError(
        `${join(folder, locationFile)} says that the database lies in ${recorded}, but there is none: bring it back, or remove that file to begin with an empty database.`,
      );
    }
    return makePlace(recorded, await accountFor(clusterIn(recorded)), true);
  }

  const account = await accountFor(clusterIn(inside));
  if (account === null || (await canRun(account, inside, binaries))) return makePlace(inside, account, false);
  if (await exists(clusterIn(inside))) {
    throw new EmbeddedDatabaseError(
      `The account ${account.name}, which runs PostgreSQL, can no longer reach the database in ${inside} or the programs in ${binaries.folder}: give it the right to enter the folders above them.`,
    );
  }
  const elsewhere = homeElsewhere(folder);
  return makePlace(elsewhere, await accountFor(clusterIn(elsewhere)), true);
}

/** Leaves a note in the data folder that its database lies elsewhere; `choosePlace` follows it. */
export async function recordPlace(dataDir: string, place: Place): Promise<void> {
  const note = `${place.home}

The database of this folder lies there, with a copy of PostgreSQL's programs, because the account that
runs PostgreSQL, ${place.account?.name}, may not enter this folder or the one where the programs are installed.
A backup of this folder does not hold the database. Removing this file begins with an empty one.
`;
  await writeFile(join(dataDir, locationFile), note);
}

async function recordedHome(dataDir: string): Promise<string | null> {
  const note = await readFile(join(dataDir, locationFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return note.split('\n')[0]?.trim() || null;
}

async function makePlace(home: string, account: Account | null, elsewhere: boolean): Promise<Place> {
  const pgdata = clusterIn(home);
  await mkdir(home, { recursive: true });
  const owner = await stat(pgdata).catch(() => null);
  const uid = account?.uid ?? process.getuid?.();
  if (owner !== null && owner.uid !== uid) {
    const [ours, theirs] = await Promise.all([accountName(uid ?? 0), accountName(owner.uid)]);
    throw new EmbeddedDatabaseError(
      `The database in ${home} belongs to the account ${theirs}, and ${ours} cannot run it: start the server as root or as ${theirs}, or give ${pgdata} to ${ours}.`,
    );
  }
  // Another account than ours must pass through, and need not look around.
  await chmod(home, account === null ? 0o700 : 0o711);
  return { home, pgdata, account, elsewhere };
}

const clusterIn = (home: string): string => join(home, 'cluster');

/** Whether the account can reach `home` (which need not be there yet) and run the programs. */
async function canRun(account: Account, home: string, binaries: Binaries): Promise<boolean> {
  if (!(await canReach(account, home))) return false;
  for (const path of [
    binaries.initdb,
    binaries.postgres,
    join(binaries.folder, 'lib'),
    join(binaries.folder, 'share'),
  ]) {
    if (!(await canUse(account, await realpath(path)))) return false;
  }
  return true;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
