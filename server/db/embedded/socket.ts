import { chmod, chown, lstat, mkdir, mkdtemp, readlink, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canReach } from './account.ts';
import type { Account } from './account.ts';
import { EmbeddedDatabaseError } from './error.ts';

/** Port of the Unix socket. It is only part of the file name: `.s.PGSQL.5432`. */
export const socketPort = 5432;

/** Limit of a socket's path in bytes, without the terminating zero. */
const MAX_PATH = process.platform === 'linux' ? 107 : 103;

const isShortEnough = (folder: string): boolean =>
  Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= MAX_PATH;

const TEMPORARY_PREFIX = 'bordereau-socket-';

/**
 * Creates the folder of the socket, which only `account` and root may enter: `home/socket`. If that path is too long
 * for a socket, the folder is created in the temporary folder, and `home/socket` is a link to it.
 *
 * @returns path of the folder
 */
export async function makeSocketFolder(home: string, account: Account | null): Promise<string> {
  const usual = join(home, 'socket');
  await removeSocketFolder(home);
  if (isShortEnough(usual)) {
    await mkdir(usual, { mode: 0o700 });
    await giveTo(account, usual);
    return usual;
  }
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const real = await realpath(parent).catch(() => null);
    if (real === null || !isShortEnough(join(real, `${TEMPORARY_PREFIX}XXXXXX`))) continue;
    if (account !== null && !(await canReach(account, join(real, TEMPORARY_PREFIX)))) continue;
    const folder = await mkdtemp(join(real, TEMPORARY_PREFIX));
    await giveTo(account, folder);
    // if this server is killed, the next start finds the folder by this link and removes it
    await symlink(folder, usual);
    return folder;
  }
  throw new EmbeddedDatabaseError(
    `No folder has a path short enough for the database's socket (${MAX_PATH} bytes): choose a shorter DATA_DIR, or set TMPDIR to a short path.`,
  );
}

/** Removes the folder that `makeSocketFolder` created. */
export async function removeSocketFolder(home: string): Promise<void> {
  const usual = join(home, 'socket');
  const entry = await lstat(usual).catch(() => null);
  if (entry?.isSymbolicLink() === true) {
    const target = await readlink(usual);
    if (target.includes(`/${TEMPORARY_PREFIX}`)) await rm(target, { recursive: true, force: true });
  }
  await rm(usual, { recursive: true, force: true });
}

async function giveTo(account: Account | null, folder: string): Promise<void> {
  await chmod(folder, 0o700);
  if (account !== null) await chown(folder, account.uid, account.gid);
}
