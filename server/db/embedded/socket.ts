import { chmod, chown, lstat, mkdir, mkdtemp, readlink, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canReach } from './account.ts';
import type { Account } from './account.ts';
import { EmbeddedDatabaseError } from './error.ts';

/** The port only names the socket's file: `.s.PGSQL.5432`. */
export const socketPort = 5432;

/** Bytes that the operating systems allow for a socket's path, without the closing zero. */
const longestPath = process.platform === 'linux' ? 107 : 103;

const fits = (folder: string): boolean => Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= longestPath;

const temporaryPrefix = 'bordereau-socket-';

/**
 * Makes the folder of the database's socket, which only the account (and root) may enter: `home/socket`, or, if that
 * path is too long for a socket, a private folder in the temporary one, to which `home/socket` then is a link.
 *
 * @returns the folder's path
 */
export async function makeSocketFolder(home: string, account: Account | null): Promise<string> {
  const usual = join(home, 'socket');
  await removeSocketFolder(home);
  if (fits(usual)) {
    await mkdir(usual, { mode: 0o700 });
    await giveTo(account, usual);
    return usual;
  }
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const real = await realpath(parent).catch(() => null);
    if (real === null || !fits(join(real, `${temporaryPrefix}XXXXXX`))) continue;
    if (account !== null && !(await canReach(account, join(real, temporaryPrefix)))) continue;
    const folder = await mkdtemp(join(real, temporaryPrefix));
    await giveTo(account, folder);
    // The link is for people, and for the next start to remove the folder if this server is killed.
    await symlink(folder, usual);
    return folder;
  }
  throw new EmbeddedDatabaseError(
    `No folder has a path short enough for the database's socket (${longestPath} bytes): choose a shorter DATA_DIR, or set TMPDIR to a short path.`,
  );
}

/** Removes the folder that `makeSocketFolder` made, wherever it is. */
export async function removeSocketFolder(home: string): Promise<void> {
  const usual = join(home, 'socket');
  const entry = await lstat(usual).catch(() => null);
  if (entry?.isSymbolicLink() === true) {
    const target = await readlink(usual);
    if (target.includes(`/${temporaryPrefix}`)) await rm(target, { recursive: true, force: true });
  }
  await rm(usual, { recursive: true, force: true });
}

async function giveTo(account: Account | null, folder: string): Promise<void> {
  await chmod(folder, 0o700);
  if (account !== null) await chown(folder, account.uid, account.gid);
}
