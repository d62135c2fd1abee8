import { access, constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BadSetting } from '../config.ts';
import { storageKey, type FileStore } from './fileStore.ts';

/** Stores files in a local folder that only the account of the server can read. */
export class DiskStore implements FileStore {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Creates the folder if it is missing. @throws BadSetting if it cannot be created or written */
  static async open(folder: string): Promise<DiskStore> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      throw new BadSetting('FILES_DIR', `${folder} cannot be used: ${(error as Error).message}`);
    }
    return new DiskStore(folder);
  }

  /** Writes a temporary file, flushes it to disk and renames it, so that a crash leaves no incomplete file. */
  async put(id: string, bytes: Buffer): Promise<void> {
    const path = this.#path(id);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await writeDurably(partialPath(path), bytes);
      await rename(partialPath(path), path);
      await syncFolder(dirname(path));
    } catch (error) {
      await this.remove(id).catch(() => undefined);
      throw error;
    }
  }

  async get(id: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.#path(id));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async remove(id: string): Promise<void> {
    const path = this.#path(id);
    await rm(partialPath(path), { force: true });
    await rm(path, { force: true });
  }

  #path(id: string): string {
    return join(this.#folder, storageKey(id));
  }
}

const partialPath = (path: string): string => `${path}.part`;

/** Writes and flushes a file. A full disk may only be reported by `close`. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes a folder, because a renamed file survives a crash only if its folder is flushed too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
