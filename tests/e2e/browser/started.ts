import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../server/config.ts';
import { SCHEMAS, startServer } from '../../../server/start.ts';
import type { StartOptions } from '../../../server/startOptions.ts';
import { ADMIN_PASSWORD } from '../../adminPassword.ts';
import { compiledModel } from '../../compiledModel.ts';
import type { TestDatabase } from '../../database.ts';
import { openStartedDatabase, type Start } from '../../startedDatabase.ts';
import { nextPort, rememberPort } from './port.ts';
import { addPerson, logIn, type Product } from './product.ts';

/** The product in this process, on a copy of a database that all files of a run share. */
export interface StartedProduct extends Product {
  /** its database, for changes without a call */
  database: Pick<TestDatabase, 'pool' | 'connection'>;
}

/** What the tests of a file need, besides the schemas and the samples of the product. */
export interface StartedOptions extends Pick<StartOptions, 'effects' | 'delivery'> {
  /** settings besides those of every test */
  env?: Record<string, string>;
  /** folders of schemas that several files use: the shared database has their tables */
  sharedRoots?: readonly string[];
  /** folders of schemas of this file */
  roots?: readonly string[];
}

/** Starts the complete product on a free port, with its screens and, unless `DEMO_DATA` is false, its samples. */
export async function openProduct({
  env = {},
  sharedRoots = [],
  roots = [],
  ...options
}: StartedOptions = {}): Promise<StartedProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'bordereau-'));
  const database = await openStartedDatabase(...startsOf(sharedRoots, env['DEMO_DATA'] !== 'false'));
  const settings = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: nextPort(),
    ADMIN_PASSWORD,
    DEMO_DATA: 'true',
    LOG_LEVEL: 'error',
    ...env,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
  };
  const server = await startServer({
    config: readConfig(settings),
    schemaRoots: [SCHEMAS, ...sharedRoots, ...roots],
    compile: compiledModel,
    prepared: roots.length === 0,
    ...options,
  });
  rememberPort(server.url);
  const { url } = server;
  return {
    url,
    adminPassword: ADMIN_PASSWORD,
    database,
    logIn: (username = 'admin', password = ADMIN_PASSWORD) => logIn(url, username, password),
    addPerson: async (userCde, password, roleName) =>
      addPerson(url, await logIn(url, 'admin', ADMIN_PASSWORD), userCde, password, roleName),
    async stop() {
      await server.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts that lead to a database with the samples and the tables of further schemas; each adds one of these. */
function startsOf(sharedRoots: readonly string[], demoData: boolean): Start[] {
  const starts: Start[] = [{ schemaRoots: [SCHEMAS] }];
  if (demoData) starts.push({ schemaRoots: [SCHEMAS], demoData });
  if (sharedRoots.length > 0) starts.push({ schemaRoots: [SCHEMAS, ...sharedRoots], demoData });
  return starts;
}
