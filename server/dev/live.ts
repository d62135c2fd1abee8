import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { problemLine, SchemaProblems } from '../../generator/compile/problem.ts';
import type { Config } from '../config.ts';
import type { DatabaseConnection } from '../db/connection.ts';
import { DataLossRefused, DowngradeRefused, PlanBlocked } from '../db/migrate/migrate.ts';
import { startServer, type RunningServer } from '../start.ts';
import { openFront } from './front.ts';

export interface LiveOptions {
  config: Config;
  schemaRoots: readonly string[];
  connection: DatabaseConnection;
  web?: boolean;
  /** told after each try, in lines for a terminal */
  say(lines: readonly string[]): void;
}

export interface Live {
  url: string;
  madePassword?: string;
  /** resolves when every change of the schemas until now has been tried */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** An editor writes a file in several steps. */
const GATHER_MS = 60;

/**
 * The product with schemas that come alive while somebody writes them. Each change starts a further server on the same
 * database, in this process, which takes over once it answers; what is wrong with the schemas, or with rows under them,
 * is told with every reason, and the server that is there goes on with the old model.
 *
 * @throws what is wrong at the very first start, if it is not the schemas: those can be mended
 */
export async function startLive({ config, schemaRoots, connection, web = true, say }: LiveOptions): Promise<Live> {
  const start = () =>
    startServer({ config: { ...config, host: '127.0.0.1', port: 0 }, schemaRoots, connection, web, development: true });
  const front = openFront();
  let running: RunningServer | undefined;
  let version = 0;

  const renew = async (): Promise<void> => {
    const started = performance.now();
    try {
      const next = await start();
      const old = running;
      running = next;
      front.turnTo(next.url);
      front.tell({ version: ++version, problems: [] });
      if (old)
        say([
          `${new Date().toTimeString().slice(0, 8)} the schemas are live (${Math.round(performance.now() - started)} ms); ${ofDatabase(next.migrated)}`,
        ]);
      await old?.stop();
    } catch (error) {
      // at first there is nothing to go on with, but schemas can be mended
      if (running === undefined && !(error instanceof SchemaProblems)) throw error;
      const problems = reasonsOf(error);
      front.tell({ version, problems });
      say(problems.map((line, index) => (index === 0 ? `${new Date().toTimeString().slice(0, 8)} ${line}` : line)));
    }
  };
  await renew();
  const madePassword = (running as RunningServer | undefined)?.madePassword;
  let work: Promise<void> = Promise.resolve();
  let gathering: { timer: NodeJS.Timeout; done: PromiseWithResolvers<void> } | undefined;
  const changed = (): void => {
    clearTimeout(gathering?.timer);
    const done = gathering?.done ?? Promise.withResolvers<void>();
    gathering = {
      done,
      timer: setTimeout(() => {
        gathering = undefined;
        work = work.then(renew);
        work.then(done.resolve, done.reject);
      }, GATHER_MS),
    };
  };
  const unwatch = watchFolders(schemaRoots, changed);

  await new Promise<void>((done, fail) => {
    front.server.once('error', fail);
    front.server.listen(config.port, config.host, done);
  });
  const { port } = front.server.address() as AddressInfo;
  return {
    url: `http://${config.host}:${port}`,
    ...(madePassword === undefined ? {} : { madePassword }),
    settled: async () => {
      await gathering?.done.promise;
      await work;
    },
    async stop() {
      unwatch();
      clearTimeout(gathering?.timer);
      await work;
      front.server.closeAllConnections();
      await new Promise((done) => {
        front.server.close(done);
      });
      await running?.stop();
    },
  };
}

/**
 * Tells of every change of a schema below some folders. Each folder is watched by itself: an editor that writes a new
 * file and puts it in the old one's place is lost to whoever watches the file. When a folder comes, goes or is put in
 * the place of another, as by a switch of branches, all are watched anew: what watched the former one hears nothing
 * more.
 *
 * @returns ends the watch
 */
function watchFolders(roots: readonly string[], changed: () => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let again: NodeJS.Timeout | undefined;
  const close = (): void => {
    clearTimeout(again);
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  };
  const watchAll = (): void => {
    close();
    try {
      for (const folder of roots.flatMap(foldersBelow)) {
        watchers.set(
          folder,
          watch(folder, (_, name) => {
            // a folder that goes tells its own name
            const isOfFolder =
              name === null ||
              name === basename(folder) ||
              watchers.has(join(folder, name)) ||
              isFolder(join(folder, name));
            if (isOfFolder) watchAll();
            if (isOfFolder || /\.(?:json|csv)$/.test(name)) changed();
          }),
        );
      }
    } catch (error) {
      // one went between being found and being watched
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      again = setTimeout(() => {
        watchAll();
        changed();
      }, GATHER_MS);
    }
  };
  watchAll();
  return close;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** A folder that is there, and all in it. */
const foldersBelow = (folder: string): string[] =>
  isFolder(folder) ? [folder, ...readdirSync(folder).flatMap((name) => foldersBelow(join(folder, name)))] : [];

/** More steps than this are counted. */
const MOST_STEPS = 12;

/** What the database changed to follow the schemas, in a line. */
const ofDatabase = (steps: readonly string[]): string =>
  steps.length === 0
    ? 'the database is as it was'
    : `the database: ${[...steps.slice(0, MOST_STEPS), ...(steps.length > MOST_STEPS ? [`${steps.length - MOST_STEPS} more`] : [])].join(', ')}`;

/** Why the schemas are not live, a line a reason, the first one about all. */
function reasonsOf(error: unknown): string[] {
  if (error instanceof SchemaProblems) {
    return [
      `${error.problems.length} ${error.problems.length === 1 ? 'problem' : 'problems'} in the schemas`,
      ...error.problems.map(problemLine),
    ];
  }
  if (error instanceof DataLossRefused || error instanceof PlanBlocked || error instanceof DowngradeRefused)
    return ['the database cannot follow the schemas', ...error.message.split('\n')];
  return ['the schemas do not start', (error as Error).stack ?? String(error)];
}
