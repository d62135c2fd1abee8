import { createHash, hash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../server/config.ts';
import { startServer } from '../server/start.ts';
import { ADMIN_PASSWORD } from './adminPassword.ts';
import { compiledModel } from './compiledModel.ts';
import { openTestDatabase, templateDatabase, type TestDatabase } from './database.ts';

/** A start of the server, as far as the database is concerned. */
export interface Start {
  schemaRoots: readonly string[];
  /** with the samples */
  demoData?: boolean;
}

/**
 * A database for one test in the state after these starts, one after the other, with the reference data beside the
 * schemas.
 *
 * The server starts for it once in a run of all tests; the others get copies, on which their own start only adds their
 * further schemas. Starts that several databases have in common are a template from which they continue.
 */
export async function openStartedDatabase(...starts: readonly Start[]): Promise<TestDatabase> {
  return openTestDatabase({ template: await templateAfter(starts) });
}

async function templateAfter(starts: readonly Start[]): Promise<string> {
  const last = starts.at(-1);
  if (last === undefined) return 'template0';
  const template = await templateAfter(starts.slice(0, -1));
  const key = hash(
    'sha256',
    JSON.stringify([template, await contentHash(last.schemaRoots), last.demoData === true]),
  ).slice(0, 16);
  return templateDatabase(key, (url) => startOnce(url, last), template);
}

async function startOnce(url: string, { schemaRoots, demoData = false }: Start): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bordereau-once-'));
  try {
    const config = readConfig({
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: url,
      ADMIN_PASSWORD,
      DEMO_DATA: String(demoData),
      LOG_LEVEL: 'error',
    });
    await (await startServer({ config, schemaRoots, compile: compiledModel, web: false })).stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same for folders with the same files, wherever they lie. */
async function contentHash(folders: readonly string[]): Promise<string> {
  const content = createHash('sha256');
  for (const folder of folders) {
    const paths = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    for (const path of paths.sort())
      content
        .update(path.slice(folder.length))
        .update('\0')
        .update(await readFile(path))
        .update('\0');
  }
  return content.digest('hex');
}
