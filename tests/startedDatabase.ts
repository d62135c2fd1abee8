import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../server/config.ts';
import { startServer } from '../server/start.ts';
import { ADMIN_PASSWORD } from './adminPassword.ts';
import { openTestDatabase, templateDatabase, type TestDatabase } from './database.ts';

/**
 * A database of a test's own that looks as after a first start with these schemas and the reference data beside them.
 *
 * The server starts for it once in a run of all tests; the others get copies, on which their own start finds nothing left to do
 * but what their further schemas and samples add.
 */
export async function openStartedDatabase(schemaRoots: readonly string[]): Promise<TestDatabase> {
  const template = await templateDatabase(await contentHash(schemaRoots), (url) => startOnce(url, schemaRoots));
  return openTestDatabase({ template });
}

async function startOnce(url: string, schemaRoots: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bordereau-once-'));
  try {
    const config = readConfig({ PORT: '0', DATA_DIR: folder, DATABASE_URL: url, ADMIN_PASSWORD, LOG_LEVEL: 'error' });
    await (await startServer({ config, schemaRoots, web: false })).stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same for folders with the same files, wherever they lie. */
async function contentHash(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const paths = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const path of paths.sort()) hash.update(path.slice(folder.length)).update('\0').update(await readFile(path)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
