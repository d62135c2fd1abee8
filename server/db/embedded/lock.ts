import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedDatabaseError } from './error.ts';

/** A folder held for this process until `release`, or until the process ends in whatever way. */
export interface FolderLock {
  release(): void;
}

/**
 * Holds `folder` for this process alone.
 *
 * A file with a process number in it cannot tell a living holder from a number given to another process since. So the
 * lock is one of the operating system's own, which dies with its holder; Node offers them only through SQLite, whose
 * exclusive transaction on an empty file is nothing else. The number stands beside it, for the message only.
 *
 * @throws EmbeddedDatabaseError that names the holder if another process (or this one) holds the folder; `dataDir` is
 *   how the user knows it
 */
export function lockFolder(folder: string, dataDir: string): FolderLock {
  const lockFile = join(folder, 'lock');
  const holderFile = join(folder, 'lock.pid');
  const lock = new DatabaseSync(lockFile);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    throw new EmbeddedDatabaseError(
      `Another server, process ${holder(holderFile)}, is using the data folder ${dataDir}: stop that one first, or name another folder in DATA_DIR.`,
    );
  }
  chmodSync(lockFile, 0o600);
  // One that a killed server left may be root's, which we can remove and not write to.
  rmSync(holderFile, { force: true });
  writeFileSync(holderFile, `${process.pid}\n`);
  return {
    release() {
      rmSync(holderFile, { force: true });
      lock.close();
    },
  };
}

const sqliteBusy = 5;

function holder(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    // It has the lock and has not yet written its number.
    return '(starting)';
  }
}
