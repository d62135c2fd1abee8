import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { EmbeddedDatabaseError } from './error.ts';
import type { Place } from './place.ts';
import { failure, spawnOptions } from './program.ts';
import { socketPort } from './socket.ts';

/** A running PostgreSQL. */
export interface Postmaster {
  /** Ends the sessions, writes a checkpoint, and waits until PostgreSQL has ended. */
  stop(): Promise<void>;
}

/** What a start needs beside the place and the programs. */
export interface PostmasterSettings {
  socketFolder: string;
  /** false: nothing is forced to disk, for databases that need not survive */
  durable: boolean;
  log(line: string): void;
  /** called if PostgreSQL ends without being stopped */
  onLost(error: EmbeddedDatabaseError): void;
}

/** Starts PostgreSQL on an existing cluster and waits until it accepts connections, however long recovery takes. */
export async function startPostmaster(
  place: Place,
  binaries: Binaries,
  settings: PostmasterSettings,
): Promise<Postmaster> {
  const logFile = join(place.home, 'postgresql.log');
  await startNewLogIfLong(logFile);
  const output = await open(logFile, 'a', 0o600);
  if (place.account !== null) await output.chown(place.account.uid, place.account.gid);
  const logStart = (await output.stat()).size;
  // A group of its own, so that Ctrl+C in a terminal reaches the server alone, which stops PostgreSQL when it has
  // finished.
  const child = spawn(binaries.postgres, startArguments(place, settings), {
    ...spawnOptions(place.account),
    stdio: ['ignore', output.fd, output.fd],
    detached: true,
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  await output.close();

  // If the server ends without stopping PostgreSQL, by an uncaught error for example, PostgreSQL ends too.
  const abandon = () => {
    child.kill('SIGINT');
  };
  process.once('exit', abandon);

  let expected = true;
  void ended.then(async (ending) => {
    process.off('exit', abandon);
    if (!expected)
      settings.onLost(
        new EmbeddedDatabaseError(failure('Running PostgreSQL', await textFrom(logFile, logStart), ending)),
      );
  });

  if (!(await isReady(child, place.pgdata, ended, settings.log))) {
    throw new EmbeddedDatabaseError(
      failure(`Starting PostgreSQL in ${place.home}`, await textFrom(logFile, logStart), await ended),
    );
  }
  expected = false;
  return {
    async stop() {
      expected = true;
      await stopChild(child, ended);
    },
  };
}

function startArguments(place: Place, { socketFolder, durable }: PostmasterSettings): string[] {
  // On the command line stands what must hold whatever postgresql.conf says.
  const settings = {
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    log_destination: 'stderr',
    logging_collector: 'off',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    // databases that need not survive belong to tests, which run many servers on one cluster
    ...(durable ? {} : { max_connections: '300' }),
  };
  return ['-D', place.pgdata, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Milliseconds between two looks, and until the log says why it takes so long. */
const lookEvery = 5;
const patience = 10_000;

/** Waits for PostgreSQL to say in its lock file that it is ready; false if it ends instead. */
async function isReady(
  child: ChildProcess,
  pgdata: string,
  ended: Promise<string>,
  log: (line: string) => void,
): Promise<boolean> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const started = performance.now();
  let told = false;
  while (!hasEnded) {
    // Line 1 is the process, line 8 its state.
    const lines = (await readFile(join(pgdata, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true;
    if (!told && performance.now() - started > patience) {
      told = true;
      log('PostgreSQL is still starting: it recovers after a crash');
    }
    await sleep(lookEvery);
  }
  return false;
}

async function stopChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill('SIGINT'); // fast shutdown
  const quit = setTimeout(() => child.kill('SIGQUIT'), 60_000); // at once; the next start recovers
  const kill = setTimeout(() => child.kill('SIGKILL'), 70_000); // one that hangs heeds nothing else
  await ended;
  for (const timer of [quit, kill]) clearTimeout(timer);
}

const longestLog = 10 << 20;

async function startNewLogIfLong(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (file) => file.size,
    () => 0,
  );
  if (size > longestLog) await rename(logFile, `${logFile}.1`);
}

async function textFrom(file: string, start: number): Promise<string> {
  return (await readFile(file)).subarray(start).toString('utf8');
}
