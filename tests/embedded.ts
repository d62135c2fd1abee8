import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect } from 'vitest';
import { accountFor, canUse } from '../server/db/embedded/account.ts';
import { installedBinaries } from '../server/db/embedded/binaries.ts';
import { EmbeddedDatabaseError } from '../server/db/embedded/error.ts';
import { processesIn } from '../server/db/embedded/leftovers.ts';
import { homeElsewhere } from '../server/db/embedded/place.ts';
import { startEmbedded, type EmbeddedDatabase } from '../server/db/embedded/start.ts';

export const isRoot = process.getuid?.() === 0;

const newAccount = await accountFor('/no cluster yet');
/** False if the product is in a folder that only root may enter: every database is then stored elsewhere. */
export const programsReachable =
  newAccount === null || (await canUse(newAccount, await realpath((await installedBinaries()).postgres)));

/** The folder of the database, in a data folder that PostgreSQL's account can access. */
export const homeOf = (folder: string): string =>
  programsReachable ? join(folder, 'postgresql') : homeElsewhere(folder);

/** A server in its own process, which keeps writing numbers. */
export interface WritingServer {
  server: ChildProcess;
  /** the highest number that it reported as committed */
  committed(): number;
  ended: Promise<unknown>;
}

/**
 * A data folder for one test, and the embedded databases that the test starts. All processes end with the test.
 */
class DataFolder {
  parent = '';
  dataDir = '';
  logged: string[] = [];
  lost: Error[] = [];
  #homes: string[] = [];
  #started: EmbeddedDatabase[] = [];

  get home(): string {
    return homeOf(this.dataDir);
  }
  get cluster(): string {
    return join(this.home, 'cluster');
  }

  /** Registers a further folder in which the test creates a database. */
  alsoUses(home: string): void {
    this.#homes.push(home);
  }

  async make(): Promise<void> {
    this.parent = await mkdtemp(join(await realpath(tmpdir()), 'bordereau-embedded-'));
    await chmod(this.parent, 0o711);
    this.dataDir = join(this.parent, 'data');
    this.logged = [];
    this.lost = [];
    this.#homes = [this.home];
    this.#started = [];
  }

  async remove(): Promise<void> {
    await Promise.all(this.#started.map((database) => database.stop()));
    for (const home of this.#homes) expect(await processesIn(join(home, 'cluster'))).toEqual([]);
    for (const folder of [this.parent, ...this.#homes]) await rm(folder, { recursive: true, force: true });
  }

  async start(folder = this.dataDir): Promise<EmbeddedDatabase> {
    const database = await startEmbedded({
      dataDir: folder,
      log: (line) => this.logged.push(line),
      onLost: (error) => this.lost.push(error),
    });
    this.#started.push(database);
    return database;
  }

  /** The error of a start that must fail. */
  refusal(folder = this.dataDir): Promise<EmbeddedDatabaseError> {
    return this.start(folder).then(
      () => {
        throw new Error('it started');
      },
      (error: unknown) => {
        expect(error).toBeInstanceOf(EmbeddedDatabaseError);
        return error as EmbeddedDatabaseError;
      },
    );
  }

  async startServer(): Promise<WritingServer> {
    const program = fileURLToPath(new URL('fixtures/embedded-server.ts', import.meta.url));
    const server = spawn(process.execPath, [program, this.dataDir], { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(server, 'exit');
    let output = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    const committed = () => Number(output.split('\n').at(-2) ?? 0);
    await expect.poll(committed, { timeout: 60_000 }).toBeGreaterThan(20);
    return { server, committed, ended };
  }

  /** The process number of the running PostgreSQL. */
  async postmaster(): Promise<number> {
    return Number.parseInt(await readFile(join(this.cluster, 'postmaster.pid'), 'utf8'), 10);
  }
}

/** Creates a data folder for each test of a file. */
export function useDataFolder(): DataFolder {
  const data = new DataFolder();
  beforeEach(() => data.make());
  afterEach(() => data.remove());
  return data;
}

/** Runs the statements on one connection and returns the last one's rows, each an array. */
export async function query(database: EmbeddedDatabase, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query({ text: statement, rowMode: 'array' }));
    return rows;
  } finally {
    await client.end();
  }
}
