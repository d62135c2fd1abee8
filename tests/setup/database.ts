import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { superuser } from '../../server/db/embedded/cluster.ts';
import { startEmbedded } from '../../server/db/embedded/start.ts';

/** Where the tests' PostgreSQL is reached, as its superuser. */
export interface TestCluster { host: string; port: number; user: string; database: string }

declare module 'vitest' {
  export interface ProvidedContext {
    testCluster: TestCluster;
  }
}

/** Starts the one PostgreSQL that all test files of a run share; `openTestDatabase` makes databases in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), 'bordereau-test-'));
  await chmod(dataDir, 0o711); // so that, when we are root, the account that runs PostgreSQL reaches it
  const cluster = await startEmbedded({
    dataDir, durable: false, log: console.log,
    onLost: error => { console.error(error.message); },
  });
  const { host, port } = cluster.connection;
  project.provide('testCluster', { host, port, user: superuser, database: 'postgres' });
  return async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true });
  };
}
