import { access, constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BadSetting } from '../config.ts';
import { placeOf, type FileStore } from './fileStore.ts';

/** Files in a folder of this machine, readable for the server's account alone. */
export class DiskStore implements FileStore {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes the folder where it is not there. @throws BadSetting where it cannot be made or written */
  static async open(folder: string): Promise<DiskStore> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      throw new BadSetting('FILES_DIR', `${folder} cannot be used: ${(error as Error).message}`);
    }
    return new DiskStore(folder);
  }

  /** Writes beside the final place, forces to disk and then renames; what fails is removed. */
  async put(id: string, bytes: Buffer): Promise<void> {
    const path = this.#path(id);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await writeDurably(unfinished(path), bytes);
      await rename(unfinished(path), path);
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
    await rm(unfinished(path), { force: true });
    await rm(path, { force: true });
  }

  #path(id: string): string {
    return join(this.#folder, placeOf(id));
  }
}

const unfinished = (path: string): string => `${path}.part`;

/** Some systems report only on closing that a file did not fit. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A name, too, is on disk only once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
