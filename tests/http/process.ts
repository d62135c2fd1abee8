import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inject } from 'vitest';
import type { StartOptions } from '../../server/startOptions.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { openStartedDatabase } from '../startedDatabase.ts';
import { ADMIN_PASSWORD, FIXTURES } from './server.ts';

/** The product in a process of its own. */
export interface ServerProcess {
  child: ChildProcess;
  /** its output so far */
  output(): string;
  /** resolves to its address when it is ready. @throws its output, if it ends instead */
  ready: Promise<string>;
  /** its exit code and the signal that ended it */
  ended: Promise<[number | null, NodeJS.Signals | null]>;
}

/** A database and a folder of schemas for any number of processes. */
export interface Processes {
  database: TestDatabase;
  start(env?: Record<string, string>, options?: Partial<StartOptions>): ServerProcess;
  /** Ends the process if it still runs, and drops the database. */
  close(): Promise<void>;
}

const PROGRAM = resolve(import.meta.dirname, '../fixtures/serve.ts');

/** Prepares processes of the server on one database, in the state after a first start or empty. */
export async function openProcesses({
  empty = false,
  roots = [],
}: { empty?: boolean; roots?: readonly string[] } = {}): Promise<Processes> {
  const folder = await mkdtemp(join(tmpdir(), 'bordereau-process-'));
  const schemaRoots = [inject('schemaFolders').withData, FIXTURES];
  const database = await (empty ? openTestDatabase() : openStartedDatabase({ schemaRoots }));
  const settings = { PORT: '0', DATA_DIR: folder, DATABASE_URL: database.url, ADMIN_PASSWORD, LOG_LEVEL: 'info' };
  const all: ServerProcess[] = [];
  return {
    database,
    start(env = {}, options = {}) {
      const one = run([PROGRAM, JSON.stringify({ schemaRoots: [...schemaRoots, ...roots], ...options })], {
        ...settings,
        ...env,
      });
      all.push(one);
      return one;
    },
    async close() {
      for (const { child } of all) child.kill('SIGKILL');
      await Promise.all(all.map(({ ended }) => ended));
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function run(script: readonly string[], env: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let text = '';
  const ended = once(child, 'close') as ServerProcess['ended'];
  const ready = new Promise<string>((done, fail) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const url = /Bordereau is ready at (\S+)/.exec(text)?.[1];
        if (url !== undefined) done(url);
      });
    }
    ended.then(() => fail(new Error(text)), fail);
  });
  ready.catch(() => undefined);
  return { child, output: () => text, ready, ended };
}
