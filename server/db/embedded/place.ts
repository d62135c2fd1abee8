import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountFor, accountName, canReach, canUse } from './account.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { exists } from './exists.ts';

/** Location of the database of a data folder, and the account that runs it. */
export interface Place {
  /** folder of all files of the database */
  home: string;
  /** the cluster ("data directory" of PostgreSQL) */
  pgdata: string;
  /** null: the account of this process */
  account: Account | null;
  /** whether `home` is outside the data folder; it then also contains a copy of the programs */
  elsewhere: boolean;
}

/** File in a data folder whose database is elsewhere. Its first line is the path of the database. */
const LOCATION_FILE = 'postgresql-location.txt';

/** Folder of the database of `dataDir` (without symbolic links) if it cannot be inside `dataDir`. */
export function homeElsewhere(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return join('/var/lib/bordereau', hash);
}

/**
 * Chooses the folder of the database of `dataDir`, and creates both folders. The database is inside `dataDir`. Only if
 * this process is root and the account that will run PostgreSQL cannot reach that folder or the programs, it is under
 * /var/lib. An existing database is never moved, even if the data folder is moved or its permissions change.
 *
 * @throws EmbeddedDatabaseError if an existing database cannot be used by this account
 */
export async function choosePlace(dataDir: string, binaries: Binaries): Promise<Place> {
  const isRoot = process.getuid?.() === 0;
  if ((await mkdir(dataDir, { recursive: true })) !== undefined) await chmod(dataDir, isRoot ? 0o711 : 0o700);
  const folder = await realpath(dataDir);
  const inside = join(folder, 'postgresql');

  const recorded = await recordedHome(folder);
  if (recorded !== null) {
    if (!(await exists(clusterIn(recorded)))) {
      throw new EmbeddedDatabaseError(
        `${join(folder, LOCATION_FILE)} says that the database is in ${recorded}, but there is none: restore the database, or remove that file to start with an empty one.`,
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

/** Records in the data folder that its database is elsewhere, for `choosePlace`. */
export async function recordPlace(dataDir: string, place: Place): Promise<void> {
  const note = `${place.home}

The database of this data folder is in the folder named above, with a copy of PostgreSQL's programs. The account
that runs PostgreSQL, ${place.account?.name}, may not enter this data folder or the folder of the installed programs.
A backup of this data folder does not contain the database. Without this file, the next start creates an empty database.
`;
  await writeFile(join(dataDir, LOCATION_FILE), note);
}

async function recordedHome(dataDir: string): Promise<string | null> {
  const note = await readFile(join(dataDir, LOCATION_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
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
  // another account must be able to enter the folder, but not to list it
  await chmod(home, account === null ? 0o700 : 0o711);
  return { home, pgdata, account, elsewhere };
}

const clusterIn = (home: string): string => join(home, 'cluster');

/** Whether the account can reach `home` (which may not exist yet) and run the programs. */
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
