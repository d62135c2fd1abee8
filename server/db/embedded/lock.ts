import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedDatabaseError } from './error.ts';

/** A lock on a folder, until `release` or the end of the process. */
export interface FolderLock {
  release(): void;
}

/**
 * Locks `folder` for this process.
 *
 * A file with a process id would not be a reliable lock, because another process may get the id later. The operating
 * system releases file locks when their process ends. Node offers file locks only through SQLite: an exclusive
 * transaction on an empty file locks this file. The process id in a second file is for the message only.
 *
 * @param dataDir the name of the folder in the message
 * @throws EmbeddedDatabaseError with the process id, if another process (or this one) has the lock
 */
export function lockFolder(folder: string, dataDir: string): FolderLock {
  const lockFile = join(folder, 'lock');
  const pidFile = join(folder, 'lock.pid');
  const lock = new DatabaseSync(lockFile);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new EmbeddedDatabaseError(
      `Another server, process ${readPid(pidFile)}, is using the data folder ${dataDir}: stop that server first, or name another folder in DATA_DIR.`,
    );
  }
  chmodSync(lockFile, 0o600);
  // the file of a killed server may belong to root: it can be removed, but not overwritten
  rmSync(pidFile, { force: true });
  writeFileSync(pidFile, `${process.pid}\n`);
  return {
    release() {
      rmSync(pidFile, { force: true });
      lock.close();
    },
  };
}

const SQLITE_BUSY = 5;

function readPid(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    // the process has the lock and has not written its id yet
    return '(starting)';
  }
}
