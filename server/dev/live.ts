import type { AddressInfo } from 'node:net';
import { problemLine, SchemaProblems } from '../../generator/compile/problem.ts';
import type { Config } from '../config.ts';
import type { DatabaseConnection } from '../db/connection.ts';
import { DataLossRefused, DowngradeRefused, PlanBlocked } from '../db/migrate/migrate.ts';
import { startServer, type RunningServer } from '../start.ts';
import { openDevProxy, type DevProxy } from './proxy.ts';
import { watchSchemas } from './schemaWatch.ts';

/** Settings of the server of `npm run dev`. */
export interface LiveOptions {
  config: Config;
  schemaRoots: readonly string[];
  connection: DatabaseConnection;
  web?: boolean;
  /** prints the result of each reload, as lines for a terminal */
  print(lines: readonly string[]): void;
}

/** A product that reloads its schemas. */
export interface Live {
  url: string;
  initialPassword?: string;
  /** resolves as soon as no reload is pending */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Changes within this time cause one reload, because an editor writes a file in several steps. */
const DEBOUNCE_MS = 60;

/**
 * Starts the product with schemas that are reloaded when a file changes.
 *
 * A reload starts a new server on the same database, in this process, and stops the old one. If the schemas are invalid
 * or do not fit the rows, all reasons are reported, and the old server continues with the old model.
 *
 * @throws Error of the first start, unless it is about the schemas, which the developer can still fix
 */
export async function startLive(options: LiveOptions): Promise<Live> {
  const { config, schemaRoots } = options;
  const proxy = openDevProxy();
  const reloader = new Reloader(options, proxy);
  await reloader.reload();
  const initialPassword = reloader.running?.initialPassword;
  const unwatch = watchSchemas(schemaRoots, () => reloader.schedule());
  await new Promise<void>((done, fail) => {
    proxy.server.once('error', fail);
    proxy.server.listen(config.port, config.host, done);
  });
  const { port } = proxy.server.address() as AddressInfo;
  return {
    url: `http://${config.host}:${port}`,
    ...(initialPassword === undefined ? {} : { initialPassword }),
    settled: () => reloader.settled(),
    async stop() {
      unwatch();
      await reloader.end();
      proxy.server.closeAllConnections();
      await new Promise((done) => {
        proxy.server.close(done);
      });
      await reloader.running?.stop();
    },
  };
}

/** Replaces the running server by one with the current schemas, one reload at a time. */
class Reloader {
  running: RunningServer | undefined;
  readonly #options: LiveOptions;
  readonly #proxy: DevProxy;
  /** number of successful reloads */
  #version = 0;
  #work: Promise<void> = Promise.resolve();
  #scheduled: { timer: NodeJS.Timeout; done: PromiseWithResolvers<void> } | undefined;

  constructor(options: LiveOptions, proxy: DevProxy) {
    this.#options = options;
    this.#proxy = proxy;
  }

  /** Schedules a reload, or delays one that is already scheduled. */
  schedule(): void {
    clearTimeout(this.#scheduled?.timer);
    const done = this.#scheduled?.done ?? Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#scheduled = undefined;
      this.#work = this.#work.then(() => this.reload());
      this.#work.then(done.resolve, done.reject);
    }, DEBOUNCE_MS);
    this.#scheduled = { timer, done };
  }

  async settled(): Promise<void> {
    await this.#scheduled?.done.promise;
    await this.#work;
  }

  /** Cancels a scheduled reload, and waits for one in progress. */
  async end(): Promise<void> {
    clearTimeout(this.#scheduled?.timer);
    await this.#work;
  }

  async reload(): Promise<void> {
    const started = performance.now();
    try {
      const next = await this.#startServer();
      const old = this.running;
      this.running = next;
      this.#proxy.forwardTo(next.url);
      this.#proxy.publish({ version: ++this.#version, problems: [] });
      const duration = Math.round(performance.now() - started);
      if (old) this.#print([`the schemas are live (${duration} ms); ${describeMigration(next.migrated)}`]);
      await old?.stop();
    } catch (error) {
      if (this.running === undefined && !(error instanceof SchemaProblems)) throw error;
      const problems = describeError(error);
      this.#proxy.publish({ version: this.#version, problems });
      this.#print(problems);
    }
  }

  #startServer(): Promise<RunningServer> {
    const { config, schemaRoots, connection, web = true } = this.#options;
    const local = { ...config, host: '127.0.0.1', port: 0 };
    return startServer({ config: local, schemaRoots, connection, web, development: true });
  }

  /** Prints lines, the first one with the time of day. */
  #print([first, ...rest]: readonly string[]): void {
    this.#options.print([`${new Date().toTimeString().slice(0, 8)} ${first}`, ...rest]);
  }
}

/** Further steps of a migration are only counted. */
const MAX_STEPS = 12;

/** Describes the steps of a migration in one line. */
function describeMigration(steps: readonly string[]): string {
  if (steps.length === 0) return 'the database is unchanged';
  const more = steps.length > MAX_STEPS ? [`${steps.length - MAX_STEPS} more`] : [];
  return `the database: ${[...steps.slice(0, MAX_STEPS), ...more].join(', ')}`;
}

/** Explains why a reload failed: a summary, then one line for each reason. */
function describeError(error: unknown): string[] {
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
