import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readConfig } from '../../../server/config.ts';
import type { DeliveryPace } from '../../../server/domain/partners/delivery.ts';
import type { Effects } from '../../../server/kernel/core.ts';
import { SCHEMAS, startServer } from '../../../server/start.ts';
import { ADMIN_PASSWORD } from '../../adminPassword.ts';
import { compiledModel } from '../../compiledModel.ts';
import type { TestDatabase } from '../../database.ts';
import { openStartedDatabase } from '../../startedDatabase.ts';
import { type Api, apiOf } from './api.ts';
import { nextPort, rememberPort } from './port.ts';
import { logIn } from './product.ts';

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/schemas');

/**
 * The product with the fixture entities, which have features that the product's entities lack: every field kind,
 * children, states.
 */
export interface FixtureProduct {
  url: string;
  /** of the administrator's session */
  token: string;
  /** its database, for changes without a call */
  database: Pick<TestDatabase, 'pool' | 'connection'>;
  /** calls the API as the administrator, under `/api/` @throws Error with the message of a refusal */
  api: Api;
  stop(): Promise<void>;
}

/**
 * Starts it in this process, on a free port, with its own data.
 *
 * @param roots further folders of schemas
 * @param effects the effects of their actions
 * @param more settings besides those of every test, and how messages are delivered
 */
export async function startFixtures(
  roots: readonly string[] = [],
  effects: Effects = new Map(),
  { env = {}, delivery }: { env?: Record<string, string>; delivery?: Partial<DeliveryPace> } = {},
): Promise<FixtureProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'bordereau-'));
  const database = await openStartedDatabase(
    { schemaRoots: [SCHEMAS] },
    { schemaRoots: [SCHEMAS], demoData: true },
    { schemaRoots: [SCHEMAS, FIXTURES], demoData: true },
  );
  const config = readConfig({
    ...process.env,
    ...env,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: nextPort(),
    ADMIN_PASSWORD,
    DEMO_DATA: 'true',
    LOG_LEVEL: 'error',
  });
  const server = await startServer({
    config,
    schemaRoots: [SCHEMAS, FIXTURES, ...roots],
    compile: compiledModel,
    effects,
    ...(delivery && { delivery }),
  });
  rememberPort(server.url);
  const token = await logIn(server.url, 'admin', ADMIN_PASSWORD);
  return {
    url: server.url,
    token,
    database,
    api: apiOf(server.url, token),
    async stop() {
      await server.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
