import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import { basename, join } from 'node:path';

/** Delay before a retry after a folder disappeared between listing and watching. */
const RETRY_MS = 60;

/**
 * Calls `onChange` for every change of a schema or CSV file below the folders.
 *
 * It watches folders, not files, because many editors replace a file by a new one. When a folder appears, disappears or
 * is replaced, for example by a switch of branches, it watches all folders again, because a watcher stays with the
 * former folder.
 *
 * @returns ends the watch
 */
export function watchSchemas(roots: readonly string[], onChange: () => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let retry: NodeJS.Timeout | undefined;
  const close = (): void => {
    clearTimeout(retry);
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  };
  /** @param name of a file or folder in the folder; for the end of the folder itself, its own name */
  const onEvent = (folder: string, name: string | null): void => {
    const isOfFolder =
      name === null || name === basename(folder) || watchers.has(join(folder, name)) || isFolder(join(folder, name));
    if (isOfFolder) watchAll();
    if (isOfFolder || /\.(?:json|csv)$/.test(name)) onChange();
  };
  const watchAll = (): void => {
    close();
    try {
      for (const folder of roots.flatMap(foldersBelow))
        watchers.set(
          folder,
          watch(folder, (_, name) => onEvent(folder, name)),
        );
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      retry = setTimeout(() => {
        watchAll();
        onChange();
      }, RETRY_MS);
    }
  };
  watchAll();
  return close;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Lists a folder and all folders in it; nothing if it does not exist. */
const foldersBelow = (folder: string): string[] =>
  isFolder(folder) ? [folder, ...readdirSync(folder).flatMap((name) => foldersBelow(join(folder, name)))] : [];
