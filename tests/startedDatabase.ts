import { createHash, hash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../server/config.ts';
import { startServer } from '../server/start.ts';
import { ADMIN_PASSWORD } from './adminPassword.ts';
import { compiledModel } from './compiledModel.ts';
import { openTestDatabase, templateDatabase, type TestDatabase } from './database.ts';
import { quickHash } from './quickHash.ts';

/** The options of a server start that affect the database. */
export interface Start {
  schemaRoots: readonly string[];
  /** whether samples are loaded */
  demoData?: boolean;
}

/**
 * A database for one test in the state after the given starts in turn, with the reference data beside the schemas.
 *
 * Each sequence of starts runs once in a run of all tests; later callers get copies. Sequences with the same beginning
 * share a template.
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
    await storeQuickHash(url);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Replaces the hash of the administrator's password, which takes longer to check than most calls. */
async function storeQuickHash(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`update person set password = $1 where "userCde" = 'admin'`, [await quickHash(ADMIN_PASSWORD)]);
  } finally {
    await client.end();
  }
}

const hashes = new Map<string, Promise<string>>();

/** `computeHash`, once in a process for each list of folders. Tests must not change these. */
function contentHash(folders: readonly string[]): Promise<string> {
  const key = folders.join('\n');
  const content = hashes.get(key) ?? computeHash(folders);
  hashes.set(key, content);
  return content;
}

/** A hash of the files in folders, independent of the paths of the folders. */
async function computeHash(folders: readonly string[]): Promise<string> {
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
